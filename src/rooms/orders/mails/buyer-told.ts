// What the buyer of an order is written when something happens to it: promised, or written, in the transaction of what
// it tells.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Subscription } from '#platform/events/define.ts'
import type { Log } from '#platform/log.ts'
import {
  hasMissed,
  keepMail,
  type MailContent,
  type NewMail,
  promiseMail,
  type Template,
  wasTold,
} from '#rooms/mail/hands.ts'
import { paymentsOf } from '#rooms/payments/hands.ts'
import { HAS_KEYS } from '../acts/care.ts'
import { openHolds } from '../acts/hold-store.ts'
import {
  DELIVERED,
  DISPUTE_LOST_IN_PART,
  DISPUTE_WON,
  ENDED_WITHOUT_KEYS,
  GIVEN_UP,
  HELD,
  LACKS_KEYS,
  PAYMENT_OVERPAID,
  REFUND_SENT,
  TAKEN_BACK,
  TOPPED_UP,
  UNDER_WAY,
  type WithDelivery,
} from '../events.ts'
import { isErased } from '../rules.ts'
import type { OrderRow } from '../store.ts'
import { TOP_UP_LETTERS } from '../top-ups/top-up-letters.ts'
import type { MailAbout, OrderFacts } from './mail-content.ts'

export interface BuyerToldOptions {
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
  /** Without it, mails with keys are written by their jobs alone. */
  writing?: { keyring: Keyring; log: Log; contentOf(mail: MailAbout, facts: OrderFacts): MailContent }
}

export function buyerTold({ mailDomain, writing }: BuyerToldOptions): Subscription[] {
  function mailTo<T extends Template>(order: OrderRow, template: T, data: Record<string, string> = {}): NewMail<T> {
    const id = randomUUID()
    return {
      id,
      messageId: `<${id}@${mailDomain()}>`,
      recipient: order.deliveryEmail,
      locale: order.locale,
      template,
      data: { orderId: order.id, ...data },
    }
  }

  /** Who had his data erased is not told any more. */
  const promise = async (tx: Transaction, order: OrderRow, template: Template, data?: Record<string, string>) =>
    isErased(order) ? 0 : promiseMail(tx, mailTo(order, template, data))

  /** A top-up has words of its own. */
  const wordsOf = ({ topUpCents }: OrderRow, template: keyof typeof TOP_UP_LETTERS) =>
    topUpCents === null ? template : TOP_UP_LETTERS[template]

  return [
    DELIVERED.inTransaction((tx, { atHand }) => {
      const mail = mailTo(atHand.order, 'delivery')
      const written = writing && tryToWrite(writing, mail, atHand)
      return written ? keepMail(tx, mail, written) : promiseMail(tx, mail)
    }),
    // Keys whose mail could not be sent before the dispute were not sent during it (order-mails.ts).
    ...[DISPUTE_WON, DISPUTE_LOST_IN_PART].map((over) =>
      over.inTransaction(async (tx, { atHand: { order }, payload: { back } }) => {
        if (HAS_KEYS.includes(back) && (await hasMissed(tx, order, 'delivery'))) await promise(tx, order, 'delivery')
      }),
    ),
    TOPPED_UP.inTransaction((tx, { atHand }) => promise(tx, atHand.order, 'toppedUp')),
    LACKS_KEYS.inTransaction((tx, { atHand }) => promise(tx, atHand.order, 'processing')),
    ENDED_WITHOUT_KEYS.inTransaction((tx, { atHand }) => promise(tx, atHand.order, 'ended')),
    TAKEN_BACK.inTransaction((tx, { atHand }) => promise(tx, atHand.order, 'takenBack')),
    GIVEN_UP.inTransaction((tx, { atHand }) => promise(tx, atHand.order, wordsOf(atHand.order, 'givenUp'))),
    UNDER_WAY.inTransaction((tx, { atHand }) => promise(tx, atHand.order, wordsOf(atHand.order, 'underWay'))),
    REFUND_SENT.inTransaction((tx, { atHand, payload: { amount, currency, cents, second, fromBalance } }) =>
      promise(tx, atHand.order, wordsOf(atHand.order, 'refund'), {
        amount: String(amount),
        currency,
        ...(cents !== undefined && { cents: String(cents) }),
        ...(second && { second: 'yes' }),
        ...(fromBalance && { fromBalance: 'yes' }),
      }),
    ),
    // It is written again when still more has come.
    PAYMENT_OVERPAID.inTransaction((tx, { atHand, payload: { owed, currency } }) =>
      promise(tx, atHand.order, 'overpaid', { amount: String(owed), currency }),
    ),
    HELD.inTransaction(async (tx, { atHand: { order }, payload: { reason } }) => {
      // Who contests a payment knows of it, and a refund that failed is the operator's to mend. Who waits for keys waits on.
      if (reason === 'disputed' || reason === 'refund failed') return
      if (reason === 'review' && order.status === 'Processing') return
      // Who has his keys has nothing to wait for.
      if (!['Unpaid', 'Expired', 'Cancelled', 'Paid', 'Processing'].includes(order.status)) return
      const money = await moneyOf(tx, order)
      // Once for each order, whatever else comes to light of it.
      const template = reason === 'person' && money === 'none' ? 'heldUnpaid' : wordsOf(order, 'held')
      if (await wasTold(tx, order, template)) return
      await promise(tx, order, template, money === 'unsure' ? { unsure: 'yes' } : {})
    }),
  ]
}

/** What is known of the money for an order when it is held. `unsure`: it may be paid, and may not. */
async function moneyOf(tx: Transaction, { id, status }: OrderRow): Promise<'none' | 'unsure' | 'certain'> {
  if (status === 'Paid' || status === 'Processing') return 'certain'
  const payments = await paymentsOf(tx, id)
  const came = payments.filter(({ paidAmount, refundedAmount }) => (paidAmount ?? 0) > refundedAmount)
  if (came.some(({ state }) => state !== 'unknown')) return 'certain'
  const isOpen = payments.some(({ state }) => state === 'unknown' || state === 'processing')
  return isOpen || (await openHolds(tx, id)).some(({ reason }) => reason !== 'person') ? 'unsure' : 'none'
}

/** A mail that can't be written must not keep anybody from his keys: then its job tries, and is told to the operator. */
function tryToWrite(
  { keyring, log, contentOf }: NonNullable<BuyerToldOptions['writing']>,
  mail: NewMail,
  { order, letter }: WithDelivery,
) {
  if (!letter) return undefined
  const { linkVersion, waiver, lines, ...settled } = letter.facts
  try {
    const keys = settled.keys.map(({ lineId, sealed, fingerprint }) => ({
      lineId,
      key: keyring.open('vault', sealed, fingerprint.toString('hex')),
    }))
    return letter.write(mail, contentOf(mail, { order: { ...order, linkVersion, waiver }, lines, keys, isOver: false }))
  } catch (err) {
    log.error({ err, mailId: mail.id }, 'a mail could not be written while its order was settled')
    return undefined
  }
}
