// What happens to an order when its provider says something of its money; and when nobody pays. Everything here runs
// inside the caller's transaction, with the order locked first (docs/decisions/018).
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { AlertKind } from '#shop/alerts/kinds.ts'
import { raiseAlert } from '#shop/alerts/store.ts'
import { spendCouponUse } from '#shop/coupons/coupons.ts'
import { giveBackUse } from '#shop/coupons/store.ts'
import { forgetUnwritten, type OrderTemplate, promiseMail, wasTold } from '#shop/delivery/store.ts'
import type { Settlement } from '#shop/payments/payments.ts'
import { isPaidInFull, type PaymentState } from '#shop/payments/providers/provider.ts'
import { hasRefund, wantRefund } from '#shop/payments/refund-store.ts'
import type { PaymentRow } from '#shop/payments/store.ts'
import { releaseReserved, returnSupplierStock, takeBackKeys } from '#shop/vault/store.ts'
import { fulfil } from '#shop/vault/vault.ts'
import * as holds from './hold-store.ts'
import { takeAgain } from './late.ts'
import { mayMove, type OrderStatus, WAITING } from './rules.ts'
import * as store from './store.ts'

export interface SettleOptions {
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
  metrics: Metrics
  /** By method: for how many hours keys stay reserved while money is under way. */
  underWayHours: Record<number, number>
}

const EXPIRIES_AT_ONCE = 500

export type Settling = ReturnType<typeof createSettling>

