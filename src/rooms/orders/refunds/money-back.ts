// Money that goes back, and what becomes of the order and its keys then (decisions C4 and F7); in the caller's transaction,
// with the order locked.
import type { Transaction } from '#platform/database/database.ts'
import { giveBackUse } from '#rooms/coupons/hands.ts'
import { mailKeysAnew } from '#rooms/mail/hands.ts'
import {
  type HeardState,
  hasRefund,
  type PaymentRow,
  type PaymentState,
  sentBackByItself,
  sentByShop,
  surplusBack,
  wantRefund,
} from '#rooms/payments/hands.ts'
import { keysOf, putBackSupplierStock, returnSupplierStock, takeBackKeys } from '#rooms/vault/hands.ts'
import * as holds from '../acts/hold-store.ts'
import { endHolds } from '../acts/person-holds.ts'
import { ofOrder, PAYMENT_LOST, PAYMENT_PARTLY_REFUNDED, PAYMENT_REFUNDED, PAYMENT_SENT_BACK } from '../events.ts'
import { WHY } from '../reason-rules.ts'
import { mayMove } from '../rules.ts'
import type { OrderMoves } from '../settling/order-moves.ts'
import type * as store from '../store.ts'
import { forgetKeys, settleUnits } from './unit-store.ts'

export type MoneyBack = ReturnType<typeof createMoneyBack>

export function createMoneyBack({ events, move, serveSoon }: OrderMoves) {
  /** Money that pays nothing goes back by itself, once; so does what comes by the same payment when that has gone. */
  async function sendBack(
    tx: Transaction,
    order: store.OrderRow,
    payment: PaymentRow,
    state: PaymentState,
    cause: 'late' | 'surplus',
    why: string,
  ) {
    const amount = state.amountMinor - state.refundedMinor
    if (amount <= 0 || ((await hasRefund(tx, payment.id)) && !(await sentBackByItself(tx, payment.id))?.isGone)) return
    await wantRefund(tx, {
      orderId: order.id,
      paymentId: payment.id,
      amount,
      currency: state.currency,
      cause,
      actor: 'system',
      reason: why,
    })
    await events.append(
      tx,
      PAYMENT_SENT_BACK.of(payment.id, { ...ofOrder(order), why, amount, currency: state.currency }),
    )
  }

  /** Money of the payment that has paid the order went back, in part or whole. What was heard before is not told again. */
  async function giveBack(
    tx: Transaction,
    order: store.LockedOrder,
    payment: PaymentRow,
    state: HeardState,
    reason = reasonOf(payment, state),
  ) {
    const whole = state.refundedMinor >= state.amountMinor
    const isNews = state.refundedMinor !== payment.refundedAmount || state.state !== payment.state
    const byShop = isNews && !(await wentPastUs(tx, payment, state))
    if (whole) {
      const event =
        state.state === 'lost'
          ? PAYMENT_LOST.of(payment.id, ofOrder(order))
          : PAYMENT_REFUNDED.of(payment.id, ofOrder(order), { byShop })
      if (isNews) await events.append(tx, event)
      await holds.lift(tx, order.id, { actor: 'system', why: 'refunded', paymentId: payment.id })
      if (mayMove(order.status, 'Refunded')) await end(tx, order, reason, payment.provider, state.state === 'lost')
      return
    }
    // What is owed back beside the order's price is no part of it.
    if (state.refundedMinor <= (await surplusBack(tx, payment.id))) return
    const { refundedMinor: refunded, currency } = state
    const facts = { ...ofOrder(order), refunded, currency, status: order.status }
    if (isNews) await events.append(tx, PAYMENT_PARTLY_REFUNDED.of(payment.id, facts, { byShop }))
    // One that waits for keys goes on waiting, and is partly refunded once it is delivered (`deliver`).
    if (['Delivered', 'Completed'].includes(order.status))
      await move(tx, order.id, 'PartlyRefunded', reason, payment.provider)
  }

  /** Refunds of single units that have gone: their keys are shown no more, or are for sale again when nobody has seen them. */
  async function takeBackUnits(tx: Transaction, order: store.LockedOrder, payment: PaymentRow) {
    const units = await settleUnits(tx, payment.id)
    if (units.length === 0) return
    const keys = units.flatMap(({ keyId }) => (keyId === null ? [] : [keyId]))
    const returned = await takeBackKeys(tx, order.id, keys)
    if (keys.length > 0) await mailKeysAnew(tx, order)
    if (!order.releasedAt && order.status === 'Processing')
      for (const { offerId, keyId } of units) if (keyId === null) await putBackSupplierStock(tx, offerId, 1)
    if (returned.length === 0) return
    const returnedIds = returned.map(({ id }) => id)
    await forgetKeys(tx, order.id, returnedIds)
    await serveSoon(tx, offersOf(returned))
  }

  /**
   * All its money is gone: what nobody has seen is for sale again, and its coupon's use is free (decision F7). Who took his money
   * back through his bank and keeps keys has had what the coupon was for.
   */
  async function end(tx: Transaction, order: store.LockedOrder, reason: string, actor: string, isLost = false) {
    await move(tx, order.id, 'Refunded', reason, actor)
    await endHolds(tx, order.id, { actor: 'system', why: 'refunded', reasons: ['person'] })
    const returned = await takeBackKeys(tx, order.id)
    if (!order.releasedAt && order.status === 'Processing') await returnSupplierStock(tx, order.id)
    const keepsKeys = isLost && (await keysOf(tx, order.id)).length > 0
    if (order.couponId !== null && !keepsKeys) await giveBackUse(tx, order.id)
    await serveSoon(tx, offersOf(returned))
  }

  return { sendBack, giveBack, takeBackUnits, end }
}

/** Of what is heard anew: money went that the shop has not sent, or what the provider calls that is new. */
async function wentPastUs(tx: Transaction, payment: PaymentRow, state: HeardState): Promise<boolean> {
  // What its bank took may have been on its way back.
  if (state.state === 'lost') return true
  const went = state.refundedMinor - payment.refundedAmount
  return (went === 0 || went > state.byShop) && state.refundedMinor > (await sentByShop(tx, payment.id))
}

const offersOf = (keys: readonly { offerId: number }[]) => keys.map(({ offerId }) => offerId)

function reasonOf(payment: PaymentRow, state: HeardState): string {
  if (state.state === 'lost') return WHY.disputeLost
  return state.toBalance > payment.toBalance ? WHY.refundedToBalance : WHY.refundedAtProvider
}
