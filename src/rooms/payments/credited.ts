// A payment of which a part was refunded to its member's balance (decision F7): its provider has that part still and says
// nothing of it. Pure.
import type { PaymentState } from './providers/provider.ts'

/** What a provider answered, and what went to a balance instead: `refundedMinor` is both together, `state` what they come to. */
export interface HeardState extends PaymentState {
  /** Hundredths that went to a balance so far, whatever became of them there. */
  toBalance: number
  /** What the provider itself has sent back, or its bank has taken. */
  toSource: number
  /** It is contested and was not when it was last heard of, or an answer is wanted until another time than then. */
  contestedAnew?: boolean
  /** It could not make a refund, and did not say so when it was last heard of. */
  failedAnew?: boolean
  /** Hundredths that have gone back since it was last heard of because the shop had asked for them. */
  byShop: number
}

/** `more`: goes to the balance just now. */
export function heardOf(
  payment: { toBalance: number; paidAmount: number | null },
  state: PaymentState,
  more = 0,
): HeardState {
  const toBalance = payment.toBalance + more
  // What has gone both ways, because somebody sent it back at the provider too, is no more than what came.
  const paid = Math.max(state.amountMinor, payment.paidAmount ?? 0)
  const refundedMinor = Math.max(state.refundedMinor, Math.min(paid, state.refundedMinor + toBalance))
  const isAll = toBalance > 0 && state.state === 'completed' && refundedMinor >= paid
  return {
    ...state,
    ...(isAll && { state: 'refunded' }),
    refundedMinor,
    toBalance,
    toSource: state.refundedMinor,
    byShop: more,
  }
}
