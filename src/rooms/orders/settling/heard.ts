// What a provider's answer does to an order (docs/decisions/018).
import type { Transaction } from '#platform/database/database.ts'
import { resolveAlert } from '#rooms/alerts/hands.ts'
import { BALANCE, type HeardState, type PaymentRow, type Settlement } from '#rooms/payments/hands.ts'
import * as holds from '../acts/hold-store.ts'
import type { Holding } from '../acts/holding.ts'
import * as happened from '../events.ts'
import { WHY } from '../reason-rules.ts'
import type { MoneyBack } from '../refunds/money-back.ts'
import { settleOnBalance } from '../refunds/refund-choice.ts'
import { mayMove } from '../rules.ts'
import type { LockedOrder } from '../store.ts'
import { settleTopUp } from '../top-ups/top-ups.ts'
import type { Completed } from './completed.ts'
import type { OrderMoves } from './order-moves.ts'

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
    await hear(tx, order, payment, state)
    if (order.topUpCents !== null) await settleTopUp(tx, order.id)
  }

  async function hear(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: HeardState): Promise<void> {
    if (state.attemptId !== payment.id) return void (await doubt(tx, order, payment, 'other attempt', state))
    await refundsHeard(tx, order, payment, state)
    await agreed(tx, payment, state)
    const own = order.paidPaymentId === payment.id
    switch (state.state) {
      case 'unknown':
        return doubt(tx, order, payment, 'state', state)
      case 'processing':
        if (order.status === 'Unpaid' && payment.underWaySince === null)
          await events.append(tx, happened.UNDER_WAY.of(order.id, {}, { order }))
        return
      case 'disputed':
        if (state.contestedAnew) await contested(tx, order, payment, state)
        if (!own) return void (await doubt(tx, order, payment, 'disputed', state))
        if (mayMove(order.status, 'Disputed')) await move(tx, order.id, 'Disputed', WHY.disputed, payment.provider)
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
        // A person has accepted what had come: that no more comes takes nothing of it away.
        if (own) return ownEnded(tx, order, payment, state)
        // It came to nothing, and some money had come: a part of a voucher that was never paid whole.
        if (state.amountMinor > state.refundedMinor) return doubt(tx, order, payment, 'state', state)
        // Nothing was paid: there is nothing to doubt any more.
        await holds.lift(tx, order.id, { actor: 'system', why: state.rawState, paymentId: payment.id })
    }
  }

  /** Where it said less meanwhile, and was held for that, it has come round. */
  async function ownEnded(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: HeardState) {
    await holds.lift(tx, order.id, { actor: 'system', why: state.state, paymentId: payment.id, reasons: ['state'] })
    const status = order.status === 'Processing' ? await goOn(tx, order) : order.status
    if (state.refundedMinor > 0) await giveBack(tx, { ...order, status }, payment, state)
  }

  async function contested(
    tx: Transaction,
    order: LockedOrder,
    payment: PaymentRow,
    { answerUntil: until }: HeardState,
  ) {
    const facts = { ...happened.ofOrder(order), ...(until && { answerUntil: until.toISOString() }) }
    await events.append(tx, happened.PAYMENT_DISPUTED.of(payment.id, facts))
  }

  /** What has gone back since the last answer, and what of it failed. */
  async function refundsHeard(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: HeardState) {
    const creditedNow = state.toBalance - payment.toBalance
    const cents = await settleOnBalance(tx, order, payment.id, state)
    const sentNow = state.refundedMinor - payment.refundedAmount
    // What went each way is told on its own.
    const toSource = sentNow - creditedNow
    const { currency } = state
    const second = order.paidPaymentId !== null && order.paidPaymentId !== payment.id && order.status !== 'Refunded'
    const of = {
      ...{ ...happened.ofOrder(order), currency, ...(second && { second }) },
      ...(payment.provider === BALANCE && { fromBalance: true }),
    }
    const sent = (what: { amount: number; cents?: number }) =>
      happened.REFUND_SENT.of(payment.id, { ...of, ...what }, { order })
    if (toSource > 0 && state.state !== 'lost') await events.append(tx, sent({ amount: toSource }))
    if (creditedNow > 0) await events.append(tx, sent({ amount: creditedNow, cents }))
    if (sentNow > 0)
      await holds.lift(tx, order.id, {
        actor: 'system',
        why: 'refunded',
        paymentId: payment.id,
        reasons: ['refund failed'],
      })
    if (order.paidPaymentId === payment.id) await takeBackUnits(tx, order, payment)
    const failed = (what: object) => happened.REFUND_FAILED.of(payment.id, { ...happened.ofOrder(order), ...what })
    if (toSource < 0) await events.append(tx, failed({ amount: -toSource, currency }))
    if (state.failedAnew) await events.append(tx, failed({ state: state.rawState }))
  }
}

/** What this answer ends: an earlier one that took back what was known, and a dispute that is decided. */
async function agreed(tx: Transaction, payment: PaymentRow, { state }: HeardState) {
  if (state === 'unknown') return
  if ((payment.paidAmount ?? 0) > 0) await resolveAlert(tx, { kind: 'payment.contradicted', subject: payment.id })
  // Between a dispute and its end its provider may have said what nobody knows.
  if (state !== 'disputed' && ['disputed', 'unknown'].includes(payment.state))
    await resolveAlert(tx, { kind: 'payment.disputed', subject: payment.id })
}
