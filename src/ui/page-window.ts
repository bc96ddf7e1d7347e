/** Which page numbers are shown. Always the same number of places for one `total`, so that nothing moves while paging. */

/** A page number from 1, or a gap that stands for pages left out. */
export type PageSlot = number | 'gap-before' | 'gap-after'

/** The current page with one on both sides, the first and the last, in 7 places; a gap never hides just one page. */
export function pageWindow(current: number, total: number): PageSlot[] {
  if (total <= 7) return range(1, total)
  const here = Math.min(Math.max(1, current), total)
  if (here <= 4) return [...range(1, 5), 'gap-after', total]
  if (here >= total - 3) return [1, 'gap-before', ...range(total - 4, total)]
  return [1, 'gap-before', ...range(here - 1, here + 1), 'gap-after', total]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
