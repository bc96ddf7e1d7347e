// Layout shift, as browsers measure it.
import type { Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Every shift of what was drawn, from the first frame on, that no input explains: where it was, where it is, what it says.
 * `outside`: but not of what is in there.
 */
export async function watchShifts(page: Page, outside?: 'main'): Promise<() => Promise<string[]>> {
  await page.addInitScript((skipped) => {
    const seen: string[] = []
    // What has left the page since is none of its elements any more: where it lay says in which it was.
    const lay = (rect: DOMRect, box: DOMRect | undefined) =>
      box !== undefined && rect.top >= box.top && rect.bottom <= box.bottom
    const counts = ({ node, currentRect }: Shift['sources'][number]) => {
      if (!skipped) return true
      if (node) return !(node instanceof Element ? node : node.parentElement)?.closest(skipped)
      return !lay(currentRect, document.querySelector(skipped)?.getBoundingClientRect())
    }
    const note = (entries: PerformanceEntry[]) => {
      for (const { hadRecentInput, value, sources } of entries as Shift[])
        if (!hadRecentInput)
          for (const { node, previousRect: was, currentRect: is } of sources.filter(counts))
            seen.push(
              `${value}: ${was.x}/${was.y}+${was.height} → ${is.x}/${is.y}+${is.height}, ${node?.textContent?.slice(0, 80)}`,
            )
    }
    const watcher = new PerformanceObserver((list) => note(list.getEntries()))
    watcher.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      shifts: () => {
        note(watcher.takeRecords())
        return seen
      },
    })
  }, outside)
  return async () => {
    await page.waitForLoadState('networkidle')
    return page.evaluate(async () => {
      await document.fonts.ready
      for (let frames = 0; frames < 3; frames++)
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
      return (window as unknown as { shifts(): string[] }).shifts()
    })
  }
}
