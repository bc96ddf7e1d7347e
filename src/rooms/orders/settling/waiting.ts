// Paid orders that wait for keys: served when keys arrive, or given their money back (decision C1).
import type { Database, Transaction } from '#platform/database/database.ts'
import { eachOf, untilNone } from '#platform/jobs/each.ts'
import { wantRefund } from '#rooms/payments/hands.ts'
import * as holds from '../acts/hold-store.ts'
import { ENDED_WITHOUT_KEYS } from '../events.ts'
import { WHY } from '../reason-rules.ts'
import type { MoneyBack } from '../refunds/money-back.ts'
import { WAITING } from '../rules.ts'
import * as store from '../store.ts'
import type { OrderMoves } from './order-moves.ts'

const ORDERS_AT_ONCE = 1_000
const REFUNDED_AT_ONCE = 100

export function createWaiting({ deliver, events }: OrderMoves, { end }: MoneyBack) {
  /** Job: keys have arrived for an offer; the orders that wait for them are served in the order they were paid. */
  async function serveWaiting(db: Database, offerId: number, atOnce = ORDERS_AT_ONCE): Promise<void> {
    let isOut = false
    const waiting = async function* () {
      for (let after: store.WaitingOrder | undefined; ; ) {
        const orders = await store.ordersWaitingFor(db, offerId, { after, limit: atOnce })
        for (const { id } of orders) {
          if (isOut) return
          yield id
        }
        if (orders.length < atOnce) return
        after = orders.at(-1)
      }
    }
    await eachOf(waiting(), async (id) => {
      const owing = await db.transaction(async (tx): Promise<number[]> => {
        const order = await store.lockOrder(tx, id)
        return order?.status === 'Processing' && !(await holds.isHeld(tx, id)) ? deliver(tx, order) : []
      })
      // A key that arrives from here on belongs to this order: whoever brings it begins again at the front.
      isOut = owing.includes(offerId)
    })
  }

  /** False: it does not wait any more, or its money is in doubt, goes back already, or may have gone back another way. */
  async function refundWaitingOrder(
    tx: Transaction,
    orderId: string,
    cause: 'waiting' | 'buyer',
    actor: string,
    reason: string,
  ): Promise<boolean> {
    const order = await store.lockOrder(tx, orderId)
    if (!order || !(await holds.mayBeGivenBack(tx, orderId))) return false
    if (order.paidPaymentId === null) {
      // Nothing was paid, so nothing goes back.
      await end(tx, order, reason, actor)
      await events.append(tx, ENDED_WITHOUT_KEYS.of(orderId, { orderNo: order.orderNo, why: reason }, { order }))
      return true
    }
    return wantRefund(tx, {
      orderId,
      paymentId: order.paidPaymentId,
      amount: null,
      currency: null,
      cause,
      actor,
      reason,
    })
  }

  /** Job: paid orders that waited too long get their money back (decision C1), however many they are. */
  async function refundWaiting(db: Database, atOnce = REFUNDED_AT_ONCE): Promise<void> {
    const tooLong = untilNone(() => holds.ordersWaitingTooLong(db, WAITING.refundHours, atOnce))
    await eachOf(tooLong, (id) =>
      db.transaction((tx) => refundWaitingOrder(tx, id, 'waiting', 'system', WHY.waitedTooLong)),
    )
  }

  return { serveWaiting, refundWaitingOrder, refundWaiting }
}
