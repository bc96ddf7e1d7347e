// Whether a provider's answer and what we know of a payment are the same money.
import { heardOf } from './credited.ts'
import type { PaymentState } from './providers/provider.ts'
import type { PaymentRow } from './store.ts'

export type DifferenceKind =
  | 'paidThereAlone'
  | 'paidHereAlone'
  | 'currency'
  | 'amount'
  | 'refund'
  | 'dispute'
  /** Its provider's list has it with another sum than its provider's answer. */
  | 'listedOtherwise'
  /** Its provider says that it is paid, and does not have it on its list. */
  | 'unlisted'
  /** What its provider answers about it cannot be read. */
  | 'unreadable'
  /** A signed notice of it said so, and its provider's answers have not agreed with that for an hour. */
  | 'notConfirmed'
  /** It is on our account's list, names this shop, and we do not have it. */
  | 'unknownHere'

export interface Difference {
  what: DifferenceKind
  theirs: object
  ours: object
}

type Known = Pick<PaymentRow, 'id' | 'state' | 'paidAmount' | 'refundedAmount' | 'toBalance' | 'currency'>

/** Undefined: of the money both say the same. `state` null: the provider knows no such payment. */
export function differenceOf(payment: Known, state: PaymentState | null): Difference | undefined {
  const what = kindOf(payment, state)
  return what && asDifference(what, payment, state)
}

export function asDifference(what: DifferenceKind, payment: Known, state: PaymentState | null): Difference {
  return {
    what,
    theirs: state
      ? { state: state.state, paid: state.amountMinor, back: state.refundedMinor, currency: state.currency }
      : { state: 'not known' },
    ours: {
      state: payment.state,
      paid: payment.paidAmount ?? 0,
      back: payment.refundedAmount,
      // The part of `back` that went to the member's balance: the provider has it still, and is right to.
      ...(payment.toBalance > 0 && { toBalance: payment.toBalance }),
      currency: payment.currency,
    },
  }
}

function kindOf(payment: Known, state: PaymentState | null): DifferenceKind | undefined {
  const [here, there] = [payment.paidAmount ?? 0, state?.amountMinor ?? 0]
  if (here > 0 && there === 0) return 'paidHereAlone'
  if (!state) return undefined
  if (here === 0 && there > 0) return 'paidThereAlone'
  if (there > 0 && state.currency !== payment.currency && payment.state !== 'unknown') return 'currency'
  if (here !== there) return 'amount'
  if (payment.refundedAmount !== heardOf(payment, state).refundedMinor) return 'refund'
  const contested = (one: string) => one === 'disputed' || one === 'lost'
  if (contested(payment.state) !== contested(state.state)) return 'dispute'
  return undefined
}

/** Nothing that its order should hear of has changed. */
export function isSame(payment: Known, state: PaymentState): boolean {
  const known = payment.state === 'created' ? 'pending' : payment.state
  return state.attemptId === payment.id && heardOf(payment, state).state === known && state.mayCapture === undefined
}
