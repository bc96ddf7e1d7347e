// When a price may be called reduced (EU directive 98/6 Art. 6a; CJEU C-330/23; docs/decisions/013): only below the lowest
// price of the 30 days before the reduction, and the percentage counts from that one. Amounts are hundredths of one currency.

import { convert, type Exchange, toMajor } from '#platform/money.ts'

export interface Reduction {
  /** What it cost right before. */
  before: number
  /** The lowest it cost in the 30 days before the reduction. */
  lowest: number
  /** Whole percent below `lowest`, rounded down: never more than is true. */
  percent: number
}

/** Null where there is nothing to announce; less than one percent is nothing. */
export function reductionOf(now: number, before: number | null, lowest: number | null): Reduction | null {
  if (before === null || lowest === null || now >= lowest) return null
  const percent = Number((BigInt(lowest - now) * 100n) / BigInt(lowest))
  return percent < 1 ? null : { before, lowest, percent }
}

/** The reduction of a price in US cents as the calls say it: in the currency's major units. */
export function reductionIn(priceCents: number, before: number | null, lowest: number | null, exchange: Exchange) {
  const found = reductionOf(convert(priceCents, exchange), before, lowest)
  return found && { priceBefore: toMajor(found.before), lowestPrice30: toMajor(found.lowest), percent: found.percent }
}
