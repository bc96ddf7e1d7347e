// A purchase that goes as it should: an unpaid order whose whole amount has come, with all its keys reserved. Nearly all
// are like that, so they have a short way of their own; whatever is different goes the general way (heard.ts).
import type { Transaction } from '#platform/database/database.ts'
import type { WriteNow } from '#rooms/mail/hands.ts'
import { isPaidInFull, type PaymentRow, type PaymentState } from '#rooms/payments/hands.ts'
import { DELIVERED, entered } from '../events.ts'
import type { LockedOrder } from '../store.ts'
import type { OrderMoves } from './order-moves.ts'
import { type PlainlySettled, settlePlainly } from './settle-store.ts'

/**
 * Writes the mail with the keys in the transaction that sells them, so that no job need read it all again; undefined: it
 * can't be written in this language without reading more.
 */
export type WriterNow = (locale: string) => WriteNow | undefined

export function createPlainSettling({ events }: OrderMoves, writerNow: WriterNow | undefined) {
  /** False: it is not like that, and nothing was done. */
  return async function settle(
    tx: Transaction,
    order: LockedOrder,
    payment: PaymentRow,
    state: PaymentState,
    confirmed: number[],
  ): Promise<boolean> {
    if (!isPlain(order, payment, state)) return false
    const write = writerNow?.(order.locale)
    const happened = (facts?: PlainlySettled) => [
      entered('Paid', order.id),
      DELIVERED.of(order.id, {}, { order, isPlain: true, ...(write && facts && { letter: { write, facts } }) }),
    ]
    const settled = await settlePlainly(tx, {
      orderId: order.id,
      payment,
      state: { ...state, payableUntil: state.payableUntil ?? null },
      confirmed,
      wanted: order.wanted,
      // By the mail that is written of it at once.
      shownTo: write ? order.deliveryEmail : null,
      happened: happened(),
    })
    if (!settled) return false
    await events.appended(tx, ...happened(settled))
    return true
  }
}

/** As far as it can be told from what is known of it; the rest is for the statement that settles it. */
function isPlain(order: LockedOrder, payment: PaymentRow, state: PaymentState): boolean {
  const attempt = { attemptId: payment.id, amountMinor: payment.amount, currency: payment.currency }
  return (
    order.status === 'Unpaid' &&
    order.topUpCents === null &&
    order.releasedAt === null &&
    order.couponId === null &&
    isPaidInFull(state, attempt) &&
    state.amountMinor === payment.amount &&
    state.refundedMinor === 0 &&
    payment.refundedAmount === 0 &&
    !state.refund &&
    !state.inReview
  )
}
