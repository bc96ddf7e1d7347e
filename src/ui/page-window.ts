/** Which page numbers are shown. Always the same number of places for one `total`, so that nothing moves while paging. */

/** A page number from 1, or a gap that stands for pages left out. */
export type PageSlot = number | 'gap-before' | 'gap-after'

/** `around` pages on both sides of the current one, the first and the last; a gap never hides just one page. */
export function pageWindow(current: number, total: number, around = 1): PageSlot[] {
  const places = 2 * around + 5
  if (total <= places) return range(1, total)
  const here = Math.min(Math.max(1, current), total)
  const edge = 2 * around + 3
  if (here <= around + 3) return [...range(1, edge), 'gap-after', total]
  if (here >= total - around - 2) return [1, 'gap-before', ...range(total - edge + 1, total)]
  return [1, 'gap-before', ...range(here - around, here + around), 'gap-after', total]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
