// What costs a look at the database and may be asked for by any number at once.

const KEEP_MS = 1_000

/**
 * Who asks while it is looked for, or within a second of the answer, hears what that look finds, or how it failed: however many
 * ask, and while nobody answers, one look is under way.
 */
export function keptLook<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { until: number; found: Promise<T> } | undefined
  return () => {
    if (last && performance.now() <= last.until) return last.found
    const mine = { until: Number.POSITIVE_INFINITY, found: look() }
    last = mine
    const keep = () => {
      mine.until = performance.now() + KEEP_MS
    }
    mine.found.then(keep, keep)
    return mine.found
  }
}
