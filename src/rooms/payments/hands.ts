// What other rooms may ask of the payments.

export { giveUpTask, nameTask, type RefundTask, tasksOf, tasksToMake } from './by-hand.ts'
export type { Charged } from './cards.ts'
export type { HeardState } from './credited.ts'
export { differencesToSettle, settleDifference } from './differences.ts'
export { RECONCILE } from './jobs.ts'
export { lockTask, recordLost, recordMade } from './made-by-hand.ts'
export type { Offers } from './method-health.ts'
export { isForMembers, type Method, type Methods, methodWords, takesRefunds } from './methods.ts'
export { FIRST_POLL_MS, refuseTooManyTries } from './opening.ts'
export type { Payments } from './payments.ts'
export { forgetReasons } from './personal-store.ts'
export { BALANCE } from './providers/balance/adapter.ts'
export { HAND } from './providers/hand/adapter.ts'
export { type CardOrder, isPaidInFull, type PaymentState } from './providers/provider.ts'
export { receiveByHand } from './received.ts'
export { paymentOfDifference } from './reconcile-store.ts'
export {
  BACK_FOR_UNITS,
  dropWanted,
  hasRefund,
  refundsOf,
  SURPLUS_BACK,
  sentBackByItself,
  sentByShop,
  surplusBack,
  wantRefund,
} from './refund-store.ts'
export type { Settlement } from './settlement.ts'
export { acceptCurrency, askNow, type PaymentRow, paymentById, paymentsOf, toDoOf } from './store.ts'
