// What happens to an order when its money is certain, in doubt, or gone back; and when nobody pays. Everything here runs
// inside the caller's transaction, with the order locked first.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Metrics } from '#platform/metrics.ts'
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

const HOUR_MS = 3_600_000

export type Settling = ReturnType<typeof createSettling>

export function createSettling({ mailDomain, metrics }: SettleOptions) {
  async function alert(tx: Transaction, kind: string, orderId: string | null, details: object) {
    if (await store.raiseAlert(tx, { kind, orderId, details })) tx.afterCommit(() => metrics.alerts.inc({ kind }))
  }

  async function move(tx: Transaction, orderId: string, to: OrderStatus, reason: string, actor = 'system') {
    const moved = await store.move(tx, orderId, to, { actor, reason })
    if (moved) tx.afterCommit(() => metrics.orders.inc({ status: to }))
    return moved
  }

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

  /** Gives a paid order its keys: all of them and delivered, or as many as there are and waiting for the rest. */
  async function deliver(tx: Transaction, order: store.OrderRow) {
    const owing = await fulfil(tx, order.id)
    if (owing.length === 0) {
      await move(tx, order.id, 'Delivered', 'keys assigned')
      await promise(tx, order, 'delivery')
    } else if (order.status !== 'Processing') {
      await move(tx, order.id, 'Processing', 'waiting for keys')
      await alert(tx, 'order.waitingForKeys', order.id, {})
      await promise(tx, order, 'processing')
      // Keys that arrived while this was not yet to be seen looked for somebody waiting in vain.
      for (const offerId of owing) await serveSoon(tx, offerId)
    }
  }

  const settlement: Settlement = {
    lock: store.lockOrder,

    /** Also the payment of an order that expired or was cancelled is honoured if keys can still be had (decision C4). */
    async paid(tx, payment) {
      const order = await store.lockOrder(tx, payment.orderId)
      if (!order || !mayMove(order.status, 'Paid')) return
      const late = order.status !== 'Unpaid'
      if (late) await alert(tx, 'payment.late', order.id, { status: order.status })
      await move(tx, order.id, 'Paid', late ? `paid while ${order.status}` : 'paid', payment.provider)
      await deliver(tx, { ...order, status: 'Paid' })
    },

    async doubt(tx, payment, { reason, state }) {
      await alert(tx, 'payment.doubt', payment.orderId, {
        reason,
        paymentId: payment.id,
        state: state.rawState.slice(0, 60),
        paid: state.amountMinor,
        currency: state.currency.slice(0, 10),
      })
    },

    async stray(tx, { provider, attemptId, providerRef }) {
      await alert(tx, 'payment.unknown', null, { provider, attemptId, providerRef })
    },

    async returned(tx, payment, state) {
      const order = await store.lockOrder(tx, payment.orderId)
      if (!order) return
      const to: OrderStatus = state === 'refunded' ? 'Refunded' : 'Disputed'
      if (mayMove(order.status, to)) await move(tx, order.id, to, `${state} at the provider`, payment.provider)
      await alert(tx, `payment.${state}`, order.id, { paymentId: payment.id })
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
    await enqueue(tx, 'payment.close', { orderId })
    return to
  }

  return {
    settlement,
    giveUp,

    /** Job: the payment time is over. Too early (a clock that was set back) it throws, and is tried again. */
    async expire(db: Database, orderId: string, now: Date): Promise<void> {
      await db.transaction(async (tx) => {
        const order = await store.lockOrder(tx, orderId)
        if (order?.status === 'Unpaid' && order.expiresAt > now) throw new Error('the order has not expired yet')
        const status = await giveUp(tx, orderId, 'Expired', { actor: 'system', reason: 'not paid in time' })
        // Held because its money is in doubt: looked at again once an hour, until somebody has resolved that.
        if (status === 'Unpaid')
          await enqueue(tx, 'order.expire', { orderId }, { runAt: new Date(now.getTime() + HOUR_MS) })
      })
    },

    /** Job: keys have arrived for an offer; the orders that wait for them are served in the order they were paid. */
    async serveWaiting(db: Database, offerId: number): Promise<void> {
      for (const id of await store.ordersWaitingFor(db, offerId)) {
        await db.transaction(async (tx) => {
          const order = await store.lockOrder(tx, id)
          if (order?.status === 'Processing' && !(await store.isHeld(tx, id))) await deliver(tx, order)
        })
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
