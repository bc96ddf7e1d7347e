// What every page is looked at for. Each answers what it found, in words, so that a failure says what to mend.
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

/**
 * Until what was asked for is there (rows of before stand grey so long), and nothing moves or fades any more: a colour on its
 * way is nobody's contrast.
 */
export async function settled(page: Page): Promise<void> {
  // A button may wait for what is looked at, such as a question before it goes on.
  await expect(page.locator('[aria-busy=true]:not(button)')).toHaveCount(0)
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    // A transition that ends may start another, of what inherits from it.
    for (let still = 0; still < 3; await frame())
      still = document.getAnimations().some(({ playState }) => playState === 'running') ? 0 : still + 1
  })
}

/** Landmarks named and told apart; headings in order; pictures and links with names, and no two places of one name. */
export function structure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]')
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ??
      document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
      ''
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(seen)

    let level = 0
    for (const heading of all('h1, h2, h3, h4, h5, h6')) {
      const next = Number(heading.tagName[1])
      if (next > level + 1) found.push(`h${next} after h${level}: ${heading.textContent}`)
      if (!heading.textContent?.trim()) found.push(`an empty h${next}`)
      level = next
    }
    const landmarks = all('nav, aside, section[aria-label], section[aria-labelledby], search, form[aria-label]')
    const names = landmarks.map((element) => `${element.tagName} ${nameOf(element).trim()}`)
    for (const [at, name] of names.entries()) {
      if (/^(NAV|ASIDE) $/.test(name)) found.push(`without a name: ${landmarks[at]!.outerHTML.slice(0, 100)}`)
      if (names.indexOf(name) !== at) found.push(`twice: ${name}`)
    }
    for (const image of all('img, [role=img]'))
      if (image.getAttribute('alt') === null && !nameOf(image)) found.push(`no alt: ${image.outerHTML.slice(0, 120)}`)
    for (const icon of document.querySelectorAll('svg'))
      if (!icon.closest('[aria-hidden=true], [role=img], [aria-label]'))
        found.push(`heard: ${icon.outerHTML.slice(0, 100)}`)
    // The same words must not lead to two places.
    const places = new Map<string, string>()
    for (const link of all('main a[href]')) {
      const name = (link.getAttribute('aria-label') ?? link.textContent ?? '').replace(/\s+/g, ' ').trim()
      const href = (link as HTMLAnchorElement).pathname + (link as HTMLAnchorElement).search
      if (!name) found.push(`a link without a name to ${href}`)
      const before = places.get(name)
      if (before !== undefined && before !== href) found.push(`"${name}" leads to ${before} and ${href}`)
      places.set(name, href)
    }
    return found
  })
}

/** What sticks out of the window sideways, if the page can be scrolled there. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const rtl = root.dir === 'rtl'
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      if (width === 0 || (rtl ? left > -1 : right < root.clientWidth + 1)) return false
      // Within a row of its own that rolls, or is cut, it widens no page.
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible' && box !== document.body) return false
      return true
    })
    return [`${root.scrollWidth} px`, ...wide.slice(0, 4).map((element) => element.outerHTML.slice(0, 160))]
  })
}

/**
 * Text that is cut off by a box around it, sticks out of its button or lies on other text. Left out: what only screen
 * readers hear, what can be scrolled to, and what is the shopper's or a seller's own (`<bdi>`) and ends in an ellipsis.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    type Shown = { element: Element; text: string; box: Box; floats: Element | null }
    const found = new Set<string>()
    const say = (what: string, { element, text }: Shown) =>
      found.add(`${what}: "${text.slice(0, 60)}" in <${element.tagName.toLowerCase()} class="${element.className}">`)

    /** The part of it that is seen, after saying what is wrong with the rest. */
    function seen(one: Shown): Shown | undefined {
      const box = { ...one.box }
      let absolute = false
      for (
        let around: Element | null = one.element;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const style = getComputedStyle(around)
        const { left, right, top, bottom, width, height } = around.getBoundingClientRect()
        const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible'
        if (style.clipPath.startsWith('inset(50%') || (hides && width <= 1 && height <= 1)) return undefined
        const [cutsX, cutsY] = [/hidden|clip/.test(style.overflowX), /hidden|clip/.test(style.overflowY)]
        const outX = box.left < left - 1.5 || box.right > right + 1.5
        const outY = box.top < top - 3 || box.bottom > bottom + 3
        if (outX && cutsX && style.textOverflow === 'ellipsis') {
          // The last crumb repeats the heading below it.
          const repeated = document.querySelector('h1')?.textContent?.includes(one.text)
          if (!around.closest('bdi') && !around.querySelector('bdi') && !repeated) say('ends in …', one)
        } else if ((outX && cutsX) || (outY && cutsY && style.webkitLineClamp === 'none')) say('cut', one)
        else if (outX && !absolute && /^(A|BUTTON|LABEL)$/.test(around.tagName) && style.display !== 'inline')
          say('out of its button', one)
        if (hides) {
          box.left = Math.max(box.left, left)
          box.right = Math.min(box.right, right)
          box.top = Math.max(box.top, top)
          box.bottom = Math.min(box.bottom, bottom)
          if (box.left >= box.right || box.top >= box.bottom) return undefined
        }
        if (style.position === 'absolute') absolute = true
        if (/fixed|sticky/.test(style.position)) one.floats ??= around
      }
      return { ...one, box }
    }

    const shown: Shown[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || !text || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|TITLE)$/.test(element.tagName)) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
        if (width <= 1 || height <= 1) continue
        const part = seen({ element, text, box: { left, right, top, bottom }, floats: null })
        if (part) shown.push(part)
      }
    }

    // Lines overlap by their boxes, not by their letters: a third of the height is air.
    for (const [at, a] of shown.entries()) {
      for (const b of shown.slice(at + 1)) {
        if (a.floats !== b.floats || a.element.contains(b.element) || b.element.contains(a.element)) continue
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const air = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top) / 3
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (wide > 2 && high > air) say(`on "${b.text.slice(0, 30)}"`, a)
      }
    }
    return [...found]
  })
}

