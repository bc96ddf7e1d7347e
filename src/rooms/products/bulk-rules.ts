// What a change of many products makes of each.
import { HIGHEST_CENTS } from './limits.ts'

/** Cents on which a price shall end; null: as it comes out. */
export type Ending = 99 | 95 | 90 | 0 | null

export type BulkChange =
  /** Hundredths of a percent, then US cents, both added; `ending` last. */
  | { what: 'price'; basisPoints: number; cents: number; ending: Ending }
  | { what: 'sale'; on: boolean }
  | { what: 'category'; categoryId: number }

/** What it becomes; null: that would be no price. */
export function bulkValue(change: BulkChange, now: number): number | null {
  if (change.what === 'sale') return change.on ? 1 : 0
  if (change.what === 'category') return change.categoryId
  const { basisPoints, cents, ending } = change
  const exact = Math.round((now * (10_000 + basisPoints)) / 10_000) + cents
  const price = ending === null ? exact : nearestEnding(exact, ending)
  return price >= 1 && price <= HIGHEST_CENTS ? price : null
}

/** Of two that are equally near the higher one; never nothing, where there is a price below. */
function nearestEnding(cents: number, ending: number): number {
  const below = Math.floor((cents - ending) / 100) * 100 + ending
  const nearest = cents - below < below + 100 - cents ? below : below + 100
  return nearest > 0 || cents < 1 ? nearest : nearest + 100
}
