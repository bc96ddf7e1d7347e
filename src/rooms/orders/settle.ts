// What happens to an order when its provider says something of its money. Everything here runs
// inside the caller's transaction, with the order locked first (docs/decisions/018).
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import type { Metrics } from '#platform/metrics.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { spendCouponUse } from '#rooms/coupons/hands.ts'
import { hasRefund, isPaidInFull, type PaymentRow, type PaymentState, type Settlement } from '#rooms/payments/hands.ts'
import { createGiveUp } from './give-up.ts'
import * as holds from './hold-store.ts'
import { takeAgain } from './late.ts'
import { createMoneyBack } from './money-back.ts'
import { createOrderMoves } from './order-moves.ts'
import { mayMove, type OrderStatus } from './rules.ts'
import { createPlainSettling, type DeliveryWriter } from './settle-plainly.ts'
import * as store from './store.ts'

export interface SettleOptions {
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
  metrics: Metrics
  /** By method: for how many hours keys stay reserved while money is under way. */
  underWayHours: Record<number, number>
  /** Without it, mails with keys are written by their jobs alone. */
  deliveryWriter?: DeliveryWriter
}

export type Settling = ReturnType<typeof createSettling>

export function createSettling({ mailDomain, metrics, underWayHours, deliveryWriter }: SettleOptions) {
  const moves = createOrderMoves({ mailDomain, metrics })
  const { moveAlong, move, promise, tell, tellHeld, deliver, takeOver } = moves
  const { sendBack, giveBack, takeBackUnits, refundWaiting, refundWaitingOrder } = createMoneyBack(moves)
  const { giveUp, expireOverdue } = createGiveUp(moves, underWayHours)

  /** Held: it keeps its status, and a person decides. Said once for the same facts. */
  async function doubt(
    tx: Transaction,
    order: store.OrderRow,
    payment: PaymentRow,
    reason: holds.HoldReason,
    state: PaymentState,
  ) {
    const details = {
      state: state.rawState.slice(0, 60),
      paid: state.amountMinor,
      refunded: state.refundedMinor,
      currency: state.currency.slice(0, 10),
    }
    if (!(await holds.hold(tx, order.id, { paymentId: payment.id, reason, details }))) return
    await tell(tx, 'payment.doubt', order, payment, { reason, ...details })
    // Who contests a payment knows of it.
    if (reason !== 'disputed') await tellHeld(tx, order)
  }

  /** Certain money for an order that is not paid yet. */
  async function pay(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, state: PaymentState) {
    const late = order.status !== 'Unpaid'
    if (late || order.releasedAt) {
      const refusal =
        order.status === 'Cancelled'
          ? 'cancelled by its buyer'
          : await takeAgain(
              tx,
              order,
              { ...payment, payableUntil: state.payableUntil ?? payment.payableUntil },
              order.now,
            )
      if (refusal) return sendBack(tx, order, payment, state, 'late', refusal)
      await tell(tx, 'payment.late', order, payment, { status: order.status }, false)
    } else if (order.couponId !== null) await spendCouponUse(tx, order.couponId, order.id)
    const owed = state.amountMinor - state.refundedMinor - payment.amount
    if (owed > 0) await tell(tx, 'payment.overpaid', order, payment, { owed, currency: payment.currency })
    await takeOver(tx, order, payment)
    const paid: store.Step = {
      to: 'Paid',
      actor: payment.provider,
      reason: late ? `paid while ${order.status}` : 'paid',
    }
    if (state.inReview) return holdForReview(tx, order, payment, paid)
    await deliver(tx, order, paid)
  }

  /** Paid, and its keys stay reserved until the provider's people have looked at it (decision C1). */
  async function holdForReview(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, paid?: store.Step) {
    await holds.hold(tx, order.id, { paymentId: payment.id, reason: 'review', details: {} })
    if (!paid) return
    await moveAlong(tx, order.id, [paid, { to: 'Processing', actor: 'system', reason: 'held for review' }])
    await tell(tx, 'payment.review', order, payment, {})
    await tellHeld(tx, order)
  }

  const settlement: Settlement<store.LockedOrder> = {
    lock: store.lockOrder,
    plainly: createPlainSettling(moves, deliveryWriter),

    async mayPay(tx, order) {
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      if (await holds.isUnderWay(tx, order.id)) throw refused('pay.underWay')
      if (await holds.isHeld(tx, order.id)) throw refused('pay.held')
    },

    async heard(tx, order, payment, state) {
      if (state.attemptId !== payment.id) return doubt(tx, order, payment, 'other attempt', state)
      const own = order.paidPaymentId === payment.id
      const sentNow = state.refundedMinor - payment.refundedAmount
      if (sentNow > 0 && state.state !== 'lost')
        await promise(tx, order, 'refund', { amount: String(sentNow), currency: state.currency })
      if (sentNow > 0)
        await holds.lift(tx, order.id, {
          actor: 'system',
          why: 'refunded',
          paymentId: payment.id,
          reasons: ['refund failed'],
        })
      if (own) await takeBackUnits(tx, order, payment)
      if (sentNow < 0) await tell(tx, 'refund.failed', order, payment, { amount: -sentNow, currency: state.currency })
      if (state.refund === 'failed') await tell(tx, 'refund.failed', order, payment, { state: state.rawState })

      switch (state.state) {
        case 'unknown':
          return doubt(tx, order, payment, 'state', state)
        case 'processing':
          if (order.status === 'Unpaid' && payment.underWaySince === null) await promise(tx, order, 'underWay')
          return
        case 'disputed':
          await tell(tx, 'payment.disputed', order, payment, {})
          if (!own) return void (await doubt(tx, order, payment, 'disputed', state))
          if (mayMove(order.status, 'Disputed'))
            await move(tx, order.id, 'Disputed', 'disputed at the provider', payment.provider)
          return
        case 'completed':
          return own ? ownCompleted(tx, order, payment, state) : completed(tx, order, payment, state)
        case 'refunded':
        case 'lost':
          if (own) {
            const partly = state.refundedMinor < state.amountMinor && order.status === 'Processing'
            const status = partly ? await goOn(tx, order) : order.status
            return giveBack(tx, { ...order, status }, payment, state)
          }
          await holds.lift(tx, order.id, { actor: 'system', why: state.state, paymentId: payment.id })
          return
        default:
          // Nothing was paid: there is nothing to doubt any more.
          await holds.lift(tx, order.id, { actor: 'system', why: state.rawState, paymentId: payment.id })
      }
    },

    async warned(tx, order, payment, kind) {
      await tell(tx, 'payment.fraudWarning', order, payment, { kind, status: order.status })
      if (!['Unpaid', 'Paid', 'Processing'].includes(order.status)) return
      const held = { paymentId: payment.id, reason: 'warning', details: { kind } } as const
      if (await holds.hold(tx, order.id, held)) await tellHeld(tx, order)
    },

    async stray(tx, { provider, attemptId, providerRef }) {
      await raiseAlert(tx, {
        kind: 'payment.unknown',
        subject: `${provider} ${attemptId ?? ''} ${providerRef ?? ''}`,
        details: { provider, attemptId, providerRef },
        money: true,
      })
    },

    mayRefund(order, refund) {
      // What pays the order meanwhile is no surplus (nobody's good payment is sent back for another's failure).
      return refund.cause === 'late' || refund.cause === 'surplus' ? order.paidPaymentId !== refund.paymentId : true
    },

    async refundFailed(tx, order, refund, problem) {
      const payment = { id: refund.paymentId }
      await holds.hold(tx, order.id, {
        paymentId: payment.id,
        reason: 'refund failed',
        details: { refundId: refund.id },
      })
      await tell(tx, 'refund.failed', order, payment, { problem, amount: refund.amount, currency: refund.currency })
    },
  }

  /** The payment that has paid the order, asked about again. */
  async function ownCompleted(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, state: PaymentState) {
    await holds.lift(tx, order.id, {
      actor: 'system',
      why: 'completed',
      paymentId: payment.id,
      reasons: state.inReview ? ['state', 'other attempt'] : ['state', 'other attempt', 'review'],
    })
    let status = order.status
    if (status === 'Disputed' && order.statusBeforeDispute) {
      await move(tx, order.id, order.statusBeforeDispute, 'the dispute was won', payment.provider)
      status = order.statusBeforeDispute
    }
    if (state.inReview && status === 'Processing') await holdForReview(tx, order, payment)
    if (status === 'Processing') status = await goOn(tx, order)
    if (state.refundedMinor > 0) await giveBack(tx, { ...order, status }, payment, state)
  }

  /** What waits is delivered, unless something holds it. Answers the status that it then has. */
  async function goOn(tx: Transaction, order: store.LockedOrder): Promise<OrderStatus> {
    if (await holds.isHeld(tx, order.id)) return order.status
    await deliver(tx, order)
    return (await store.lockOrder(tx, order.id))!.status
  }

  async function completed(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, state: PaymentState) {
    const unpaid = ['Unpaid', 'Expired', 'Cancelled'].includes(order.status)
    // Settled by another payment, or by nothing where nothing was to be paid.
    if (!unpaid) return sendBack(tx, order, payment, state, 'surplus', 'the order is paid already')
    if (await hasRefund(tx, payment.id)) return
    const attempt = { attemptId: payment.id, amountMinor: payment.amount, currency: payment.currency }
    if (!isPaidInFull(state, attempt)) return doubt(tx, order, payment, 'amount', state)
    // Money that is on its way back, or should be, pays nothing.
    if (state.refund) return doubt(tx, order, payment, 'state', state)
    await holds.lift(tx, order.id, { actor: 'system', why: 'completed', paymentId: payment.id, reasons: UNDOUBTED })
    // A fraud warning came first, or money that should go back could not.
    const held = (await holds.openHolds(tx, order.id)).some((hold) => hold.paymentId === payment.id)
    if (!held) await pay(tx, order, payment, state)
  }

  /** An order that costs nothing is paid by being made: there is no provider to ask. */
  async function payNothing(tx: Transaction, orderId: string): Promise<void> {
    const order = await store.lockOrder(tx, orderId)
    if (order?.total !== 0) throw new Error('only an order that costs nothing is paid by nothing')
    if (order.status !== 'Unpaid') return
    await deliver(tx, order, { to: 'Paid', actor: 'system', reason: 'nothing to pay' })
    if (order.couponId !== null) await spendCouponUse(tx, order.couponId, orderId)
  }

  return {
    settlement,
    giveUp,
    payNothing,
    deliver,
    takeOver,
    expireOverdue,
    refundWaiting,
    refundWaitingOrder,

    /** Job: keys have arrived for an offer; the orders that wait for them are served in the order they were paid. */
    async serveWaiting(db: Database, offerId: number): Promise<void> {
      for (const id of await store.ordersWaitingFor(db, offerId)) {
        const owing = await db.transaction(async (tx): Promise<number[]> => {
          const order = await store.lockOrder(tx, id)
          return order?.status === 'Processing' && !(await holds.isHeld(tx, id)) ? deliver(tx, order) : []
        })
        // A key that arrives from here on belongs to this order: whoever brings it begins again at the front.
        if (owing.includes(offerId)) return
      }
    },

    /** Job, hourly. */
    async completeOld(db: Database): Promise<void> {
      for (const id of await store.ordersToComplete(db)) {
        await db.transaction((tx) => move(tx, id, 'Completed', '14 days after delivery'))
      }
    },
  }
}

/** What is over once a payment is complete in full. */
const UNDOUBTED: holds.HoldReason[] = ['amount', 'state', 'other attempt', 'disputed', 'review']
