// The inbox of the back office in a browser: the queue, an answer, what two do at once, decisions, saved replies; and whoever
// enquired, who goes on by his link.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { address, enquire } from './support/inbox.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { linkTo, test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, wordsOf } from './support/office.ts'

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)> ‮gnp.exe ${'long'.repeat(150)}`

const t = wordsOf('en-US')

for (const language of ['en-US', 'zh-CN'] as const)
  test(`an enquiry is found, taken, answered with a saved reply, and its writer goes on by his link (${language})`, {
    tag: '@once:desktop',
  }, async ({ page, context, request, db, troubles }) => {
    const w = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const email = address()
    const id = await enquire(request, { email, message: HOSTILE, fillname: '<b>Gus</b>‮' })
    const reference = `E-${id.slice(0, 8).toUpperCase()}`
    await page.goto('/office/inbox')
    await page.getByRole('button', { name: w('door.enterDemo') }).click()
    await expect(page.getByRole('heading', { name: w('inbox.title'), exact: true })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByLabel(w('inbox.search'))).toBeFocused()
    await page.getByLabel(w('inbox.search')).fill(reference.toLowerCase())
    await page.keyboard.press('Enter')
    const link = page.locator(`a[data-item="enquiry ${id}"]:visible`)
    await expect(link).toHaveCount(1)
    await expect(page.locator('a[data-item]:visible')).toHaveCount(1)
    // However long a word is, the columns behind it are seen.
    await expect(page.getByRole('row').filter({ has: link }).getByRole('cell').last()).toBeInViewport({ ratio: 1 })
    await looksRight(page)
    await page.getByRole('main').focus()
    await link.focus()
    await page.keyboard.press('k')
    await expect(link).toBeFocused()

    // A reply that all share.
    const name = `Price? ${id.slice(0, 8)}`
    await page.goto('/office/inbox/saved-replies')
    await page.getByRole('button', { name: w('inbox.replies.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(w('inbox.replies.name')).fill(name)
    await dialog.getByLabel(w('inbox.replies.text')).fill(`Hello {{name}}, what do they cost? ${id.slice(0, 8)}`)
    await looksRight(page)
    await dialog.getByRole('button', { name: w('inbox.replies.save') }).click()
    await expect(page.getByText(`what do they cost? ${id.slice(0, 8)}`)).toBeVisible()
    await looksRight(page)

    await page.goto(`/office/inbox/enquiry/${id}`)
    await expect(page.getByRole('heading', { name: reference })).toBeVisible()
    await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()
    await looksRight(page)
    await page.getByRole('button', { name: w('inbox.acts.take') }).click()
    await expect(page.getByText(w('inbox.acts.given'))).toBeVisible()
    await expect(page.getByRole('button', { name: w('inbox.acts.take') })).toBeHidden()
    const option = page.locator('option', { hasText: name })
    await page.getByLabel(w('inbox.replies.insert')).selectOption((await option.getAttribute('value'))!)
    const area = page.getByLabel(w('inbox.answer'), { exact: true })
    await expect(area).toHaveValue(`Hello <b>Gus</b>‮, what do they cost? ${id.slice(0, 8)}`)
    await page.reload()
    await expect(area).toHaveValue(/what do they cost/)

    // A colleague answers meanwhile: he is told, and keeps his text.
    await area.pressSequentially(' Soon?')
    await db.transaction(async (tx) => {
      await tx.run(
        sql`insert into enquiry_messages (id, enquiry_id, answered_by, text) values (gen_random_uuid(), ${id}, 'bob@shop.example', 'Mine.')`,
      )
      await tx.run(sql`update enquiries set answered_at = now() where id = ${id}`)
    })
    await expect(page.getByText('Mine.')).toBeVisible()
    const send = page.getByRole('button', { name: w('inbox.acts.answer') })
    await send.click()
    const told = w('inbox.refused.answered', { who: 'bob@shop.example' })
    await expect(page.getByText(told)).toBeVisible()
    await expect(area).toHaveValue(/Soon\?$/)
    await looksRight(page)
    await send.click()
    await expect(page.getByText(w('inbox.acts.answered'))).toBeVisible()
    await expect(area).toHaveValue('')
    await expect(page.getByText(w('inbox.is.waiting'), { exact: true })).toBeVisible()

    await page.goto(await linkTo(request, email, '/enquiry'))
    await expect(page.getByText('what do they cost?')).toBeVisible()
    await looksRight(page)
    const words = JSON.parse(await (await import('node:fs/promises')).readFile('src/locales/en-US.json', 'utf8'))
    const { reply, send: go, sent } = words.enquiries.conversation
    // The answer to the first is lost; what he adds is another.
    await loseAnswer(page, '/api/bottom/enquiry/reply')
    await page.getByLabel(reply).fill('Ten each.')
    await page.reload()
    await expect(page.getByLabel(reply)).toHaveValue('Ten each.')
    await page.getByRole('button', { name: go }).click()
    await expect(page.getByText(words.error.offline)).toBeVisible()
    await page.getByLabel(reply).fill('Ten each. <i>Really.</i>')
    // One reply in some seconds.
    await expect(async () => {
      await page.getByRole('button', { name: go }).click()
      await expect(page.getByText(sent)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText('Ten each.', { exact: true })).toBeVisible()
    await expect(page.getByText('Ten each. <i>Really.</i>')).toBeVisible()

    await page.goto(`/office/inbox/enquiry/${id}`)
    await expect(page.getByText('Ten each. <i>Really.</i>')).toBeVisible()
    await page.getByRole('button', { name: w('inbox.acts.done'), exact: true }).click()
    await expect(page.getByRole('button', { name: w('inbox.acts.reopen') })).toBeVisible()
    await db.run(sql`delete from inbox_replies where name = ${name}`)
    onlyAtTheDoor(troubles, /401|422|ERR_FAILED/)
  })

test('an answer that was typed before a reload is not sent past what is heard meanwhile, nor is one that was refused', {
  tag: '@once:desktop',
}, async ({ page, request, db, troubles }) => {
  const id = await enquire(request, { email: address() })
  const hear = (text: string) =>
    db.transaction(async (tx) => {
      await tx.run(
        sql`insert into enquiry_messages (id, enquiry_id, answered_by, text) values (gen_random_uuid(), ${id}, 'bob@shop.example', ${text})`,
      )
      await tx.run(sql`update enquiries set answered_at = now() where id = ${id}`)
    })
  await enterDemo(page, `/office/inbox/enquiry/${id}`)
  const area = page.getByLabel(t('inbox.answer'), { exact: true })
  const send = page.getByRole('button', { name: t('inbox.acts.answer') })
  const told = page.getByText(t('inbox.refused.answered', { who: 'bob@shop.example' }))
  await area.fill('Ten each.')
  await page.reload()
  await expect(area).toHaveValue('Ten each.')
  for (const text of ['Mine.', 'And mine.']) {
    await hear(text)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    const answer = page.waitForResponse((response) => response.url().endsWith('/answer'))
    await send.click()
    expect((await answer).status()).toBe(422)
    await expect(told).toBeVisible()
    await expect(area).toHaveValue('Ten each.')
    // By now he has seen what he was told of.
    await expect(send).not.toHaveAttribute('aria-busy')
  }
  await send.click()
  await expect(page.getByText(t('inbox.acts.answered'))).toBeVisible()
  await expect(area).toHaveValue('')
  onlyAtTheDoor(troubles)
})

test('an answer changed after the shop’s word was lost is another, told of the first; what is typed meanwhile stays', {
  tag: '@once:desktop',
}, async ({ page, request, db, troubles }) => {
  const id = await enquire(request, { email: address() })
  await enterDemo(page, `/office/inbox/enquiry/${id}`)
  const area = page.getByLabel(t('inbox.answer'), { exact: true })
  const send = page.getByRole('button', { name: t('inbox.acts.answer') })
  const sent = () => db.query(sql`select text from enquiry_messages where enquiry_id = ${id} order by created_at, id`)
  await page.route('**/answer', async (route) => {
    await route.fetch()
    await route.abort()
  })
  // The page may see by itself that it was sent, before the answer is lost.
  const lost = page.getByText(t('act.again'))
  await area.fill('Ten each.')
  await send.click()
  await expect(lost).toBeVisible()
  await expect(page.getByText('Ten each.', { exact: true }).first()).toBeVisible()
  await expect(area).toHaveValue('Ten each.')
  await page.unroute('**/answer')
  await page.route('**/answer', async (route) => {
    await area.pressSequentially(' Each!')
    await route.continue()
  })
  await area.fill('Nine each.')
  await send.click()
  await expect(page.getByText(t('inbox.acts.answered'))).toBeVisible()
  await expect(area).toHaveValue('Nine each. Each!')
  expect(await sent()).toEqual([{ text: 'Ten each.' }, { text: 'Nine each.' }])

  // Lost again: sent once more after a reload, it is the same message.
  await page.unroute('**/answer')
  await page.route('**/answer', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send.click()
  await expect(lost).toBeVisible()
  await expect(page.getByText('Nine each. Each!', { exact: true }).first()).toBeVisible()
  await page.unroute('**/answer')
  await page.reload()
  await expect(area).toHaveValue('Nine each. Each!')
  await send.click()
  await expect(page.getByText(t('inbox.acts.answered'))).toBeVisible()
  await expect(area).toHaveValue('')
  expect((await sent()).map(({ text }) => text)).toEqual(['Ten each.', 'Nine each.', 'Nine each. Each!'])
  troubles.splice(0)
})

test('a review is rejected with a reason, published, and taken back; a withdrawal is refused', {
  tag: '@once:desktop',
}, async ({ page, request, db, troubles }) => {
  const email = address()
  const { id } = await db.one<{ id: number }>(sql`
    insert into reviews (fill_name, email, content, score, locale, state)
    values ('Rita', ${email}, ${HOSTILE}, 2, 'en-US', 'pending') returning id`)
  const declared = await request.post('/prod-api/api/bottom/withdraw', {
    data: { orderNo: HOSTILE.slice(0, 40), email, fillName: 'Wim', scope: HOSTILE.slice(0, 400) },
  })
  const { reference } = (await declared.json()).data
  await enterDemo(page, '/office/inbox')
  await page.getByLabel(t('inbox.search')).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.locator('a[data-item]:visible')).toHaveCount(2)
  await looksRight(page)
  await page.locator(`a[data-item="review ${id}"]:visible`).click()
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  const dialog = page.getByRole('dialog')
  await press('inbox.acts.reject').click()
  await dialog.getByRole('button', { name: t('inbox.acts.reject') }).click()
  await expect(dialog.getByText(t('act.reasonRequired'))).toBeVisible()
  await looksRight(page)
  await dialog.getByLabel(t('act.reason')).fill('It names another shop.')
  await dialog.getByRole('button', { name: t('inbox.acts.reject') }).click()
  await expect(page.getByText('It names another shop.')).toBeVisible()
  await press('inbox.acts.publish').click()
  await dialog.getByRole('button', { name: t('inbox.acts.publish') }).click()
  await expect(press('inbox.acts.takeBack')).toBeVisible()
  await looksRight(page)

  await page.goBack()
  await page.getByRole('link', { name: reference }).locator('visible=true').click()
  await expect(page.getByText(t('inbox.noOrder'))).toBeVisible()
  await looksRight(page)
  await press('inbox.acts.refuse').click()
  await dialog.getByLabel(t('act.reason')).fill('There is no such order.')
  await dialog.getByRole('button', { name: t('inbox.acts.refuse') }).click()
  await expect(page.getByText('There is no such order.')).toBeVisible()
  await expect(press('inbox.acts.accept')).toBeHidden()

  // What was done to each stands in the audit log by what people quote, and leads to it.
  for (const [quoted, address] of [
    [`R-${id}`, `review/${id}`],
    [reference, 'withdrawal/'],
  ]) {
    await page.goto('/office/audit')
    await page.getByRole('link', { name: quoted }).first().click()
    await expect(page.getByRole('heading', { name: quoted })).toBeVisible()
    expect(page.url()).toContain(`/office/inbox/${address}`)
  }
  onlyAtTheDoor(troubles)
})

test('a ticket’s thread shows its files by name and its member’s orders by a link; on a phone all of it is in reach', async ({
  page,
  member,
  db,
  troubles,
}) => {
  const id = randomUUID()
  await page.request.post('/prod-api/api/profile/tickets', {
    data: { id, subject: HOSTILE.slice(0, 110), topic: 'key', text: HOSTILE },
    headers: { origin: process.env.SHOP_URL! },
  })
  await db.run(sql`
    insert into ticket_files (id, member_id, message_id, position, name, media_type, size, content)
    values (gen_random_uuid(), ${member.id}, ${id}, 1, ${`${'very-long-'.repeat(7)}.pdf`}, 'application/pdf', 5, ${Buffer.from('%PDF-')})`)
  await page.setViewportSize({ width: 390, height: 844 })
  await enterDemo(page, `/office/inbox?kind=ticket&state=open`)
  await expect(page.locator('a[data-item]:visible').first()).toBeVisible()
  await looksRight(page)
  await page.goto(`/office/inbox/ticket/${id}`)
  await expect(page.getByRole('link', { name: /very-long/ })).toHaveAttribute('download', /\.pdf$/)
  await expect(page.getByRole('link', { name: member.email })).toHaveAttribute('href', /\/office\/orders\?q=/)
  await looksRight(page)
  await page.getByLabel(t('inbox.answer'), { exact: true }).fill('Look again, please.')
  await page.getByRole('button', { name: t('inbox.acts.answer') }).click()
  await expect(page.getByText(t('inbox.acts.answered'))).toBeVisible()
  await page.goto(`/my-support#${id}`)
  await expect(page.getByText('Look again, please.')).toBeVisible()
  onlyAtTheDoor(troubles)
})
