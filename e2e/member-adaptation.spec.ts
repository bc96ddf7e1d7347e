// Pages of the member centre, and pages of the narrowest phone, as their reader needs them: larger letters, few colours.
import { sql } from '#platform/database/sql.ts'
import { brokenWords, enlarge, expectRoom } from './support/adaptation.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { someWishes } from './support/member-rows.ts'
import { memberWordsOf, test } from './support/members.ts'
import { giveBalance } from './support/money.ts'
import { open, PAGES } from './support/pages.ts'
import { makeDeliveredOrder } from './support/shopping.ts'

test('200 % text on a phone: wishes with reduced prices and the levels stay within the page', {
  tag: '@once:phone',
}, async ({ page, db, member }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await someWishes(db, member.id, 4)
  for (const path of ['/my-wishlist', '/my-account'])
    for (const language of ['de', 'ar']) {
      await page.goto(inLanguage(path, language))
      const lists = page.getByRole('main').locator('ul > li h2, tbody > tr')
      await expect(lists.first()).toBeVisible()
      await enlarge(page, 200)
      await expectRoom(page, `${path}, ${language}`)
    }
})

test('200 % text on the narrowest phone: where one pays, writes and logs in, nothing is wider than the screen', {
  tag: '@once:phone',
}, async ({ page, db }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const name of ['wholesale', 'checkout', 'payment result with keys'])
    for (const language of ['de', 'hu', 'ar']) {
      await open(page, db, PAGES.find((one) => one.name === name)!, language)
      await enlarge(page, 200)
      await expectRoom(page, `${name}, ${language}`)
    }
  for (const path of ['/login', '/affiliate']) {
    await page.goto(inLanguage(path, 'hu'))
    await enlarge(page, 200)
    await expectRoom(page, path)
  }
})

test('200 % text on the narrowest phone: the words of a product’s title stay whole', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/rpg-games/elden-ring')
  await enlarge(page, 200)
  await expectRoom(page, 'product')
  expect(await brokenWords(page.getByRole('heading', { level: 1 }).locator('bdi'))).toEqual([])
})

test('200 % text on the narrowest phone: no page of the member centre is wider than the screen', {
  tag: '@once:phone',
}, async ({ page, db, member }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await giveBalance(db, member.id, 1_234_567)
  await db.run(
    sql`insert into member_rewards (member_id, points, pending, growth) values (${member.id}, 350, 75, 42500)`,
  )
  await makeDeliveredOrder(page.context(), KEYS)
  for (const path of [
    '/my-account',
    '/my-security',
    '/my-support',
    '/my-notice',
    '/my-keys',
    '/my-order',
    '/my-balance',
  ])
    for (const language of ['hu', 'ru']) {
      await page.goto(inLanguage(path, language))
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await enlarge(page, 200)
      await expectRoom(page, `${path}, ${language}`)
    }
})

test('few colours: the amount of a top-up that is chosen, and how much of a password’s bars is full, are told apart', {
  tag: '@once:desktop',
}, async ({ page, member: _ }) => {
  const m = memberWordsOf('en-US')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/my-balance')
  const amounts = page.getByRole('group', { name: m('topUp.howMuch') }).getByRole('button')
  await amounts.nth(1).click()
  await expect(amounts.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(amounts.nth(1)).toHaveCSS('outline-style', 'solid')
  await expect(amounts.nth(0)).toHaveCSS('outline-style', 'none')

  await page.goto('/my-changepwd')
  await page.getByLabel(m('password.new'), { exact: true }).fill('aaaaaa')
  const word = page.getByText(m('password.weak'), { exact: true })
  await expect(word).toBeVisible()
  const bars = word.locator('xpath=..').locator('[aria-hidden=true] > *')
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const colours = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor))
  expect(new Set([...colours, ground]).size).toBe(3)
  expect(colours[1]).toBe(colours[2])
})
