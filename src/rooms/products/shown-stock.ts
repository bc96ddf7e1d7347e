// How much of the stock the public sees (decision C3): exactly as long as it is short, above that only that it is more. What
// lies on the shelves is nobody's business, and any quantity may be asked for; the order decides.
import { z } from 'zod'

/** Above it, the stock that is told is this number. */
export const MOST_SHOWN = 10

export const ShownStock = z.object({
  stock: z.number(),
  /** There is more than `stock`. */
  stockIsMore: z.boolean(),
})
export type ShownStock = z.infer<typeof ShownStock>

export function shownStock(stock: number): ShownStock {
  return { stock: Math.min(stock, MOST_SHOWN), stockIsMore: stock > MOST_SHOWN }
}
