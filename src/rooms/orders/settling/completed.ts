// What becomes of an order when a payment of it is complete.
import type { Transaction } from '#platform/database/database.ts'
import { spendCouponUse } from '#rooms/coupons/hands.ts'
import {
  type HeardState,
  hasRefund,
  isPaidInFull,
  type PaymentRow,
  type PaymentState,
  sentBackByItself,
  surplusBack,
} from '#rooms/payments/hands.ts'
import * as holds from '../acts/hold-store.ts'
import type { Holding } from '../acts/holding.ts'
import * as happened from '../events.ts'
import { paidWhile, WHY } from '../reason-rules.ts'
import type { MoneyBack } from '../refunds/money-back.ts'
import type { OrderStatus } from '../rules.ts'
import { type LockedOrder, lockOrder } from '../store.ts'
import type { TopUpSettings } from '../top-ups/top-up-room.ts'
import { cameAt, takeAgain } from './late.ts'
import type { EnteringStep, OrderMoves } from './order-moves.ts'

/** What is over once a payment is complete in full. */
const UNDOUBTED: holds.HoldReason[] = ['amount', 'state', 'other attempt', 'disputed', 'review']

export type Completed = ReturnType<typeof createCompleted>

export function createCompleted(
  { events, moveAlong, deliver, serveSoon, takeOver }: OrderMoves,
  moneyBack: MoneyBack,
  holding: Holding,
  settings: TopUpSettings | undefined,
) {
  const [{ sendBack, giveBack }, { doubt, holdForReview, keepHeld }] = [moneyBack, holding]
  const comesAgain = comingAgain(moneyBack, holding)
  /** Another payment than the one that has paid the order, if any has. */
  async function completed(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: PaymentState) {
    const unpaid = ['Unpaid', 'Expired', 'Cancelled'].includes(order.status)
    if (await hasRefund(tx, payment.id)) return comesAgain(tx, order, payment, state, unpaid ? 'late' : 'surplus')
    // Settled by another payment, or by nothing where nothing was to be paid.
    if (!unpaid) return sendBack(tx, order, payment, state, 'surplus', WHY.paidAlready)
    const attempt = { attemptId: payment.id, amountMinor: payment.amount, currency: payment.currency }
    if (!isPaidInFull(state, attempt)) return doubt(tx, order, payment, 'amount', state)
    // Money that is on its way back, or should be, pays nothing.
    if (state.refund) return doubt(tx, order, payment, 'state', state)
    await holds.lift(tx, order.id, { actor: 'system', why: 'completed', paymentId: payment.id, reasons: UNDOUBTED })
    // A fraud warning came first, or money that should go back could not.
    const held = (await holds.openHolds(tx, order.id)).some((hold) => hold.paymentId === payment.id)
    if (!held) await pay(tx, order, payment, state)
  }

  /** Certain money for an order that is not paid yet. */
  async function pay(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: PaymentState) {
    const late = order.status !== 'Unpaid'
    if (late || order.releasedAt) {
      const refusal =
        order.status === 'Cancelled'
          ? await whyCancelled(tx, order)
          : await takeAgain(
              tx,
              order,
              { ...payment, payableUntil: state.payableUntil ?? payment.payableUntil },
              cameAt(payment, order.now),
              settings,
            )
      if (refusal) return sendBack(tx, order, payment, state, 'late', refusal)
      if (late)
        await events.append(
          tx,
          happened.PAYMENT_LATE.of(payment.id, { ...happened.ofOrder(order), status: order.status }),
        )
    } else if (order.couponId !== null) await spendCouponUse(tx, order.couponId, order.id)
    await tellOverpaid(events, tx, order, payment, state)
    await takeOver(tx, order, payment)
    const paid: EnteringStep = {
      to: 'Paid',
      actor: payment.provider,
      reason: late ? paidWhile(order.status) : WHY.paid,
    }
    if (state.inReview) return holdForReview(tx, order, payment, paid)
    const byPerson = (await holds.openHolds(tx, order.id)).find(({ reason }) => reason === 'person')
    await (byPerson ? keepHeld(tx, order, paid, byPerson) : deliver(tx, order, paid))
  }

  /** The payment that has paid the order, asked about again. */
  async function ownCompleted(tx: Transaction, order: LockedOrder, payment: PaymentRow, state: HeardState) {
    await holds.lift(tx, order.id, {
      actor: 'system',
      why: 'completed',
      paymentId: payment.id,
      reasons: state.inReview ? ['state', 'other attempt'] : ['state', 'other attempt', 'review'],
    })
    // It is paid once more on the same page, or what is owed back was not all there yet.
    if (state.amountMinor > (payment.paidAmount ?? 0)) await tellOverpaid(events, tx, order, payment, state)
    let status = order.status
    // What went with the dispute's end was of what was too much, then of its price; what was sent back before is a refund like any other.
    const lostInPart = status === 'Disputed' && state.refundedMinor > payment.refundedAmount
    if (status === 'Disputed' && order.statusBeforeDispute) {
      status = order.statusBeforeDispute
      const over = lostInPart ? happened.DISPUTE_LOST_IN_PART : happened.DISPUTE_WON
      await moveAlong(
        tx,
        order.id,
        [{ to: status, actor: payment.provider, reason: lostInPart ? WHY.disputeLostInPart : WHY.disputeWon }],
        [over.of(order.id, { back: status }, { order })],
      )
    }
    if (state.inReview && status === 'Processing') await holdForReview(tx, order, payment)
    if (status === 'Processing') status = await goOn(tx, { ...order, status }, status !== order.status)
    if (state.refundedMinor > 0)
      await giveBack(tx, { ...order, status }, payment, state, lostInPart ? WHY.disputeLostInPart : undefined)
  }

  /** What waits is delivered, unless something holds it. `begins`: to wait, just now. Answers the status that it then has. */
  async function goOn(tx: Transaction, order: LockedOrder, begins = false): Promise<OrderStatus> {
    if (await holds.isHeld(tx, order.id)) return order.status
    const owing = await deliver(tx, order)
    if (begins) await serveSoon(tx, owing)
    return (await lockOrder(tx, order.id))!.status
  }

  return { completed, ownCompleted, goOn }
}

