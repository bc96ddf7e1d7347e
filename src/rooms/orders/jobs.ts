// What orders do later.
import { defineJob } from '#platform/jobs/define.ts'

export const COMPLETE_OLD = defineJob('order.completeOld')
export const REFUND_WAITING = defineJob('order.refundWaiting')
/**
 * Mails the link to the order, if number and address belong together. `address`: keyed hash of the one that was typed, which would lie
 * here while it is tried (`typedAddress`). `asker`: as the mail knows who asks (`askerOf`). One that is tried no more is forgotten after a day.
 * `email`: of a job that was enqueued before it was a hash, and may go when no such job can be waiting.
 */
export const FIND_ORDERS = defineJob<OrderWanted>('order.find')
export type OrderWanted = { orderNo: string; asker?: string } & (
  | { address: string; email?: never }
  | { address?: never; email: string }
)
/** What a member's order earns as it is now. */
export const REWARD = defineJob<{ orderId: string }>('order.reward')
/** What was sold in the last 30 days, by which lists are ordered. */
export const COUNT_SALES = defineJob('order.countSales')
/** What was asked of orders, and from where. */
export const FORGET_REQUESTS = defineJob('order.forgetRequests')
/** Once more, after every order is written that was being made while its member confirmed the address. */
export const JOIN_GUESTS = defineJob<{ memberId: string }>('order.joinGuests')
