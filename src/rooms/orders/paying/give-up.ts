// What ends an order that nobody pays, and gives its reservation back (decisions C2 and C3).
import type { Database, Transaction } from '#platform/database/database.ts'
import { failedAbout } from '#platform/jobs/each.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { giveBackUse } from '#rooms/coupons/hands.ts'
import { CLOSE_ATTEMPTS } from '#rooms/payments/jobs.ts'
import { releaseReserved, returnSupplierStock } from '#rooms/vault/hands.ts'
import * as holds from '../acts/hold-store.ts'
import { GIVEN_UP } from '../events.ts'
import { WHY } from '../reason-rules.ts'
import type { OrderStatus } from '../rules.ts'
import type { OrderMoves } from '../settling/order-moves.ts'
import * as store from '../store.ts'

const EXPIRIES_AT_ONCE = 500

export function createGiveUp({ events, move, serveSoon }: OrderMoves) {
  /** Gives back what an order has reserved; it may be paid all the same, as late money is. */
  async function release(tx: Transaction, order: store.LockedOrder) {
    if (order.releasedAt) return
    const offerIds = await releaseReserved(tx, order.id)
    await returnSupplierStock(tx, order.id)
    if (order.couponId !== null) await giveBackUse(tx, order.id)
    await holds.markReleased(tx, order.id, true)
    await serveSoon(tx, offerIds)
  }

  /**
   * Ends an unpaid order: its reservation is free again. Not one whose money is in doubt or under way; but with `overdue` one whose
   * bank has taken longer than its method says, when others may have its keys. Answers the status that it then has, and
   * what bars it.
   */
  async function giveUp(
    tx: Transaction,
    orderId: string,
    to: 'Cancelled' | 'Expired',
    by: { actor: string; reason: string },
    { overdue = false } = {},
  ): Promise<{ status?: OrderStatus; barred?: 'held' | 'underWay' }> {
    const order = await store.lockOrder(tx, orderId)
    if (order?.status !== 'Unpaid') return { status: order?.status }
    const underWay = await holds.isUnderWay(tx, orderId)
    if (underWay && !(overdue && (await holds.isBankOverdue(tx, orderId))))
      return { status: order.status, barred: 'underWay' }
    if (await holds.isHeld(tx, orderId)) return { status: order.status, barred: 'held' }
    await move(tx, orderId, to, by.reason, by.actor)
    await release(tx, order)
    if (underWay) await events.append(tx, GIVEN_UP.of(orderId, {}, { order }))
    await enqueue(tx, CLOSE_ATTEMPTS, { orderId }, { outside: 'payment.close' })
    return { status: to }
  }

  /** Every second: orders whose payment time is over, and whose keys are then free again (decision C2). */
  async function expireOverdue(db: Database): Promise<void> {
    const failures: unknown[] = []
    // One order that cannot be given up must not keep the others from it.
    const each = async (ids: string[], work: (tx: Transaction, id: string) => Promise<unknown>) => {
      for (const id of ids)
        await db.transaction((tx) => work(tx, id)).catch((error) => failures.push(failedAbout(id, error)))
    }
    const by = { actor: 'system', reason: WHY.notPaidInTime }
    await each(await holds.overdueOrders(db, EXPIRIES_AT_ONCE), (tx, id) => giveUp(tx, id, 'Expired', by))
    await each(await holds.overdueReservations(db, EXPIRIES_AT_ONCE), async (tx, id) => {
      const order = await store.lockOrder(tx, id)
      if (order && (await holds.isReservationOverdue(tx, id))) await release(tx, order)
    })
    if (failures.length > 0) throw failures[0]
  }

  return { giveUp, expireOverdue }
}
