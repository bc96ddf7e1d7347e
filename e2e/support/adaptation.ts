// A page as its reader changes it: larger letters, wider spacing.
import { expect, type Locator, type Page } from '@playwright/test'
import { cutTexts, settled, smallTargets, tooWide } from './checks.ts'

/** WCAG 1.4.12. By a stylesheet of the tester's, past the shop's content policy. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

export const enlarge = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

export async function expectRoom(page: Page, where: string): Promise<void> {
  await settled(page)
  expect.soft(await tooWide(page), where).toEqual([])
  expect.soft(await cutTexts(page), where).toEqual([])
}

/** The words of a name that stand on more than one line each. */
export const brokenWords = (name: Locator) =>
  name.evaluate((element) => {
    const text = element.firstChild!
    return [...element.textContent.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })

/** A page on a desktop, with wider spacing and with larger letters: nothing is cut, and no target is missed. The page stays so. */
export async function expectAdaptable(page: Page): Promise<void> {
  expect.soft(await smallTargets(page, 24), 'targets').toEqual([])
  await spaceText(page)
  await expectRoom(page, 'text spacing')
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  await enlarge(page, 200)
  await expectRoom(page, '200 % of 1280 px')
  await page.setViewportSize({ width: 640, height: 900 })
  await expectRoom(page, '200 % of 640 px')
}
