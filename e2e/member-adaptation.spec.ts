// Pages of the member centre as their reader needs them: larger letters, few colours.
import { enlarge, expectRoom } from './support/adaptation.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { someWishes } from './support/member-rows.ts'
import { memberWordsOf, test } from './support/members.ts'

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
