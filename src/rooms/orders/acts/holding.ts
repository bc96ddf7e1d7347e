// What keeps an order where it is until a person, or its provider, decides (decision C4).
import type { Transaction } from '#platform/database/database.ts'
import type { PaymentRow, PaymentState, Settlement } from '#rooms/payments/hands.ts'
import * as happened from '../events.ts'
import { WHY } from '../reason-rules.ts'
import type { EnteringStep, OrderMoves } from '../settling/order-moves.ts'
import type { LockedOrder, OrderRow } from '../store.ts'
import { settleTopUp } from '../top-ups/top-ups.ts'
import * as holds from './hold-store.ts'

export type Holding = ReturnType<typeof createHolding>

export function createHolding({ events, moveAlong }: OrderMoves) {
  /** Held: it keeps its status, and a person decides. Once for the same facts. */
  async function doubt(
    tx: Transaction,
    order: OrderRow,
    payment: PaymentRow,
    reason: holds.HoldReason,
    state: PaymentState,
  ) {
    const details = detailsOf(state)
    if (!(await holds.hold(tx, order.id, { paymentId: payment.id, reason, details }))) return
    await events.append(
      tx,
      happened.PAYMENT_DOUBTED.of(payment.id, { ...happened.ofOrder(order), reason, ...details }),
      happened.HELD.of(order.id, { reason }, { order }),
    )
  }

  /** Paid, and its keys stay reserved until the provider's people have looked at it (decision C1). */
  async function holdForReview(tx: Transaction, order: LockedOrder, payment: PaymentRow, paid?: EnteringStep) {
    const reason = 'review'
    const isNew = await holds.hold(tx, order.id, { paymentId: payment.id, reason, details: {} })
    const held = happened.HELD.of(order.id, { reason }, { order })
    if (paid)
      await moveAlong(
        tx,
        order.id,
        [paid, { to: 'Processing', actor: 'system', reason: WHY.heldForReview }],
        [
          happened.entered('Paid', order.id),
          happened.entered('Processing', order.id),
          happened.PAYMENT_IN_REVIEW.of(payment.id, happened.ofOrder(order)),
          held,
        ],
      )
    else if (isNew) await events.append(tx, happened.PAYMENT_IN_REVIEW.of(payment.id, happened.ofOrder(order)), held)
  }

  /** Money has come for what a person holds: it is paid, and its keys stay reserved until the release. */
  async function keepHeld(tx: Transaction, order: LockedOrder, paid: EnteringStep, { details }: holds.Hold) {
    const { actor: by } = details as { actor?: string }
    await moveAlong(
      tx,
      order.id,
      [paid, { to: 'Processing', actor: 'system', reason: WHY.heldByPerson }],
      [
        happened.entered('Paid', order.id),
        happened.entered('Processing', order.id),
        happened.HELD.of(order.id, { reason: 'person', by }, { order: { ...order, status: 'Paid' } }),
      ],
    )
  }

  /** What a person knows he is not told again, unless it holds the order anew. */
  const warned: Settlement<LockedOrder>['warned'] = async (tx, order, payment, { kind, isAgain }) => {
    const facts = { ...happened.ofOrder(order), kind, status: order.status }
    const isNew = await holdUndelivered(events, tx, order, {
      paymentId: payment.id,
      reason: 'warning',
      details: { kind },
    })
    if (isNew || !isAgain) await events.append(tx, happened.PAYMENT_WARNED.of(payment.id, facts))
  }

  const contradicted: Settlement<LockedOrder>['contradicted'] = async (tx, order, payment, state) => {
    const [known, details] = [payment.paidAmount ?? 0, detailsOf(state)]
    const facts = { ...happened.ofOrder(order), known, ...details }
    await events.append(tx, happened.PAYMENT_CONTRADICTED.of(payment.id, facts))
    // Until the provider says again what it said, or a person decides.
    await holdUndelivered(events, tx, order, { paymentId: payment.id, reason: 'state', details })
  }

  const refundFailed: Settlement<LockedOrder>['refundFailed'] = async (tx, order, refund, problem) => {
    const { paymentId, amount, currency } = refund
    const reason = 'refund failed'
    const isNew = await holds.hold(tx, order.id, { paymentId, reason, details: { refundId: refund.id } })
    await events.append(
      tx,
      ...(isNew ? [happened.HELD.of(order.id, { reason }, { order })] : []),
      happened.REFUND_FAILED.of(paymentId, { ...happened.ofOrder(order), problem, amount, currency }),
    )
    // What was taken off its member's balance for it is his again.
    if (order.topUpCents !== null) await settleTopUp(tx, order.id)
  }

  return { doubt, holdForReview, keepHeld, warned, contradicted, refundFailed }
}

/** What is delivered stays so; whatever else waits. Answers whether it waits anew. */
async function holdUndelivered(
  events: OrderMoves['events'],
  tx: Transaction,
  order: LockedOrder,
  what: Parameters<typeof holds.hold>[2],
): Promise<boolean> {
  if (!['Unpaid', 'Paid', 'Processing'].includes(order.status)) return false
  const isNew = await holds.hold(tx, order.id, what)
  if (isNew) await events.append(tx, happened.HELD.of(order.id, { reason: what.reason }, { order }))
  return isNew
}

const detailsOf = (state: PaymentState) => ({
  state: state.rawState.slice(0, 60),
  paid: state.amountMinor,
  refunded: state.refundedMinor,
  currency: state.currency.slice(0, 10),
})
