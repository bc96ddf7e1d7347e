// What the card gateway answers and announces, as the shop reads it.
import { z } from 'zod'
import type { Claim, PaymentState } from '../provider.ts'

const money = z
  .string()
  .regex(/^\d{1,12}\.\d{2}$/)
  .transform((decimal) => Number(decimal.replace('.', '')))

// Short on purpose: nothing as long as a card's number is ever kept of an answer.
const word = z.string().regex(/^[\w-]{1,12}$/)

export const Answer = z.object({
  /** 1 paid, 0 failed, -1 pending; whatever else comes is held for a person. */
  status: z.union([z.string(), z.number()]).transform(String).pipe(word),
  order_no: z.string().min(1).max(64),
  trade_no: z.string().regex(/^[\w-]{1,64}$/),
  amount: money,
  currency: z.string().regex(/^[A-Z]{3}$/),
  result_code: word.catch(''),
  /** While the bank waits for the card's holder. */
  redirect_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish()
    .catch(null),
  refunded_amount: money.catch(0),
  dispute: z.enum(['', 'open', 'won', 'lost']).catch(''),
})
export type Answer = z.infer<typeof Answer>

/** 1234 → '12.34', for every currency. */
export const toDecimal = (hundredths: number): string => {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function stateOf({ status, amount, redirect_url, refunded_amount, dispute }: Answer): PaymentState['state'] {
  if (dispute === 'open') return 'disputed'
  if (dispute === 'lost') return 'lost'
  switch (status) {
    case '1':
      return refunded_amount >= amount ? 'refunded' : 'completed'
    case '0':
      return 'failed'
    case '-1':
      // An unfinished sign-in at the bank is no money; without one only the bank still works (decision C2).
      return redirect_url ? 'pending' : 'processing'
    default:
      return 'unknown'
  }
}

export function claimOf({ status, refunded_amount, dispute }: Answer): Claim {
  if (dispute === 'open') return { says: 'disputed' }
  // A loss comes after a dispute that was won, too: an answer that still says `won` does not confirm it.
  if (dispute === 'lost') return { says: 'disputed', dispute: 'lost' }
  if (refunded_amount > 0) return { says: 'refunded', refundedMinor: refunded_amount }
  if (dispute === 'won') return { says: 'disputeOver' }
  return status === '1' ? { says: 'paid' } : status === '0' ? { says: 'notPaid' } : { says: 'nothing' }
}
