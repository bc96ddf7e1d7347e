// What payments do later. Each asks another machine: one that hangs holds up no job about another.
import { defineJob } from '#platform/jobs/define.ts'

/** A stored webhook takes effect; `asked`: how often the provider had nothing new to say yet. */
export const HANDLE_EVENT = defineJob<{ eventId: number; asked?: number }>('payment.event')
/** Nothing of this order can be paid any more. */
export const CLOSE_ATTEMPTS = defineJob<{ orderId: string }>('payment.close')
export const SEND_REFUND = defineJob<{ refundId: string }>('payment.refund')
export const POLL_DUE = defineJob('payment.poll')
export const ASK = defineJob<{ paymentId: string }>('payment.ask')
/** What notices said long ago and no answer has confirmed is told. */
export const TELL_UNCONFIRMED = defineJob('payment.unconfirmed')
/** Each night: what providers have on their own lists is compared with what we know, each by jobs of its own. */
export const RECONCILE = defineJob<{ now?: boolean }>('payment.reconcile')
/** A page of a list, or some payments that are asked about. */
export const RECONCILE_STEP = defineJob<{ provider: string }>('payment.reconcileStep')
