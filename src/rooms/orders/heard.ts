// What a provider's answer does to an order (docs/decisions/018).
import type { Transaction } from '#platform/database/database.ts'
import type { PaymentRow, PaymentState, Settlement } from '#rooms/payments/hands.ts'
import type { Completed } from './completed.ts'
import * as happened from './events.ts'
import * as holds from './hold-store.ts'
import type { Holding } from './holding.ts'
import type { MoneyBack } from './money-back.ts'
import type { OrderMoves } from './order-moves.ts'
import { mayMove } from './rules.ts'
import type { LockedOrder } from './store.ts'

interface Parts {
  moneyBack: MoneyBack
  holding: Holding
  completed: Completed
}

export function createHearing(
  { events, move }: OrderMoves,
  { moneyBack: { giveBack, takeBackUnits }, holding: { doubt }, completed: { completed, ownCompleted, goOn } }: Parts,
): Settlement<LockedOrder>['heard'] {
  return async (tx, order, payment, state) => {
    if (state.attemptId !== payment.id) return doubt(tx, order, payment, 'other attempt', state)
    await refundsHeard(tx, order, payment, state)
    const own = order.paidPaymentId === payment.id
    switch (state.state) {
      case 'unknown':
        return doubt(tx, order, payment, 'state', state)
      case 'processing':
        if (order.status === 'Unpaid' && payment.underWaySince === null)
          await events.append(tx, happened.UNDER_WAY.of(order.id, {}, { order }))
        return
      case 'disputed':
        await events.append(tx, happened.PAYMENT_DISPUTED.of(payment.id, happened.ofOrder(order)))
        if (!own) return void (await doubt(tx, order, payment, 'disputed', state))
        if (mayMove(order.status, 'Disputed'))
          await move(tx, order.id, 'Disputed', 'disputed at the provider', payment.provider)
        return
      case 'completed':
        return own ? ownCompleted(tx, order, payment, state) : completed(tx, order, payment, state)
      case 'refunded':
      case 'lost':
        if (own) {
          const partly = state.refundedMinor < state.amountMinor && order.status === 'Processing'
          const status = partly ? await goOn(tx, order) : order.status
          return giveBack(tx, { ...order, status }, payment, state)
        }
        await holds.lift(tx, order.id, { actor: 'system', why: state.state, paymentId: payment.id })
        return
      default:
        // Nothing was paid: there is nothing to doubt any more.
        await holds.lift(tx, order.id, { actor: 'system', why: state.rawState, paymentId: payment.id })
    }
  }

  /** What has gone back since the last answer, and what of it failed. */
  async function refundsHeard(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: PaymentState) {
    const sentNow = state.refundedMinor - payment.refundedAmount
    const { currency } = state
    if (sentNow > 0 && state.state !== 'lost') {
      const sent = { ...happened.ofOrder(order), amount: sentNow, currency }
      await events.append(tx, happened.REFUND_SENT.of(payment.id, sent, { order }))
    }
    if (sentNow > 0)
      await holds.lift(tx, order.id, {
        actor: 'system',
        why: 'refunded',
        paymentId: payment.id,
        reasons: ['refund failed'],
      })
    if (order.paidPaymentId === payment.id) await takeBackUnits(tx, order, payment)
    const failed = (what: object) => happened.REFUND_FAILED.of(payment.id, { ...happened.ofOrder(order), ...what })
    if (sentNow < 0) await events.append(tx, failed({ amount: -sentNow, currency }))
    if (state.refund === 'failed') await events.append(tx, failed({ state: state.rawState }))
  }
}