/**
 * What a finger could miss: controls smaller than so many pixels either way. Links in a sentence are as high as their
 * line, and a smaller one may stand alone, with nothing else within that distance (WCAG 2.5.8).
 */
export function smallTargets(page: Page, pixels: number): Promise<string[]> {
  return page.evaluate((least) => {
    // Under the bar that stays, something else would be met.
    scrollTo(0, 0)
    const shown = (element: HTMLElement) => {
      const style = getComputedStyle(element)
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      if (style.clipPath.startsWith('inset(50%') || (element.offsetWidth <= 1 && element.offsetHeight <= 1))
        return false
      return !element.closest('[inert], [aria-hidden=true]') && !element.matches(':disabled, [role=option]')
    }
    /** Where a press counts: a card that is one link all over, a tick with its label. */
    const area = (element: HTMLElement): DOMRect => {
      const after = getComputedStyle(element, '::after')
      if (after.position === 'absolute' && after.content !== 'none') {
        const around = element.offsetParent ?? element
        return around.getBoundingClientRect()
      }
      const label = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : null
      return (label ?? element).getBoundingClientRect()
    }
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    /** The bar that it stays in, whatever is scrolled: what lies beneath it can be scrolled away from it. */
    const barOf = (element: Element | null): Element | null =>
      element && !/fixed|sticky/.test(getComputedStyle(element).position) ? barOf(element.parentElement) : element
    const targets = [...document.querySelectorAll<HTMLElement>(controls)]
      .filter(shown)
      .map((element) => ({ element, box: area(element), bar: barOf(element) }))
    return targets
      .filter(({ element, box, bar }) => {
        if (box.width >= least - 0.5 && box.height >= least - 0.5) return false
        const text = element.textContent!.trim()
        const around = element.parentElement?.closest('p, li, dd, td, span')
        const flows = getComputedStyle(element).display === 'inline' || element.parentElement === around
        if (element.matches('a') && flows && around && around.textContent!.trim().length > text.length) return false
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
        // A circle around its middle meets no other target.
        return targets.some((other) => {
          if (other.element === element || other.element.contains(element) || element.contains(other.element))
            return false
          if (other.bar !== bar) return false
          const dx = Math.max(other.box.left - x, 0, x - other.box.right)
          const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
          return Math.hypot(dx, dy) < least / 2
        })
      })
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)}×${Math.round(box.height)}: ${element.outerHTML.replace(/ class="[^"]*"/, '').slice(0, 140)}`,
      )
  }, pixels)
}

/** Waits until React has taken the element over: from then on it hears what is done to it. */
export async function expectAlive(element: Locator): Promise<void> {
  const isAlive = (found: Element) => Object.keys(found).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isAlive), 'the page is alive here').toBe(true)
}

/** The one mark within a place that takes the colour of its text: it has its size, its drawing can be had, and it is seen. */
export async function expectDrawn(place: Locator): Promise<void> {
  const mark = place.locator('svg').filter({ has: place.page().locator('mask') })
  expect((await mark.boundingBox())!.width).toBeGreaterThan(60)
  const address = await mark.locator('image').getAttribute('href')
  const drawing = await mark.page().request.get(address!)
  expect(drawing.headers()['content-type']).toContain('image/svg+xml')
  const isSeen = async () =>
    (
      await sharp(await mark.screenshot())
        .greyscale()
        .stats()
    ).channels[0]!.stdev > 5
  await expect.poll(isSeen, 'more than one colour is seen').toBe(true)
}

/**
 * Controls within these elements that cannot be scrolled to, or under whose middle something else lies; and what of them
 * is larger than the window, or scrolls sideways.
 */
export function outOfReach(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((within) => {
    // Of a slider only its thumb can be met.
    const CONTROLS =
      ':is(a[href], button, input:not([type=range], [type=hidden]), select, textarea, summary):not(:disabled)'
    const found: string[] = []
    const say = (what: string, element: Element) =>
      found.push(`${what}: ${element.outerHTML.replace(/ class="[^"]*"/, '').slice(0, 140)}`)
    const places = [...document.querySelectorAll<HTMLElement>(within)].filter((place) => place.checkVisibility())
    if (places.length === 0) found.push(`nothing is ${within}`)
    for (const place of places) {
      const { left, right, top, bottom, width } = place.getBoundingClientRect()
      const floats = width > 0 && /fixed|absolute/.test(getComputedStyle(place).position)
      if (floats && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1))
        say('larger than the window', place)
      for (const box of [place, ...place.querySelectorAll('*')])
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1)
          say('scrolls sideways', box)
      for (const control of place.querySelectorAll<HTMLElement>(CONTROLS)) {
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        if (control.matches('input') && control.scrollWidth > control.clientWidth + 1) say('cut', control)
        control.scrollIntoView({ block: 'center', behavior: 'instant' })
        const target = control.closest('label') ?? control
        const met = [...target.getClientRects()].some((box) =>
          target.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)),
        )
        if (!met) say('out of reach', control)
      }
    }
    return found
  }, selector)
}
