// What a first visit downloads of scripts until the network rests, in bytes on the wire: as bench/pages.ts measures it.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { fillCart } from './support/shopping.ts'

/**
 * What each page takes today and some 180 bytes more, for names of files compress a little otherwise in every build. 130,000 is
 * what none may pass: what is new takes from the rest.
 */
const MOST = { '/': 124_080, '/rpg-games': 125_700, '/rpg-games/elden-ring': 127_700, '/checkout': 129_460 }

const OFFICE = 225_000

for (const [path, most] of Object.entries(MOST))
  test(`the first visit of ${path} stays below its budget of JavaScript`, async ({ page, context }) => {
    if (path === '/checkout') await fillCart(context, { '/rpg-games/elden-ring': 1 })
    const scripts = await scriptsOf(page, path)
    const all = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(all, JSON.stringify(scripts)).toBeGreaterThan(most - 5_000)
    expect(all, JSON.stringify(scripts)).toBeLessThan(most)
  })

test('the first view of the back office stays far below its 350 kB of scripts and styles', async ({
  page,
  troubles,
}) => {
  const { files, complete } = await watchFiles(page, /javascript|css/)
  await page.goto('/office')
  await page.getByRole('button', { name: 'Enter the demo office' }).click()
  await page.waitForURL(/\/office\/today/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await complete()
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(all, JSON.stringify(files)).toBeGreaterThan(OFFICE - 15_000)
  expect(all, JSON.stringify(files)).toBeLessThan(OFFICE)
  // Nobody is signed in at first.
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})

async function scriptsOf(page: Page, path: string) {
  const { files, complete } = await watchFiles(page, /javascript/)
  // Only the network is watched: to the page whatever is evaluated in it is a press of its visitor, after which it asks for more.
  await page.goto(path, { waitUntil: 'commit' })
  await expect.poll(() => files.length).toBeGreaterThan(0)
  await complete()
  return files
}

/** Files of these types as they come from now on, and a way to wait until none comes any more. */
async function watchFiles(page: Page, types: RegExp) {
  const session = await page.context().newCDPSession(page)
  const names = new Map<string, string>()
  const files: { name: string; bytes: number }[] = []
  const open = new Set<string>()
  let asked = 0
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  session.on('Network.requestWillBeSent', ({ requestId }) => {
    asked++
    open.add(requestId)
  })
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (types.test(response.mimeType)) names.set(requestId, new URL(response.url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    const name = names.get(requestId)
    if (name) files.push({ name, bytes: encodedDataLength })
  })
  /** A network that rests for a moment may rest before the code that asks for more has run. */
  const complete = () =>
    expect(async () => {
      const before = asked
      await page.waitForTimeout(1000)
      expect([asked, open.size]).toEqual([before, 0])
    }).toPass()
  return { files, complete }
}
