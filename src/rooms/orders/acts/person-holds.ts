// Holds that a person lays on an order, and how all holds end: in the caller's transaction, with the order locked.
import type { Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { resolveAlert } from '#rooms/alerts/hands.ts'
import * as happened from '../events.ts'
import type { LockedOrder } from '../store.ts'
import * as holds from './hold-store.ts'

export interface HoldBy {
  actor: string
  reason: string
}

/** Until the release nothing of it is delivered, paid, cancelled or expires. False: a person holds it already. */
export async function holdByPerson(events: Events, tx: Transaction, order: LockedOrder, by: HoldBy): Promise<boolean> {
  const reason = 'person'
  if ((await holds.openHolds(tx, order.id)).some((hold) => hold.reason === reason)) return false
  // With its moment: whoever holds again what was released means something new.
  const details = { ...by, at: order.now }
  await holds.hold(tx, order.id, { paymentId: null, reason, details })
  await events.append(tx, happened.HELD.of(order.id, { reason, by: by.actor }, { order }))
  return true
}

/** Answers how many ended. */
export async function endHolds(
  tx: Transaction,
  orderId: string,
  by: { actor: string; why: string; reasons?: holds.HoldReason[] },
): Promise<number> {
  const lifted = await holds.lift(tx, orderId, by)
  if (lifted > 0) await resolveAlert(tx, { kind: 'order.held', subject: orderId })
  return lifted
}
