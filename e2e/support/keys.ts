// Hands on the keyboard only.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Presses Tab (or Shift+Tab) until something has the focus, which must then be seen. Fails where the way is longer than a page. */
export async function tabTo(page: Page, target: Locator, { back = false, most = 80 } = {}): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    if (
      (await target.count()) > 0 &&
      (await target.first().evaluate((element) => element === document.activeElement))
    ) {
      await expectFocusSeen(page)
      return
    }
  }
  throw new Error(`${target} is not reached by ${most} presses of Tab`)
}

/** What has the focus has a ring (its own, or its label's) and is not behind something else (WCAG 2.4.7, 2.4.11). */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(unseenFocus)).toBe('')
}

/** In the page: what is wrong with how the focus looks; empty where nothing is. */
function unseenFocus(): string {
  const element = document.activeElement as HTMLElement
  const says = element.outerHTML.slice(0, 120)
  if (element === document.body) return 'nothing has the focus'
  // Its own, that of a card which is one link all over, or that of a radio button drawn by its label.
  const rings = [getComputedStyle(element), getComputedStyle(element, '::after')]
  const label = element.closest('label')
  if (label) rings.push(getComputedStyle(label))
  const ringed = rings.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  )
  // A slider's ring is its thumb's, which no script can ask for.
  if (!ringed && !element.matches('[type=range]')) return `no ring: ${says}`
  const box = element.closest('.star-input > label') ?? element
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const inside = (at: number, most: number) => Math.min(Math.max(at, 1), most - 1)
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 3, top + 3],
    [right - 3, bottom - 3],
  ] as const
  const seen = points.some(([x, y]) => {
    const there = document.elementFromPoint(inside(x, innerWidth), inside(y, innerHeight))
    return there !== null && (box.contains(there) || there.contains(box))
  })
  if (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth) return `out of sight: ${says}`
  return seen ? '' : `covered: ${says}`
}
