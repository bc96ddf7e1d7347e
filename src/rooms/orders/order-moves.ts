// What settling does to an order, in the caller's transaction with the order locked: moves it, tells its buyer and the
// operator, gives it its keys.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Metrics } from '#platform/metrics.ts'
import { type AlertKind, raiseAlert } from '#rooms/alerts/hands.ts'
import { type NewMail, type OrderTemplate, promiseMail, wasTold } from '#rooms/mail/hands.ts'
import type { PaymentRow } from '#rooms/payments/hands.ts'
import { CLOSE_ATTEMPTS } from '#rooms/payments/jobs.ts'
import { fulfil } from '#rooms/vault/hands.ts'
import { SERVE_WAITING } from '#rooms/vault/jobs.ts'
import * as holds from './hold-store.ts'
import type { OrderStatus } from './rules.ts'
import * as store from './store.ts'

export type OrderMoves = ReturnType<typeof createOrderMoves>

export function createOrderMoves({ mailDomain, metrics }: { mailDomain: () => string; metrics: Metrics }) {
  async function moveAlong(tx: Transaction, orderId: string, steps: [store.Step, ...store.Step[]]) {
    if (!(await store.move(tx, orderId, steps))) return false
    countMoves(tx, ...steps.map(({ to }) => to))
    return true
  }

  const move = (tx: Transaction, orderId: string, to: OrderStatus, reason: string, actor = 'system') =>
    moveAlong(tx, orderId, [{ to, actor, reason }])

  function mailTo(order: store.OrderRow, template: OrderTemplate, data: Record<string, string> = {}): NewMail {
    const id = randomUUID()
    return {
      id,
      messageId: `<${id}@${mailDomain()}>`,
      recipient: order.deliveryEmail,
      locale: order.locale,
      template,
      data: { orderId: order.id, ...data },
    }
  }

  const promise = (
    tx: Transaction,
    order: store.OrderRow,
    template: OrderTemplate,
    data: Record<string, string> = {},
  ) => promiseMail(tx, mailTo(order, template, data))

  function countMoves(tx: Transaction, ...to: OrderStatus[]) {
    tx.afterCommit(() => {
      for (const status of to) metrics.orders.inc({ status })
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
    enqueue(tx, SERVE_WAITING, { offerId }, { key: `serve ${offerId}` })

  /**
   * Gives a paid order its keys: all of them and delivered, or as many as there are and waiting for the rest. `paid`: the
   * step that comes first, for an order that is being paid just now. Answers the offers that still owe it keys.
   */
  async function deliver(tx: Transaction, order: store.LockedOrder, paid?: store.Step): Promise<number[]> {
    const owing = await fulfil(tx, order)
    if (owing.length === 0) {
      const steps: store.Step[] = [{ to: 'Delivered', actor: 'system', reason: 'keys assigned' }]
      if (await holds.isPartlyRefunded(tx, order.id))
        steps.push({ to: 'PartlyRefunded', actor: 'system', reason: 'a part was refunded while it waited' })
      await moveAlong(tx, order.id, paid ? [paid, ...steps] : [steps[0]!, ...steps.slice(1)])
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
    await enqueue(tx, CLOSE_ATTEMPTS, { orderId: order.id }, { outside: 'payment.close' })
  }

  return { moveAlong, move, mailTo, countMoves, promise, tell, tellHeld, serveSoon, deliver, takeOver }
}
