// What other rooms may ask of the payments.
export type { Offers } from './method-health.ts'
export { isForMembers, type Method, type Methods, methodWords } from './methods.ts'
export { FIRST_POLL_MS } from './opening.ts'
export type { Payments } from './payments.ts'
export { isPaidInFull, type PaymentState } from './providers/provider.ts'
export { dropWanted, hasRefund, refundsOf, wantRefund } from './refund-store.ts'
export type { Settlement } from './settlement.ts'
export { askNow, type PaymentRow, paymentsOf, toDoOf } from './store.ts'
