// How much of the stock the public sees (decision C3): exactly as long as it is short, above that only that it is more. What
// lies on the shelves is nobody's business, and any quantity may be asked for; the order decides.
import type { ShownStock } from './schemas.ts'

/** Above it, the stock that is told is this number. */
export const MOST_SHOWN = 10

export function shownStock(stock: number): ShownStock {
  return { stock: Math.min(stock, MOST_SHOWN), stockIsMore: stock > MOST_SHOWN }
}
