// What the operator is told when something happens to an order or its money (alerts.ts says what he can do): one open alert
// per kind and subject, raised in the transaction of what it is about.
import type { Transaction } from '#platform/database/database.ts'
import type { EventType, InTransaction } from '#platform/events/define.ts'
import { type AlertKind, raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import * as happened from '../events.ts'

interface Telling<AtHand> {
  money?: boolean
  once?: boolean
  /** Otherwise nobody here need be told. */
  isNews?: (atHand: AtHand) => boolean
}

/** Of a payment. Another payment of the same order is another alert. */
const ofPayment = <Payload extends { orderId: string; orderNo: string }, AtHand>(
  event: EventType<Payload, AtHand>,
  kind: AlertKind,
  { money = true, once = false, isNews = () => true }: Telling<AtHand> = {},
): InTransaction =>
  event.inTransaction(async (tx, { subject, payload: { orderId, orderNo, ...details }, atHand }) => {
    if (!isNews(atHand)) return
    await raiseAlert(tx, { kind, subject, orderId, details: { orderNo, paymentId: subject, ...details }, money, once })
  })

const wentPast = ({ byShop }: { byShop: boolean }) => !byShop

const WAITING_FOR_KEYS = 'order.waitingForKeys'

/** It waits for them no more. */
const keysWaitedFor = (tx: Transaction, orderId: string) =>
  resolveAlert(tx, { kind: WAITING_FOR_KEYS, subject: orderId })

export const OPERATOR_TOLD: readonly InTransaction[] = [
  ofPayment(happened.PAYMENT_DOUBTED, 'payment.doubt'),
  // Said again each time that its provider is asked.
  ofPayment(happened.PAYMENT_CONTRADICTED, 'payment.contradicted', { once: true }),
  ofPayment(happened.PAYMENT_LATE, 'payment.late', { money: false }),
  ofPayment(happened.PAYMENT_OVERPAID, 'payment.overpaid'),
  ofPayment(happened.PAYMENT_IN_REVIEW, 'payment.review'),
  ofPayment(happened.PAYMENT_WARNED, 'payment.fraudWarning'),
  ofPayment(happened.PAYMENT_DISPUTED, 'payment.disputed'),
  ofPayment(happened.PAYMENT_LOST, 'payment.lost'),
  ofPayment(happened.PAYMENT_REFUNDED, 'payment.refunded', { isNews: wentPast }),
  ofPayment(happened.PAYMENT_PARTLY_REFUNDED, 'payment.partlyRefunded', { isNews: wentPast }),
  ofPayment(happened.PAYMENT_SENT_BACK, 'payment.sentBack', { money: false }),
  ofPayment(happened.REFUND_FAILED, 'refund.failed'),
  happened.PAYMENT_UNKNOWN.inTransaction((tx, { subject, payload }) =>
    raiseAlert(tx, {
      ...{ kind: 'payment.unknown', subject, details: payload, money: true },
      // Of a dispute without a name nobody knows whether it is another one.
      once: payload.dispute !== '',
    }),
  ),
  happened.HELD.inTransaction(async (tx, { subject, payload: { reason, by }, atHand: { order } }) => {
    const { orderNo, status } = order
    // The other reasons are told by what they come from.
    if (reason === 'person')
      await raiseAlert(tx, { kind: 'order.held', subject, orderId: subject, details: { orderNo, status, by } })
  }),
  happened.LACKS_KEYS.inTransaction((tx, { subject }) =>
    raiseAlert(tx, { kind: WAITING_FOR_KEYS, subject, orderId: subject, details: {} }),
  ),
  happened.DELIVERED.inTransaction(async (tx, { subject, atHand: { order } }) => {
    // Of one that is paid just now nobody was told.
    if (order.status === 'Processing') await keysWaitedFor(tx, subject)
  }),
  ...[happened.ENTERINGS.Refunded, happened.ENTERINGS.Cancelled].map((event) =>
    event.inTransaction((tx, { subject }) => keysWaitedFor(tx, subject)),
  ),
  happened.ENDED_WITHOUT_KEYS.inTransaction((tx, { subject, payload }) =>
    raiseAlert(tx, { kind: 'order.endedWithoutKeys', subject, orderId: subject, details: payload }),
  ),
]
