// The inbox's list in a browser: what is done, and what is heard meanwhile, moves nothing under the hand.
import type { Page } from '@playwright/test'
import { expect } from './support/fixtures.ts'
import { address, enquire } from './support/inbox.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, picture, wordsOf } from './support/office.ts'

const t = wordsOf('en-US')
const linkOf = (page: Page, id: string) => page.locator(`a[data-item="enquiry ${id}"]:visible`)
const placeOf = async (page: Page, id: string) => (await linkOf(page, id).boundingBox())?.y

test('the list stands still under the hand: what is done keeps its place, and what would come above it waits', {
  tag: '@once:desktop',
}, async ({ page, request, troubles }) => {
  const [first, second] = [await enquire(request, { email: address() }), await enquire(request, { email: address() })]
  await enterDemo(page, '/office/inbox?kind=enquiry&state=open')
  await expect(linkOf(page, second)).toBeVisible()
  const was = await placeOf(page, second)
  await linkOf(page, first).click()
  await page.getByRole('button', { name: t('inbox.acts.done'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('inbox.acts.reopen') })).toBeVisible()
  await page.goBack()
  const row = page.locator('tr, li').filter({ has: linkOf(page, first) })
  await expect(row.getByText(t('inbox.is.done'), { exact: true })).toBeVisible()
  await expect.poll(() => placeOf(page, second)).toBe(was)
  await looksRight(page)
  await picture(page, 'inbox-steady-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, 'inbox-steady')
  const renew = page.getByRole('button', { name: t('lists.renew') })
  await renew.click()
  await expect(linkOf(page, first)).toHaveCount(0)
  await expect(linkOf(page, second)).toBeVisible()

  // In the other list it is the latest, until another one is done.
  await page.getByRole('link', { name: t('inbox.states.done') }).click()
  await expect(linkOf(page, first)).toBeVisible()
  const place = await placeOf(page, first)
  const item = `/prod-api/office/inbox/enquiry/${second}`
  const { seen } = (await (await page.request.get(item)).json()).data
  const headers = { origin: process.env.SHOP_URL! }
  expect((await page.request.post(`${item}/done`, { data: { seen }, headers })).status()).toBe(200)
  await expect(renew).toBeVisible()
  await expect(linkOf(page, second)).toHaveCount(0)
  await expect.poll(() => placeOf(page, first)).toBe(place)
  await looksRight(page)
  await renew.click()
  await expect(linkOf(page, second)).toBeVisible()
  expect(await placeOf(page, second)).toBeLessThan((await placeOf(page, first))!)
  onlyAtTheDoor(troubles)
})
