// Pages of the member centre as their reader needs them: larger letters, few colours.
import { enlarge, expectRoom } from './support/adaptation.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { someWishes } from './support/member-rows.ts'
import { test } from './support/members.ts'

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