export function createSettling({ mailDomain, metrics, underWayHours }: SettleOptions) {
  async function moveAlong(tx: Transaction, orderId: string, steps: [store.Step, ...store.Step[]]) {
    if (!(await store.move(tx, orderId, steps))) return false
    tx.afterCommit(() => {
      for (const { to } of steps) metrics.orders.inc({ status: to })
    })
    return true
  }

  const move = (tx: Transaction, orderId: string, to: OrderStatus, reason: string, actor = 'system') =>
    moveAlong(tx, orderId, [{ to, actor, reason }])

  function promise(tx: Transaction, order: store.OrderRow, template: OrderTemplate, data: Record<string, string> = {}) {
    const id = randomUUID()
    return promiseMail(tx, {
      id,
      messageId: `<${id}@${mailDomain()}>`,
      recipient: order.deliveryEmail,
      locale: order.locale,
      template,
      data: { orderId: order.id, ...data },
    })
  }

  /** Once for each order, whatever else comes to light of it. The order must be locked. */
  async function tellHeld(tx: Transaction, order: store.OrderRow) {
    if (!(await wasTold(tx, order, 'held'))) await promise(tx, order, 'held')
  }

  /** One open alert per order, payment and kind: another payment of the same order is another alert. */
  const tell = (
    tx: Transaction,
    kind: AlertKind,
    order: store.OrderRow,
    payment: Pick<PaymentRow, 'id'>,
    details: object,
    money = true,
  ) =>
    raiseAlert(tx, {
      kind,
      subject: payment.id,
      orderId: order.id,
      details: { orderNo: order.orderNo, paymentId: payment.id, ...details },
      money,
    })

  const serveSoon = (tx: Transaction, offerId: number) =>
    enqueue(tx, 'order.serveWaiting', { offerId }, { key: `serve ${offerId}` })

  /**
   * Gives a paid order its keys: all of them and delivered, or as many as there are and waiting for the rest. `paid`: the
   * step that comes first, for an order that is being paid just now. Answers the offers that still owe it keys.
   */
  async function deliver(tx: Transaction, order: store.LockedOrder, paid?: store.Step): Promise<number[]> {
    const owing = await fulfil(tx, order)
    if (owing.length === 0) {
      const delivered: store.Step = { to: 'Delivered', actor: 'system', reason: 'keys assigned' }
      await moveAlong(tx, order.id, paid ? [paid, delivered] : [delivered])
      await promise(tx, order, 'delivery')
    } else if (paid) {
      await moveAlong(tx, order.id, [paid, { to: 'Processing', actor: 'system', reason: 'waiting for keys' }])
      await raiseAlert(tx, { kind: 'order.waitingForKeys', subject: order.id, orderId: order.id, details: {} })
      await promise(tx, order, 'processing')
      // Keys that arrived while this was not yet to be seen looked for somebody waiting in vain.
      for (const offerId of owing) await serveSoon(tx, offerId)
    }
    return owing
  }

  /** The order is this attempt's: its method, fee and total, and every other attempt is closed. */
  async function takeOver(tx: Transaction, order: store.LockedOrder, payment: PaymentRow) {
    await holds.takeOver(tx, order.id, { paymentId: payment.id, method: payment.method, fee: payment.fee })
    await holds.markReleased(tx, order.id, false)
    await enqueue(tx, 'payment.close', { orderId: order.id }, { outside: 'payment.close' })
  }

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

  /** Money that pays nothing goes back by itself, once; the operator is told of it. */
  async function sendBack(
    tx: Transaction,
    order: store.OrderRow,
    payment: PaymentRow,
    state: PaymentState,
    cause: 'late' | 'surplus',
    why: string,
  ) {
    const amount = state.amountMinor - state.refundedMinor
    if (amount <= 0 || (await hasRefund(tx, payment.id))) return
    await wantRefund(tx, {
      orderId: order.id,
      paymentId: payment.id,
      amount,
      currency: state.currency,
      cause,
      actor: 'system',
      reason: why,
    })
    await tell(tx, 'payment.sentBack', order, payment, { why, amount, currency: state.currency })
  }

  /** Money of the payment that has paid the order went back, in part or whole. */
  async function giveBack(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, state: PaymentState) {
    const whole = state.refundedMinor >= state.amountMinor
    const to: OrderStatus = whole ? 'Refunded' : 'PartlyRefunded'
    const reason = state.state === 'lost' ? 'the dispute was lost' : 'refunded at the provider'
    if (whole) {
      await tell(tx, state.state === 'lost' ? 'payment.lost' : 'payment.refunded', order, payment, {})
      await holds.lift(tx, order.id, { actor: 'system', why: 'refunded', paymentId: payment.id })
      if (mayMove(order.status, to)) await end(tx, order, to, reason, payment.provider)
      return
    }
    // What is owed back beside the order's price is no part of it.
    if (state.amountMinor - state.refundedMinor >= payment.amount) return
    await tell(tx, 'payment.partlyRefunded', order, payment, {
      refunded: state.refundedMinor,
      currency: state.currency,
      status: order.status,
    })
    // One that waits for keys goes on waiting, and is partly refunded once it is delivered.
    if (['Delivered', 'Completed'].includes(order.status)) await move(tx, order.id, to, reason, payment.provider)
  }

  /** All its money is gone: what nobody has seen is for sale again, and its coupon's use is free (decision F7). */
  async function end(tx: Transaction, order: store.LockedOrder, to: OrderStatus, reason: string, actor: string) {
    await move(tx, order.id, to, reason, actor)
    await takeBackKeys(tx, order.id)
    await forgetUnwritten(tx, order.id, 'delivery')
    if (!order.releasedAt && order.status === 'Processing') await returnSupplierStock(tx, order.id)
    for (const offerId of await store.awaitedOffersOf(tx, order.id)) await serveSoon(tx, offerId)
    if (order.couponId !== null) await giveBackUse(tx, order.id)
  }

  const settlement: Settlement = {
    lock: store.lockOrder,

    async mayPay(tx, order) {
      if (await holds.isUnderWay(tx, order.id)) throw refused('pay.underWay')
      if (await holds.isHeld(tx, order.id)) throw refused('pay.held')
    },

    async heard(tx, order, payment, state) {
      if (state.attemptId !== payment.id) return doubt(tx, order, payment, 'other attempt', state)
      const own = order.paidPaymentId === payment.id
      const sentNow = state.refundedMinor - payment.refundedAmount
      if (sentNow > 0 && state.state !== 'lost')
        await promise(tx, order, 'refund', { amount: String(sentNow), currency: state.currency })
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
          if (own) return giveBack(tx, order, payment, state)
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
    if (status === 'Processing' && !(await holds.isHeld(tx, order.id)) && (await deliver(tx, order)).length === 0)
      status = 'Delivered'
    if (state.refundedMinor > 0) await giveBack(tx, { ...order, status }, payment, state)
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

  /** Gives back what an order has reserved; it may be paid all the same, as late money is. */
  async function release(tx: Transaction, order: store.LockedOrder) {
    if (order.releasedAt) return
    await releaseReserved(tx, order.id)
    for (const offerId of await store.awaitedOffersOf(tx, order.id)) await serveSoon(tx, offerId)
    await returnSupplierStock(tx, order.id)
    if (order.couponId !== null) await giveBackUse(tx, order.id)
    await holds.markReleased(tx, order.id, true)
  }

  /**
   * Ends an unpaid order: its reservation is free again. Not one whose money is in doubt or under way. Answers the status
   * that it then has, and what bars it.
   */
  async function giveUp(
    tx: Transaction,
    orderId: string,
    to: 'Cancelled' | 'Expired',
    by: { actor: string; reason: string },
  ): Promise<{ status?: OrderStatus; barred?: 'held' | 'underWay' }> {
    const order = await store.lockOrder(tx, orderId)
    if (order?.status !== 'Unpaid') return { status: order?.status }
    if (await holds.isUnderWay(tx, orderId)) return { status: order.status, barred: 'underWay' }
    if (await holds.isHeld(tx, orderId)) return { status: order.status, barred: 'held' }
    await move(tx, orderId, to, by.reason, by.actor)
    await release(tx, order)
    await enqueue(tx, 'payment.close', { orderId }, { outside: 'payment.close' })
    return { status: to }
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
    end,

    /** Every second: orders whose payment time is over, and whose keys are then free again (decision C2). */
    async expireOverdue(db: Database): Promise<void> {
      const failures: unknown[] = []
      // One order that cannot be given up must not keep the others from it.
      const each = async (ids: string[], work: (tx: Transaction, id: string) => Promise<unknown>) => {
        for (const id of ids) await db.transaction((tx) => work(tx, id)).catch((error) => failures.push(error))
      }
      const by = { actor: 'system', reason: 'not paid in time' }
      await each(await holds.overdueOrders(db, EXPIRIES_AT_ONCE), (tx, id) => giveUp(tx, id, 'Expired', by))
      await each(await holds.overdueReservations(db, underWayHours, EXPIRIES_AT_ONCE), async (tx, id) => {
        const order = await store.lockOrder(tx, id)
        if (order?.status === 'Unpaid') await release(tx, order)
      })
      if (failures.length > 0) throw failures[0]
    },

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

    /** Job: paid orders that waited too long get their money back (decision C1). */
    async refundWaiting(db: Database): Promise<void> {
      for (const id of await holds.ordersWaitingTooLong(db, WAITING.refundHours)) {
        await db.transaction((tx) => refundWaitingOrder(tx, id, 'waiting', 'system', 'it waited too long'))
      }
    },

    refundWaitingOrder,

    /** Job, hourly. */
    async completeOld(db: Database): Promise<void> {
      for (const id of await store.ordersToComplete(db)) {
        await db.transaction((tx) => move(tx, id, 'Completed', '14 days after delivery'))
      }
    },
  }

  /** False: it does not wait any more, or its money is going back already. */
  async function refundWaitingOrder(
    tx: Transaction,
    orderId: string,
    cause: 'waiting' | 'buyer',
    actor: string,
    reason: string,
  ): Promise<boolean> {
    const order = await store.lockOrder(tx, orderId)
    if (order?.status !== 'Processing') return false
    if (order.paidPaymentId === null) {
      // Nothing was paid, so nothing goes back.
      await end(tx, order, 'Refunded', reason, actor)
      return true
    }
    return wantRefund(tx, {
      orderId,
      paymentId: order.paidPaymentId,
      amount: null,
      currency: order.currency,
      cause,
      actor,
      reason,
    })
  }
}

/** What is over once a payment is complete in full. */
const UNDOUBTED: holds.HoldReason[] = ['amount', 'state', 'other attempt', 'disputed', 'review']
