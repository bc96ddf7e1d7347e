// A call that the shop does, and whose answer is lost on its way to the browser.
import type { Page } from '@playwright/test'
import { expect, wordsOf } from './fixtures.ts'

/** What is said then, in English. */
export const OFFLINE = wordsOf('en-US')('error.offline')

/** The next POST alone whose address ends like this. */
export async function loseAnswer(page: Page, call: string): Promise<void> {
  let lost = false
  await page.route(`**/prod-api${call}`, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    lost = true
    expect((await route.fetch()).status()).toBe(200)
    await route.abort()
  })
}

/** The answer of the next call whose address ends like this breaks off in its middle, on the page that is open. */
export const breakAnswer = (page: Page, call: string) =>
  page.evaluate((call) => {
    const whole = window.fetch
    const broken = () => new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })
    window.fetch = async (at, how) => {
      const answer = await whole(at, how)
      if (!String(at).endsWith(call)) return answer
      window.fetch = whole
      return new Response(broken())
    }
  }, call)

/** What the browser itself notes of it. */
export const unlessLost = (troubles: string[]) => troubles.splice(0).filter((said) => !/ERR_FAILED/.test(said))
