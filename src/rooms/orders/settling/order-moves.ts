// What settling does to an order, in the caller's transaction with the order locked: moves it, gives it its keys. Its buyer,
// the operator and the figures hear of it by events.
import type { Transaction } from '#platform/database/database.ts'
import type { NewEvent } from '#platform/events/define.ts'
import type { Events } from '#platform/events/events.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { wasTold } from '#rooms/mail/hands.ts'
import type { PaymentRow } from '#rooms/payments/hands.ts'
import { CLOSE_ATTEMPTS } from '#rooms/payments/jobs.ts'
import { fulfil } from '#rooms/vault/hands.ts'
import { SERVE_WAITING } from '#rooms/vault/jobs.ts'
import * as holds from '../acts/hold-store.ts'
import { DELIVERED, type EnteredStatus, entered, LACKS_KEYS, TOPPED_UP } from '../events.ts'
import { WHY } from '../reason-rules.ts'
import * as store from '../store.ts'
import { settleTopUp } from '../top-ups/top-ups.ts'

export type OrderMoves = ReturnType<typeof createOrderMoves>

/** A step to any status but Delivered, which is told with more. */
export type EnteringStep = store.Step & { to: EnteredStatus }

export function createOrderMoves({ events }: { events: Events }) {
  /** `happened`: written by the statement that moves it, and told when it did. */
  async function moveAlong(
    tx: Transaction,
    orderId: string,
    steps: [store.Step, ...store.Step[]],
    happened: NewEvent[],
  ): Promise<boolean> {
    if (!(await store.move(tx, orderId, steps, happened))) return false
    await events.appended(tx, ...happened)
    return true
  }

  const move = (tx: Transaction, orderId: string, to: EnteredStatus, reason: string, actor = 'system') =>
    moveAlong(tx, orderId, [{ to, actor, reason }], [entered(to, orderId)])

  /**
   * Whoever waits for keys of these offers (each once or several times) is looked for once this is committed. Who gives keys back
   * and who begins to wait both say so, for neither sees the other before, and the one that is committed last finds both. Called
   * late, for until the end others that say so of the same offer wait.
   */
  async function serveSoon(tx: Transaction, offerIds: readonly number[]): Promise<void> {
    for (const offerId of [...new Set(offerIds)].sort((a, b) => a - b))
      await enqueue(tx, SERVE_WAITING, { offerId }, { key: `serve ${offerId}` })
  }

  /**
   * Gives a paid order its keys: all of them and delivered, or as many as there are and waiting for the rest. `paid`: the
   * step that comes first, for an order that is being paid just now. Answers the offers that still owe it keys.
   */
  async function deliver(tx: Transaction, order: store.LockedOrder, paid?: EnteringStep): Promise<number[]> {
    if (order.topUpCents !== null) return topUp(tx, order, paid)
    const owing = await fulfil(tx, order)
    const before = paid ? [paid] : []
    const happened = before.map(({ to }) => entered(to, order.id))
    if (owing.length === 0) {
      const delivered: store.Step = { to: 'Delivered', actor: 'system', reason: WHY.keysAssigned }
      const after: EnteringStep[] = (await holds.isPartlyRefunded(tx, order.id))
        ? [{ to: 'PartlyRefunded', actor: 'system', reason: WHY.partWhileWaiting }]
        : []
      const [first, ...rest] = [...before, delivered, ...after]
      happened.push(DELIVERED.of(order.id, {}, { order }), ...after.map(({ to }) => entered(to, order.id)))
      await moveAlong(tx, order.id, [first!, ...rest], happened)
    } else if (paid) {
      happened.push(entered('Processing', order.id), LACKS_KEYS.of(order.id, {}, { order }))
      await moveAlong(tx, order.id, [paid, { to: 'Processing', actor: 'system', reason: WHY.waitingForKeys }], happened)
      // Keys that arrived while this was not yet to be seen looked for somebody waiting in vain.
      await serveSoon(tx, owing)
    } else if (!(await wasTold(tx, order, 'processing')))
      // Its keys were reserved when it was paid, and went while it was held.
      await events.append(tx, LACKS_KEYS.of(order.id, {}, { order }))
    return owing
  }

  /** A paid top-up is complete with its member's balance: both in this transaction, or neither. */
  async function topUp(tx: Transaction, order: store.LockedOrder, paid?: EnteringStep): Promise<number[]> {
    const delivered: store.Step = { to: 'Delivered', actor: 'system', reason: WHY.toppedUp }
    const end: EnteringStep = (await holds.isPartlyRefunded(tx, order.id))
      ? { to: 'PartlyRefunded', actor: 'system', reason: WHY.partBefore }
      : { to: 'Completed', actor: 'system', reason: WHY.nothingLeft }
    const moved = await moveAlong(tx, order.id, paid ? [paid, delivered, end] : [delivered, end], [
      ...(paid ? [entered(paid.to, order.id)] : []),
      TOPPED_UP.of(order.id, {}, { order }),
      entered(end.to, order.id),
    ])
    if (moved) await settleTopUp(tx, order.id)
    return []
  }

  /** The order is this attempt's: its method, fee and total, and every other attempt is closed. `isReserved`: it has all that it needs. */
  async function takeOver(tx: Transaction, order: store.LockedOrder, payment: PaymentRow, isReserved = true) {
    await holds.takeOver(tx, order.id, { paymentId: payment.id, method: payment.methodId, fee: payment.fee })
    if (isReserved) await holds.markReleased(tx, order.id, false)
    await enqueue(tx, CLOSE_ATTEMPTS, { orderId: order.id }, { outside: 'payment.close' })
  }

  return { events, moveAlong, move, serveSoon, deliver, takeOver }
}
