// What happens to an order when its provider says something of its money. Everything here runs
// inside the caller's transaction, with the order locked first (docs/decisions/018).
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { refused } from '#platform/http/errors.ts'
import { spendCouponUse } from '#rooms/coupons/hands.ts'
import { hasRefund, isPaidInFull, type PaymentRow, type PaymentState, type Settlement } from '#rooms/payments/hands.ts'
import * as happened from './events.ts'
import { createGiveUp } from './give-up.ts'
import * as holds from './hold-store.ts'
import { takeAgain } from './late.ts'
import { createMoneyBack } from './money-back.ts'
import { createOrderMoves, type EnteringStep } from './order-moves.ts'
import { mayMove, type OrderStatus } from './rules.ts'
import { createPlainSettling, type WriterNow } from './settle-plainly.ts'
import * as store from './store.ts'

export interface SettleOptions {
  events: Events
  /** Without it, mails with keys are written by their jobs alone. */
  writerNow?: WriterNow
}

export type Settling = ReturnType<typeof createSettling>

export function createSettling({ events, writerNow }: SettleOptions) {
  const moves = createOrderMoves({ events })
  const { moveAlong, move, deliver, takeOver } = moves
  const { sendBack, giveBack, takeBackUnits, refundWaiting, refundWaitingOrder } = createMoneyBack(moves)
  const { giveUp, expireOverdue } = createGiveUp(moves)

  /** Held: it keeps its status, and a person decides. Once for the same facts. */
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
    await events.append(
      tx,
      happened.PAYMENT_DOUBTED.of(payment.id, { ...about(order), reason, ...details }),
      happened.HELD.of(order.id, { reason }, { order }),
    )
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
      await events.append(tx, happened.PAYMENT_LATE.of(payment.id, { ...about(order), status: order.status }))
    } else if (order.couponId !== null) await spendCouponUse(tx, order.couponId, order.id)
    const owed = state.amountMinor - state.refundedMinor - payment.amount
    const { currency } = payment
    if (owed > 0) await events.append(tx, happened.PAYMENT_OVERPAID.of(payment.id, { ...about(order), owed, currency }))
    await takeOver(tx, order, payment)
    const paid: EnteringStep = {
      to: 'Paid',
      actor: payment.provider,
      reason: late ? `paid while ${order.status}` : 'paid',
    }
    if (state.inReview) return holdForReview(tx, order, payment, paid)
    await deliver(tx, order, paid)
  }

  /** Paid, and its keys stay reserved until the provider's people have looked at it (decision C1). */
  async function holdForReview(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, paid?: EnteringStep) {
    const reason = 'review'
    const isNew = await holds.hold(tx, order.id, { paymentId: payment.id, reason, details: {} })
    const held = happened.HELD.of(order.id, { reason }, { order })
    if (paid)
      await moveAlong(
        tx,
        order.id,
        [paid, { to: 'Processing', actor: 'system', reason: 'held for review' }],
        [
          happened.entered('Paid', order.id),
          happened.entered('Processing', order.id),
          happened.PAYMENT_IN_REVIEW.of(payment.id, about(order)),
          held,
        ],
      )
    else if (isNew) await events.append(tx, held)
  }

  const settlement: Settlement<store.LockedOrder> = {
    lock: store.lockOrder,
    plainly: createPlainSettling(moves, writerNow),

    async mayPay(tx, order) {
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      if (await holds.isUnderWay(tx, order.id)) throw refused('pay.underWay')
      if (await holds.isHeld(tx, order.id)) throw refused('pay.held')
    },

    async heard(tx, order, payment, state) {
      if (state.attemptId !== payment.id) return doubt(tx, order, payment, 'other attempt', state)
      const own = order.paidPaymentId === payment.id
      const sentNow = state.refundedMinor - payment.refundedAmount
      const { currency } = state
      if (sentNow > 0 && state.state !== 'lost') {
        const sent = { ...about(order), amount: sentNow, currency }
        await events.append(tx, happened.REFUND_SENT.of(payment.id, sent, { order }))
      }
      if (sentNow > 0)
        await holds.lift(tx, order.id, {
          actor: 'system',
          why: 'refunded',
          paymentId: payment.id,
          reasons: ['refund failed'],
        })
      if (own) await takeBackUnits(tx, order, payment)
      const failed = (what: object) => happened.REFUND_FAILED.of(payment.id, { ...about(order), ...what })
      if (sentNow < 0) await events.append(tx, failed({ amount: -sentNow, currency }))
      if (state.refund === 'failed') await events.append(tx, failed({ state: state.rawState }))

      switch (state.state) {
        case 'unknown':
          return doubt(tx, order, payment, 'state', state)
        case 'processing':
          if (order.status === 'Unpaid' && payment.underWaySince === null)
            await events.append(tx, happened.UNDER_WAY.of(order.id, {}, { order }))
          return
        case 'disputed':
          await events.append(tx, happened.PAYMENT_DISPUTED.of(payment.id, about(order)))
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
      const { status } = order
      const reason = 'warning'
      await events.append(tx, happened.PAYMENT_WARNED.of(payment.id, { ...about(order), kind, status }))
      if (!['Unpaid', 'Paid', 'Processing'].includes(status)) return
      if (await holds.hold(tx, order.id, { paymentId: payment.id, reason, details: { kind } }))
        await events.append(tx, happened.HELD.of(order.id, { reason }, { order }))
    },

    stray(tx, { provider, attemptId, providerRef }) {
      const called = `${provider} ${attemptId ?? ''} ${providerRef ?? ''}`
      return events.append(tx, happened.PAYMENT_UNKNOWN.of(called, { provider, attemptId, providerRef }))
    },

    mayRefund(order, refund) {
      // What pays the order meanwhile is no surplus (nobody's good payment is sent back for another's failure).
      return refund.cause === 'late' || refund.cause === 'surplus' ? order.paidPaymentId !== refund.paymentId : true
    },

    async refundFailed(tx, order, refund, problem) {
      const { paymentId, amount, currency } = refund
      const reason = 'refund failed'
      const isNew = await holds.hold(tx, order.id, { paymentId, reason, details: { refundId: refund.id } })
      await events.append(
        tx,
        ...(isNew ? [happened.HELD.of(order.id, { reason }, { order })] : []),
        happened.REFUND_FAILED.of(paymentId, { ...about(order), problem, amount, currency }),
      )
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
      status = order.statusBeforeDispute
      await moveAlong(
        tx,
        order.id,
        [{ to: status, actor: payment.provider, reason: 'the dispute was won' }],
        [happened.DISPUTE_WON.of(order.id, { back: status })],
      )
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

/** Which order a payment is for, as its events say it. */
const about = ({ id, orderNo }: store.OrderRow) => ({ orderId: id, orderNo })

/** What is over once a payment is complete in full. */
const UNDOUBTED: holds.HoldReason[] = ['amount', 'state', 'other attempt', 'disputed', 'review']
