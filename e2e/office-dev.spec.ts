// While one works on it, the back office follows its sources as the shop's pages do, under the policy that it has when it was built.
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/office.ts'
import { startShop } from './support/shop.ts'

test('`npm run dev` serves the back office from its sources', { tag: '@desktop' }, async ({ page, troubles }) => {
  const t = wordsOf('en-US')
  const shop = await startShop('dev', {}, { dev: true })
  try {
    // By which a changed source reaches the page.
    const reload = page.waitForEvent('websocket', (socket) => socket.url().includes('/office-modules/'))
    const answer = await page.goto(`${shop.origin}/office/orders`)
    expect(answer!.headers()['content-security-policy']).toContain(`trusted-types 'none'`)
    const said = await (await reload).waitForEvent('framereceived')
    expect(JSON.parse(String(said.payload))).toMatchObject({ type: 'connected' })
    await page.getByRole('button', { name: t('door.enterDemo') }).click()
    await expect(page.getByRole('heading', { name: t('orders.title'), exact: true })).toBeVisible()
    const sources = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/src/rooms/orders/office/')),
    )
    expect(sources).not.toEqual([])
  } finally {
    await shop.close()
  }
  // Only that nobody was signed in: neither the policy nor a module.
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})
