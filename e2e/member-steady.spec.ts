// A member's pages stand still while what they ask for comes, one answer after another: nothing moves under a finger, nor does
// the footer of a page that was just opened. Layout shift as browsers measure it has to be none.
import type { Page } from '@playwright/test'
import { expect } from './support/fixtures.ts'
import { someAddresses, someNotices, someWishes } from './support/member-rows.ts'
import { memberWordsOf, test } from './support/members.ts'
import { watchShifts } from './support/shifts.ts'

const t = memberWordsOf('en-US')

/** Higher than any of them, so that whatever moves is seen; as wide as phones and desktops. */
const WINDOWS = [
  { width: 390, height: 5000 },
  { width: 1280, height: 3500 },
]

/** Its pages, each with what stands last in it. */
const PAGES: [path: string, last: (page: Page) => ReturnType<Page['getByText']>][] = [
  ['/my-account', (page) => page.getByRole('button', { name: t('privacy.close'), exact: true })],
  ['/my-order', (page) => page.getByText(t('orders.empty'))],
  ['/my-keys', (page) => page.getByText(t('keys.empty'))],
  ['/my-wishlist', (page) => page.getByText(t('wishes.mails'), { exact: true })],
  ['/my-address', (page) => page.getByRole('button', { name: t('address.delete') }).last()],
  ['/my-support', (page) => page.getByText(t('support.empty'))],
  ['/my-notice', (page) => page.getByRole('article').last()],
  ['/my-security', (page) => page.getByText(t('security.historyEmpty'))],
  ['/my-balance', (page) => page.getByText(t('topUp.spent'))],
]

/** Two frames, painted. */
const framesPassed = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))

/** Each answer comes when the one before was drawn. */
async function oneByOne(page: Page): Promise<void> {
  let before: Promise<void> = Promise.resolve()
  await page.route('**/api/**', async (route) => {
    const mine = Promise.withResolvers<void>()
    const turn = before
    before = mine.promise
    try {
      const answer = await route.fetch()
      await turn
      await page.evaluate(framesPassed)
      await route.fulfill({ response: answer })
      await page.evaluate(framesPassed)
    } finally {
      mine.resolve()
    }
  })
}

test('an answer that never comes keeps nothing below it from being shown', { tag: '@once:phone' }, async ({
  page,
  member,
}) => {
  expect(member.id).toBeTruthy()
  await page.route('**/api/profile/email', () => new Promise<void>(() => {}))
  await page.goto('/my-account')
  await expect(page.getByRole('button', { name: t('privacy.close'), exact: true })).toBeVisible()
})

test('an address leads to its part of the page once that is there', { tag: '@once:phone' }, async ({
  page,
  member,
}) => {
  expect(member.id).toBeTruthy()
  await page.goto('/my-account#balance')
  await expect(page.locator('#balance')).toBeInViewport()
})

for (const window of WINDOWS)
  for (const [path, last] of PAGES)
    test(`what comes by and by moves nothing of what stands there (${path}, ${window.width})`, {
      tag: '@once:desktop',
    }, async ({ page, db, member }) => {
      await someAddresses(db, member.id, 3)
      await someNotices(db, member.id, 3)
      await someWishes(db, member.id, 3)
      await page.setViewportSize(window)
      await page.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
      await oneByOne(page)
      const shifts = await watchShifts(page)
      await page.goto(path)
      await expect(last(page)).toBeVisible()
      await expect(page.getByText(t('member.loading'))).toHaveCount(0)
      expect(await shifts()).toEqual([])
    })
