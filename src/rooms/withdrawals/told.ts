// Who is told of a withdrawal, in its transaction: who declared it, and the operator where a paid order fits.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import type { Subscription } from '#platform/events/define.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { mayMail, promiseMail } from '#rooms/mail/hands.ts'
import { RECEIVED } from './events.ts'
import * as store from './store.ts'

/** Acknowledgements for one order within a day: more than anybody has parts to withdraw from in anger. */
const MAILS_PER_ORDER = 10
/** Alerts about one order within a day. */
const ALERTS_PER_ORDER = 3

/** `mailDomain`: right-hand side of message ids, the shop's host. */
export const withdrawalTold = (mailDomain: () => string): Subscription[] => [
  RECEIVED.inTransaction((tx, { atHand }) => acknowledge(tx, atHand, mailDomain)),
  RECEIVED.inTransaction(async (tx, { subject, payload: { orderId } }) => {
    if (orderId === null) return
    // What nobody paid for costs whoever declares it nothing: it stands in the inbox, as all do, and calls nobody.
    const { isPaid, today } = await store.declaredAbout(tx, orderId)
    if (!isPaid || today > ALERTS_PER_ORDER) return
    const details = { withdrawalId: subject }
    await raiseAlert(tx, { kind: 'withdrawal.received', subject, orderId, details, money: true })
  }),
]

/**
 * All that was declared goes only to whom an order fits that was paid, or whose money is under way: one that nobody pays is
 * anybody's to make, with any address. These are counted apart, so that nobody who types the address keeps its owner from
 * his acknowledgement. Too many are kept all the same, and only not mailed: a refusal would tell that no order fits.
 */
async function acknowledge(tx: Transaction, declared: store.WithdrawalRow, mailDomain: () => string) {
  const about = declared.orderId === null ? undefined : await store.declaredAbout(tx, declared.orderId)
  const template = about?.isPaid ? 'withdrawalReceived' : 'withdrawalUnmatched'
  const may = about?.isPaid ? about.today <= MAILS_PER_ORDER : await mayMail(tx, declared.email, template)
  if (!may) return
  const id = randomUUID()
  await promiseMail(tx, {
    id,
    messageId: `<${id}@${mailDomain()}>`,
    recipient: declared.email,
    locale: declared.locale,
    template,
    data: { withdrawalId: declared.id },
  })
}
