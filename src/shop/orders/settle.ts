// What happens to an order when its money is certain, in doubt, or gone back; and when nobody pays. Everything here runs
// inside the caller's transaction, with the order locked first.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Metrics } from '#platform/metrics.ts'
import { raiseAlert } from '#shop/alerts/store.ts'
import { spendCouponUse } from '#shop/coupons/coupons.ts'
import { giveBackUse } from '#shop/coupons/store.ts'
import { promiseMail, type Template } from '#shop/delivery/store.ts'
import type { Settlement } from '#shop/payments/payments.ts'
import { releaseReserved, returnSupplierStock } from '#shop/vault/store.ts'
import { fulfil } from '#shop/vault/vault.ts'
import { mayMove, type OrderStatus } from './rules.ts'
import * as store from './store.ts'

export interface SettleOptions {
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
  metrics: Metrics
}

const EXPIRIES_AT_ONCE = 500

export type Settling = ReturnType<typeof createSettling>

export function createSettling({ mailDomain, metrics }: SettleOptions) {
  async function moveAlong(tx: Transaction, orderId: string, steps: [store.Step, ...store.Step[]]) {
    if (!(await store.move(tx, orderId, steps))) return
    tx.afterCommit(() => {
      for (const { to } of steps) metrics.orders.inc({ status: to })
    })
  }

  const move = (tx: Transaction, orderId: string, to: OrderStatus, reason: string, actor = 'system') =>
    moveAlong(tx, orderId, [{ to, actor, reason }])

  function promise(tx: Transaction, order: store.OrderRow, template: Template) {
    const id = randomUUID()
    return promiseMail(tx, {
      id,
      messageId: `<${id}@${mailDomain()}>`,
      recipient: order.deliveryEmail,
      locale: order.locale,
      template,
      data: { orderId: order.id },
    })
  }

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

  /** The order is paid: its coupon is used up by it, also when the use had been given back (decision C4). */
  async function spendCoupon(tx: Transaction, { id, couponId }: store.OrderRow) {
    if (couponId === null || (await spendCouponUse(tx, couponId, id))) return
    await raiseAlert(tx, { kind: 'coupon.overused', subject: id, orderId: id, details: { couponId } })
  }

  const settlement: Settlement = {
    lock: store.lockOrder,

    /** Also the payment of an order that expired or was cancelled is honoured if keys can still be had (decision C4). */
    async paid(tx, order, payment) {
      if (!mayMove(order.status, 'Paid')) return
      const late = order.status !== 'Unpaid'
      if (late)
        await raiseAlert(tx, {
          kind: 'payment.late',
          subject: order.id,
          orderId: order.id,
          details: { status: order.status },
          money: true,
        })
      const reason = late ? `paid while ${order.status}` : 'paid'
      await deliver(tx, order, { to: 'Paid', actor: payment.provider, reason })
      await spendCoupon(tx, order)
    },

    async doubt(tx, payment, { reason, state }) {
      await raiseAlert(tx, {
        kind: 'payment.doubt',
        subject: payment.id,
        orderId: payment.orderId,
        details: {
          reason,
          paymentId: payment.id,
          state: state.rawState.slice(0, 60),
          paid: state.amountMinor,
          currency: state.currency.slice(0, 10),
        },
        money: true,
      })
    },

    async stray(tx, { provider, attemptId, providerRef }) {
      await raiseAlert(tx, {
        kind: 'payment.unknown',
        subject: `${provider} ${providerRef ?? attemptId}`,
        details: { provider, attemptId, providerRef },
        money: true,
      })
    },

    async returned(tx, order, payment, state) {
      const to: OrderStatus = state === 'refunded' ? 'Refunded' : 'Disputed'
      if (mayMove(order.status, to)) await move(tx, order.id, to, `${state} at the provider`, payment.provider)
      await raiseAlert(tx, {
        kind: `payment.${state}`,
        subject: payment.id,
        orderId: order.id,
        details: { paymentId: payment.id },
        money: true,
      })
    },
  }

  /** Ends an unpaid order: its reservation is free again. Answers the status that it then has. */
  async function giveUp(
    tx: Transaction,
    orderId: string,
    to: 'Cancelled' | 'Expired',
    by: { actor: string; reason: string },
  ) {
    const order = await store.lockOrder(tx, orderId)
    if (order?.status !== 'Unpaid') return order?.status
    // Money that is in doubt may yet turn out to be there: the keys stay reserved until an operator decides.
    if (await store.isHeld(tx, orderId)) return order.status
    await move(tx, orderId, to, by.reason, by.actor)
    await releaseReserved(tx, orderId)
    for (const offerId of await store.awaitedOffersOf(tx, orderId)) await serveSoon(tx, offerId)
    await returnSupplierStock(tx, orderId)
    if (order.couponId !== null) await giveBackUse(tx, orderId)
    await enqueue(tx, 'payment.close', { orderId }, { outside: 'payment.close' })
    return to
  }

  /** An order that costs nothing is paid by being made: there is no provider to ask. */
  async function payNothing(tx: Transaction, orderId: string): Promise<void> {
    const order = await store.lockOrder(tx, orderId)
    if (order?.total !== 0) throw new Error('only an order that costs nothing is paid by nothing')
    if (order.status !== 'Unpaid') return
    await deliver(tx, order, { to: 'Paid', actor: 'system', reason: 'nothing to pay' })
    await spendCoupon(tx, order)
  }

  return {
    settlement,
    giveUp,
    payNothing,

    /** Every second: orders whose payment time is over, and whose keys are then free again (decision C2). */
    async expireOverdue(db: Database, now: Date): Promise<void> {
      const failures: unknown[] = []
      for (const id of await store.overdueOrders(db, now, EXPIRIES_AT_ONCE)) {
        // One order that cannot be given up must not keep the others from it.
        await db
          .transaction((tx) => giveUp(tx, id, 'Expired', { actor: 'system', reason: 'not paid in time' }))
          .catch((error) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },

    /** Job: keys have arrived for an offer; the orders that wait for them are served in the order they were paid. */
    async serveWaiting(db: Database, offerId: number): Promise<void> {
      for (const id of await store.ordersWaitingFor(db, offerId)) {
        const owing = await db.transaction(async (tx): Promise<number[]> => {
          const order = await store.lockOrder(tx, id)
          return order?.status === 'Processing' && !(await store.isHeld(tx, id)) ? deliver(tx, order) : []
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
