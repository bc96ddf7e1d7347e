// An owner's hands: what he presses and fills in in the office, and how each step is looked at.
import type { Locator, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { settled, tooWide } from './checks.ts'
import { expect } from './fixtures.ts'
import { placeLink, wordsOf } from './office.ts'

const PASSWORD = 'Plum-Engine-9'
const SIZES = [
  [390, 'light'],
  [1280, 'light'],
  [1920, 'dark'],
] as const

/** Of everything that is done in the office: how a person finds and presses it, in his language. */
export function hands(page: Page, language: 'en-US' | 'zh-CN') {
  const t = wordsOf(language)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const button = (name: string, within: Pick<Page, 'getByRole'> = main) =>
    within.getByRole('button', { name, exact: true }).first()
  return {
    ...{ t, main, dialog, button, page },
    field: (key: string) => main.getByLabel(t(key), { exact: true }),
    go: async (key: string) => (await placeLink(page, t(key), language)).click(),
    /** A question: opened, filled in, sent, over. */
    async act(name: string, fill: () => Promise<void>, { within = main, shot, stays }: ActOptions = {}) {
      const send = dialog.getByRole('button', { name, exact: true })
      await button(name, within).click()
      await expect(send).toBeVisible()
      await fill()
      if (shot) await look(page, shot)
      await send.click()
      if (!stays) await expect(dialog).toBeHidden()
    },
    why: (text: string) => dialog.getByLabel(t('act.reason')).fill(text),
  }
}

interface ActOptions {
  within?: Locator
  /** What it is called where it is looked at before it is sent. */
  shot?: string
  /** Something else is shown over the page then. */
  stays?: boolean
}

export type Hands = ReturnType<typeof hands>

let pictures = 0
/** Nothing sticks out at any width; as pictures where somebody wants to look at them (PICTURES_TO: the folder). */
export async function look(page: Page, name: string) {
  const folder = process.env.PICTURES_TO
  const was = page.viewportSize()!
  await settled(page)
  pictures += 1
  for (const [width, colorScheme] of SIZES) {
    await page.setViewportSize({ width, height: 900 })
    expect(await tooWide(page)).toEqual([])
    if (!folder) continue
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    const path = `${folder}/${String(pictures).padStart(2, '0')}-${name}-${width}.png`
    await page.screenshot({ path, fullPage: (await page.locator('dialog[open]').count()) === 0 })
  }
  await page.setViewportSize(was)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** By the link, with an app that shows codes. */
export async function begin({ page, t, field, button }: Hands, link: string, name: string) {
  await page.goto(link)
  await field('welcome.name').fill(name)
  await field('door.password').fill(PASSWORD)
  const secret = (await page.locator('code').textContent())!
  await field('door.code').fill(generateSync({ secret }))
  await look(page, 'welcome')
  await button(t('welcome.begin'), page).click()
  await expect(page.getByRole('heading', { name: t('welcome.codesTitle') })).toBeVisible()
  await look(page, 'codes')
  await button(t('welcome.kept'), page).click()
  await expect(page.getByRole('heading', { name: t('today.title'), exact: true })).toBeVisible()
}

/** From the checklist of a new shop to where the step is done. */
export async function follow({ page, t, main, go }: Hands, step: string) {
  await go('today.title')
  await main.getByRole('link', { name: t(`firstSteps.step.${step}`), exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/office/today')
}

export async function expectDone({ t, main, go }: Hands, step: string) {
  await go('today.title')
  const item = main.getByRole('listitem').filter({ hasText: t(`firstSteps.step.${step}`) })
  await expect(item.getByText(t('firstSteps.isDone'))).toBeAttached()
}
