// What a change of many products makes of each.
import { HIGHEST_CENTS } from './limits.ts'

/** Cents on which a price shall end; null: as it comes out. */
export type Ending = 99 | 95 | 90 | 0 | null

export type BulkChange =
  /** Hundredths of a percent, then US cents, both added; `ending` last. */
  | { what: 'price'; basisPoints: number; cents: number; ending: Ending }
  | { what: 'sale'; on: boolean }
  | { what: 'category'; categoryId: number }

/** An offer on sale, or off it: for good, until its feed holds it again, or until its seller is open. Flags: both may be. */
export const SALE = { off: 0, on: 1, untilInFeed: 2, untilOpen: 4 } as const

export const saleNow = (offer: { active: boolean; isAbsent: boolean; closedWithSeller: boolean }): number =>
  offer.active
    ? SALE.on
    : (offer.isAbsent ? SALE.untilInFeed : SALE.off) | (offer.closedWithSeller ? SALE.untilOpen : SALE.off)

/** What waited for its seller when he is open: on sale, or off until its feed holds it again. */
export const onceOpen = (sale: number): number =>
  (sale & SALE.untilOpen) === 0 ? sale : sale & SALE.untilInFeed || SALE.on

/** What waits for its seller is put on sale: the database keeps it off as long as he is closed. */
export const offerOf = (sale: number) => ({
  active: (sale & (SALE.on | SALE.untilOpen)) !== 0,
  isAbsent: (sale & SALE.untilInFeed) !== 0,
})

/** What it becomes; null: that would be no price. */
export function bulkValue(change: BulkChange, now: number): number | null {
  if (change.what === 'sale') return change.on ? SALE.on : SALE.off
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
