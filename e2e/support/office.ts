// The back office in a browser, for its tests.
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { settled, tooWide } from './checks.ts'
import { expect, wordsIn } from './fixtures.ts'

export const wordsOf = (language: 'en-US' | 'zh-CN') => wordsIn(`src/locales/office/${language}.json`, language)

const PHONE_PX = 390

/** No sideways scrolling, one chosen of each choice, and axe finds nothing in light and dark. */
export async function looksRight(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await settled(page)
  expect(await tooWide(page)).toEqual([])
  // Most of the office is tried on a desktop alone: nothing sticks out on a phone either.
  const size = page.viewportSize()!
  if (size.width > PHONE_PX) {
    await page.setViewportSize({ ...size, width: PHONE_PX })
    expect(await tooWide(page)).toEqual([])
    await page.setViewportSize(size)
  }
  // Of what a list is narrowed to, and of the parts of a place, one is where we are.
  for (const nav of await page.locator('main nav').all())
    expect(await nav.locator('[aria-current="page"]').count()).toBeLessThan(2)
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await axe(page, { only: 'colours' })).toEqual([])
}

/** The link of the menu that leads to a place; on a phone the menu is opened for it. */
export async function placeLink(page: Page, label: string, language: 'en-US' | 'zh-CN' = 'en-US') {
  const open = page.getByRole('button', { name: wordsOf(language)('frame.openMenu') })
  const link = page.getByRole('navigation').getByRole('link', { name: label, exact: true })
  await expect(open.or(link).first()).toBeVisible()
  if (await open.isVisible()) await open.click()
  return link
}

/**
 * Signed in as the visitor of the demo's office: whoever asks with the page's cookies from now on is he. The door itself, and
 * its button, are tried in office.spec.ts.
 */
export async function enterDemo(page: Page, path = '/office/orders') {
  const answer = await page.request.post('/prod-api/office/demo', { data: {} })
  expect(answer.status()).toBe(200)
  await page.goto(path)
}

/** For whoever looks at what he builds: the page as it is, where PICTURES_TO says. */
export async function picture(page: Page, name: string) {
  const folder = process.env.PICTURES_TO
  if (folder) await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}

/** As where the page comes over plain http from another machine. */
export const withoutRandomUuid = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))

/**
 * Whoever leaves the page is asked, stays when he does not want to, and is let go when he does: by the menu, by the back button
 * (there was a page before) and by a reload.
 */
export async function asksBeforeLeaving(page: Page, stays: () => Promise<void>) {
  const t = wordsOf('en-US')
  const answer = async (step: () => Promise<unknown>, isLeaving: boolean) => {
    const asked = page.waitForEvent('dialog', { timeout: 20_000 }).then(async (dialog) => {
      await (isLeaving ? dialog.accept() : dialog.dismiss())
      return dialog.type()
    })
    return (await Promise.all([asked, step()]))[0]
  }
  const { pathname } = new URL(page.url())
  const byMenu = async () => (await placeLink(page, t('health.title'))).click()
  for (const [step, kind] of [
    [byMenu, 'confirm'],
    [() => page.evaluate(() => history.back()), 'confirm'],
    [() => page.evaluate(() => location.reload()), 'beforeunload'],
  ] as const) {
    expect(await answer(step, false)).toBe(kind)
    await expect(page).toHaveURL((url) => url.pathname === pathname)
    await stays()
  }
  expect(await answer(byMenu, true)).toBe('confirm')
  await expect(page).not.toHaveURL((url) => url.pathname === pathname)
}

/** The browser itself notes every answer that is none of 200: before one is signed in, and what was refused. */
export const onlyAtTheDoor = (troubles: string[], wanted = /401|422/): void =>
  expect(troubles.splice(0).filter((text) => !wanted.test(text))).toEqual([])
