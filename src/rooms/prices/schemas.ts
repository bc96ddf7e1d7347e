// What may be said of a reduction, as the calls say it.
import { z } from 'zod'

/** Null: none may be announced. The amounts are in the currency that the call named, at the rates of their time. */
export const Reduction = z
  .object({
    priceBefore: z.number(),
    /** The lowest of the 30 days before the reduction (EU 98/6 Art. 6a). */
    lowestPrice30: z.number(),
    /** Whole percent below `lowestPrice30`, rounded down. */
    percent: z.number(),
  })
  .nullable()
