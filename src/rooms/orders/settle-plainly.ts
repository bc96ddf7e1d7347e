// A purchase that goes as it should: an unpaid order whose whole amount has come, with all its keys reserved. Nearly all
// are like that, so they have a short way of their own; whatever is different goes the general way (settle.ts).
import type { Keyring } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { keepMail, type MailContent, promiseMail, type WriteNow } from '#rooms/mail/hands.ts'
import { isPaidInFull, type PaymentRow, type PaymentState } from '#rooms/payments/hands.ts'
import type { MailAbout, OrderFacts } from './mail-content.ts'
import type { OrderMoves } from './order-moves.ts'
import { type PlainlySettled, settlePlainly } from './settle-store.ts'
import type { LockedOrder } from './store.ts'

/** Writes the mail with the keys in the transaction that sells them, so that no job need read it all again. */
export interface DeliveryWriter {
  keyring: Keyring
  log: Log
  /** Undefined: it can't be written without reading more. */
  writerNow(locale: string): WriteNow | undefined
  contentOf(mail: MailAbout, facts: OrderFacts): MailContent
}

export function createPlainSettling({ mailTo, countMoves }: OrderMoves, writer: DeliveryWriter | undefined) {
  /** False: it is not like that, and nothing was done. */
  return async function settle(
    tx: Transaction,
    order: LockedOrder,
    payment: PaymentRow,
    state: PaymentState,
    confirmed: number[],
  ): Promise<boolean> {
    if (!isPlain(order, payment, state)) return false
    const write = writer?.writerNow(order.locale)
    const settled = await settlePlainly(tx, {
      orderId: order.id,
      payment,
      state: { ...state, payableUntil: state.payableUntil ?? null },
      confirmed,
      wanted: order.wanted,
      shownTo: write ? order.deliveryEmail : null,
    })
    if (!settled) return false
    countMoves(tx, 'Paid', 'Delivered')
    const mail = mailTo(order, 'delivery')
    const written = write && writer && tryToWrite(writer, write, mail, order, settled)
    await (written ? keepMail(tx, mail, written) : promiseMail(tx, mail))
    return true
  }
}

/** A mail that can't be written must not keep anybody from his keys: then its job tries, and is told to the operator. */
function tryToWrite(
  { keyring, log, contentOf }: DeliveryWriter,
  write: WriteNow,
  mail: ReturnType<OrderMoves['mailTo']>,
  order: LockedOrder,
  { linkVersion, waiver, lines, ...settled }: PlainlySettled,
) {
  try {
    const keys = settled.keys.map(({ lineId, sealed, fingerprint }) => ({
      lineId,
      key: keyring.open('vault', sealed, fingerprint.toString('hex')),
    }))
    return write(mail, contentOf(mail, { order: { ...order, linkVersion, waiver }, lines, keys }))
  } catch (err) {
    log.error({ err, mailId: mail.id }, 'a mail could not be written while its order was settled')
    return undefined
  }
}

/** As far as it can be told from what is known of it; the rest is for the statement that settles it. */
function isPlain(order: LockedOrder, payment: PaymentRow, state: PaymentState): boolean {
  const attempt = { attemptId: payment.id, amountMinor: payment.amount, currency: payment.currency }
  return (
    order.status === 'Unpaid' &&
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
