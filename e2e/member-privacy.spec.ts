// Everything that the shop holds about a member as one file, and the end of his account (decision F11).
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'

const PASSWORD = 'correct horse'

for (const language of ['en-US', 'ar'])
  test(`a member proves himself, takes his data along and closes his account (${language})`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = memberWordsOf(language)
    const member = await addMember({ db }, { password: PASSWORD })
    await db.run(sql`insert into member_rewards (member_id, points) values (${member.id}, 35050)`)
    await signIn(context, member)
    await db.run(sql`update sessions set proved_at = now() - interval '10 minutes' where member_id = ${member.id}`)
    await page.goto(inLanguage('/my-account', language))
    await page.getByRole('button', { name: t('privacy.download'), exact: true }).click()
    const proof = page.getByRole('dialog', { name: t('security.proveTitle') })
    await proof.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
    const download = page.waitForEvent('download')
    await proof.locator('button[type=submit]').click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    const archive = unzipSync(await readFile(await (await download).path()))
    expect(JSON.parse(strFromU8(archive['members.json']!)).member.email).toBe(member.email)
    // The browser notes that it was asked for a proof.
    expect(troubles.splice(0)).toEqual([expect.stringContaining('403')])
    expect(await tooWide(page)).toEqual([])
    // What the header half covers is small there, wherever one has rolled to.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await axe(page)).toEqual([])

    await page.evaluate(() => sessionStorage.setItem('draft:review', '"what I think"'))
    await page.getByRole('button', { name: t('privacy.close'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('privacy.confirmTitle') })
    await expect(dialog.getByText(t('privacy.confirmPoints', { points: 350.5 }))).toBeVisible()
    await dialog.getByRole('button', { name: t('privacy.confirm') }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByText(t('privacy.closed'))).toBeVisible()
    // Whoever sits here next finds nothing that was typed.
    expect(await page.evaluate(() => sessionStorage.getItem('draft:review'))).toBeNull()
    await page.goto('/my-account')
    await page.waitForURL(/\/login\?/)
  })

test('a page that shows one member closes no account of another who has logged in in this browser since, and says so', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const [shown, next] = [await addMember({ db }), await addMember({ db })]
  await signIn(context, shown)
  await page.goto('/my-account')
  await page.getByRole('button', { name: t('privacy.close'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('privacy.confirmTitle') })
  await expect(dialog).toBeVisible()
  await signIn(context, next)
  await dialog.getByRole('button', { name: t('privacy.confirm') }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('member.other') })).toBeVisible()
  const name = page.getByLabel(t('account.uname'), { exact: true })
  await name.fill('Ada Lovelace')
  await page.getByRole('button', { name: t('account.save') }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('member.other') })).toHaveCount(2)
  // Whatever else asks who is there finds the other one, and his page comes.
  await page.evaluate(() => void setTimeout(() => dispatchEvent(new Event('401'))))
  await expect(name).toHaveValue(next.username)
  const left = await db.one<{ username: string; uname: string }>(
    sql`select username, uname from members where id = ${next.id}`,
  )
  expect(left).toEqual({ username: next.username, uname: next.username })
  expect(troubles.splice(0)).toEqual([expect.stringContaining('403'), expect.stringContaining('403')])
})

test('two acts that need a proof at once wait for the same one, and both are done', { tag: '@once:phone' }, async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await signIn(context, member)
  await db.run(sql`update sessions set proved_at = now() - interval '10 minutes' where member_id = ${member.id}`)
  await page.goto('/my-account')
  // Neither is refused before the other is asked for, too.
  let asked = 0
  const both = Promise.withResolvers<void>()
  await page.route(/\/api\/profile\/(export|email)$/, async (route) => {
    if (route.request().url().endsWith('email') && route.request().method() === 'GET') return route.fallback()
    asked++
    if (asked === 2) both.resolve()
    await both.promise
    await route.continue()
  })
  await page.getByLabel(t('account.newMail')).fill(`another-${member.username}@example.com`)
  await page.getByRole('button', { name: t('account.sendLink') }).press('Enter')
  await page.getByRole('button', { name: t('privacy.download') }).press('Enter')
  const proof = page.getByRole('dialog', { name: t('security.proveTitle') })
  await proof.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
  const download = page.waitForEvent('download')
  await proof.locator('button[type=submit]').click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await expect(page.getByText(t('account.linkSent'))).toBeVisible()
  await expect(proof).toBeHidden()
  expect(troubles.splice(0).filter((text) => !text.includes('403'))).toEqual([])
})

test('an archive that ends in the middle is not saved as if it were whole, and comes when it is asked for again', {
  tag: '@once:phone',
}, async ({ page, context, db, troubles }) => {
  const t = memberWordsOf('en-US')
  await signIn(context, await addMember({ db }))
  await page.goto('/my-account')
  // The shop died, and what stands between took that for the end of a file whose length nobody had said.
  await page.route(
    '**/api/profile/export',
    async (route) => {
      const response = await route.fetch()
      const whole = await response.body()
      await route.fulfill({ response, body: whole.subarray(0, whole.length - 30) })
    },
    { times: 1 },
  )
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  const button = page.getByRole('button', { name: t('privacy.download'), exact: true })
  await button.click()
  await expect(page.getByText(wordsOf('en-US')('error.offline'))).toBeVisible()
  expect(saved).toEqual([])
  const download = page.waitForEvent('download')
  await button.click()
  expect(Object.keys(unzipSync(await readFile(await (await download).path())))).toContain('members.json')
  expect(troubles).toEqual([])
})

test('an archive that does not come any more is given up after a while, and comes when it is asked for again', {
  tag: '@once:phone',
}, async ({ page, context, db }) => {
  const t = memberWordsOf('en-US')
  await signIn(context, await addMember({ db }))
  await page.clock.install()
  await page.goto('/my-account')
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/profile/export', () => resolve())
  const button = page.getByRole('button', { name: t('privacy.download'), exact: true })
  await button.click()
  await asked
  await page.clock.fastForward(36_000)
  await expect(page.getByText(wordsOf('en-US')('error.offline'))).toBeVisible()
  await page.unrouteAll()
  const download = page.waitForEvent('download')
  await button.click()
  expect(Object.keys(unzipSync(await readFile(await (await download).path())))).toContain('members.json')
})

test('an account that unfinished orders keep open names the newest of them, each a link, and how many more there are', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await db.run(sql`
    insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), upper(left(md5(${member.id} || n), 8)), ${member.id}, 'Processing', now() - n * interval '1 hour', now(),
      ${member.email}, 'en-US', 'USD', 100000000, 1, 1000, 0, 0, 0, 0, 0, 1000
    from generate_series(1, 7) n`)
  const newest = await db.query<{ id: string; orderNo: string }>(
    sql`select id, order_no as "orderNo" from orders where member_id = ${member.id} order by placed_at desc limit 5`,
  )
  await signIn(context, member)
  await page.goto('/my-account')
  await page.getByRole('button', { name: t('privacy.close'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('privacy.confirmTitle') })
  await dialog.getByRole('button', { name: t('privacy.confirm') }).click()
  const held = page.getByRole('alert').filter({ hasText: t('erasure.openOrders') })
  const links = held.getByRole('link')
  await expect(links).toHaveText([...newest.map(({ orderNo }) => orderNo), t('privacy.heldMore', { more: 2 })])
  expect(await tooWide(page)).toEqual([])
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
  await links.first().click()
  await expect(page).toHaveURL((url) => url.searchParams.get('order_id') === newest[0]!.id)
  await expect(page.getByText(newest[0]!.orderNo)).toBeVisible()
})
