/** The tab that a key leads to, or nothing for other keys. */
export function tabAfter(key: string, at: number, count: number, rtl: boolean): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === (rtl ? 'ArrowLeft' : 'ArrowRight')) return (at + 1) % count
  if (key === (rtl ? 'ArrowRight' : 'ArrowLeft')) return (at - 1 + count) % count
  return undefined
}
