// What other rooms may ask of visits.
import type { Queryable } from '#platform/database/database.ts'
import type { Span } from '#platform/database/days.ts'
import { visitorsOf } from './store.ts'

/** Visits that are looked at to tell how many came. */
const MOST = 200_000
/** Everybody who looks at the figures asks every ten seconds, and a busy day has many visits to count. */
const KEPT_MS = 60_000

/** Counts visitors of a time; the answer to the same `question` is kept for a minute. */
export function createVisitorCount(db: Queryable): (question: string, span: Span) => Promise<number> {
  const kept = new Map<string, { until: number; visitors: Promise<number> }>()
  return (question, span) => {
    const now = performance.now()
    const known = kept.get(question)
    if (known && known.until > now) return known.visitors
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old)
    const visitors = visitorsOf(db, span, MOST)
    kept.set(question, { until: now + KEPT_MS, visitors })
    visitors.catch(() => kept.delete(question))
    return visitors
  }
}
