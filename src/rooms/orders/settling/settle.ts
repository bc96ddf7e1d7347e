// What the money for an order does to it, put together from its parts (docs/decisions/018). All but the jobs runs inside the
// caller's transaction, with the order locked first.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { refused } from '#platform/http/errors.ts'
import { eachOf, untilNone } from '#platform/jobs/each.ts'
import { spendCouponUse } from '#rooms/coupons/hands.ts'
import type { Settlement } from '#rooms/payments/hands.ts'
import * as holds from '../acts/hold-store.ts'
import { createHolding } from '../acts/holding.ts'
import { type HoldBy, holdByPerson } from '../acts/person-holds.ts'
import { PAYMENT_UNKNOWN, TAKEN_BACK } from '../events.ts'
import { createGiveUp } from '../paying/give-up.ts'
import { WHY } from '../reason-rules.ts'
import { createMoneyBack } from '../refunds/money-back.ts'
import { isOnBalance, sourceIsGone } from '../refunds/refund-choice.ts'
import { goesToBalance } from '../refunds/refund-choice-store.ts'
import * as store from '../store.ts'
import type { TopUpSettings } from '../top-ups/top-up-room.ts'
import { createCompleted } from './completed.ts'
import { createHearing } from './heard.ts'
import { createOrderMoves } from './order-moves.ts'
import { createPlainSettling, type WriterNow } from './settle-plainly.ts'
import { createWaiting } from './waiting.ts'

export interface SettleOptions {
  events: Events
  /** Without it, mails with keys are written by their jobs alone. */
  writerNow?: WriterNow
  /** Limits of members' top-ups; without them a person beside the shop judges what comes late. */
  settings?: TopUpSettings
}

export type Settling = ReturnType<typeof createSettling>

/** Read in one statement. */
const COMPLETED_AT_ONCE = 500

export function createSettling({ events, writerNow, settings }: SettleOptions) {
  const moves = createOrderMoves({ events })
  const { move, deliver, takeOver } = moves
  const moneyBack = createMoneyBack(moves)
  const holding = createHolding(moves)
  const completed = createCompleted(moves, moneyBack, holding, settings)

  const settlement: Settlement<store.LockedOrder> = {
    lock: store.lockOrder,
    plainly: createPlainSettling(moves, writerNow),
    heard: createHearing(moves, { moneyBack, holding, completed }),
    warned: holding.warned,
    contradicted: holding.contradicted,
    refundFailed: holding.refundFailed,
    goesToBalance: (tx, order, payment) => goesToBalance(tx, order.id, payment.id),
    isOnBalance: (tx, order, payment, state) => isOnBalance(tx, order, payment.id, state),
    sourceIsGone,

    async mayPay(tx, order) {
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      if (await holds.isUnderWay(tx, order.id)) throw refused('pay.underWay')
      if (await holds.isHeld(tx, order.id)) throw refused('pay.held')
    },

    stray(tx, { provider, attemptId, providerRef, claim }) {
      const called = `${provider} ${attemptId ?? ''} ${providerRef ?? ''}`
      // A dispute is news of money that somebody has seen to already.
      const dispute = claim.says === 'disputed' ? { dispute: claim.dispute ?? '' } : {}
      return events.append(tx, PAYMENT_UNKNOWN.of(called, { provider, attemptId, providerRef, ...dispute }))
    },

    mayRefund(order, refund) {
      // What pays the order meanwhile is no surplus (nobody's good payment is sent back for another's failure).
      return refund.cause === 'late' || refund.cause === 'surplus' ? order.paidPaymentId !== refund.paymentId : true
    },
  }

  /** An order that costs nothing is paid by being made: there is no provider to ask. */
  async function payNothing(tx: Transaction, orderId: string): Promise<void> {
    const order = await store.lockOrder(tx, orderId)
    if (order?.total !== 0) throw new Error('only an order that costs nothing is paid by nothing')
    if (order.status !== 'Unpaid') return
    await deliver(tx, order, { to: 'Paid', actor: 'system', reason: WHY.nothingToPay })
    if (order.couponId !== null) await spendCouponUse(tx, order.couponId, orderId)
  }

  return {
    settlement,
    payNothing,
    deliver,
    takeOver,
    hold: (tx: Transaction, order: store.LockedOrder, by: HoldBy) => holdByPerson(events, tx, order, by),
    async takeBack(tx: Transaction, order: store.LockedOrder, reason: string, actor: string) {
      await moneyBack.end(tx, order, reason, actor)
      await events.append(tx, TAKEN_BACK.of(order.id, {}, { order }))
    },
    ...createGiveUp(moves),
    ...createWaiting(moves, moneyBack),

    /** A delivered order, locked, whose member says that he has got it. */
    confirmReceipt: (tx: Transaction, orderId: string) =>
      move(tx, orderId, 'Completed', WHY.receiptConfirmed, 'shopper'),

    /** Job, hourly: all that are due, however many a day brings. */
    async completeOld(db: Database, atOnce = COMPLETED_AT_ONCE): Promise<void> {
      const old = untilNone(() => store.ordersToComplete(db, atOnce))
      await eachOf(old, (id) => db.transaction((tx) => move(tx, id, 'Completed', WHY.daysAfter)))
    },
  }
}