/** By a payment of which money went back, or should: it pays nothing. */
const comingAgain =
  ({ sendBack }: MoneyBack, { doubt }: Holding) =>
  async (
    tx: Transaction,
    order: LockedOrder,
    payment: PaymentRow,
    state: PaymentState,
    cause: 'late' | 'surplus',
  ): Promise<void> => {
    const before = await sentBackByItself(tx, payment.id)
    if (before?.isGone) return sendBack(tx, order, payment, state, cause, before.why)
    // What is still under way comes here again at its end.
    if (before) return
    // What a person has sent back, or what could not go back, is his: so is what still comes.
    if (state.amountMinor > (payment.paidAmount ?? 0)) await doubt(tx, order, payment, 'amount', state)
  }

/** As whoever gave it up. */
async function whyCancelled(tx: Transaction, { id }: LockedOrder) {
  const cancelled = (await holds.movesOf(tx, id)).findLast(({ to }) => to === 'Cancelled')
  return cancelled?.actor === 'shopper' ? WHY.cancelledByBuyer : WHY.cancelledByShop
}

async function tellOverpaid(
  events: OrderMoves['events'],
  tx: Transaction,
  order: LockedOrder,
  { id, amount, currency }: PaymentRow,
  { amountMinor, refundedMinor }: PaymentState,
) {
  const isRefunded = order.status === 'Refunded'
  if (!isRefunded && amountMinor <= amount) return
  // Of an order that was refunded nothing of its price is left to the shop; of another all of it is, whatever of it went back.
  const owed = isRefunded ? amountMinor - refundedMinor : amountMinor - amount - (await surplusBack(tx, id))
  if (owed > 0)
    await events.append(tx, happened.PAYMENT_OVERPAID.of(id, { ...happened.ofOrder(order), owed, currency }, { order }))
}
