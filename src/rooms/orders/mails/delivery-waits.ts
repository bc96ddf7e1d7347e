// Mails with keys, and refunds: no key whose money is on its way back is in one, unless its buyer has had it, and each is in one that
// is sent once its refund has come to nothing (docs/decisions/077).
import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { type MailRow, promiseMail, waitingMails } from '#rooms/mail/hands.ts'
import { soldKeys } from '#rooms/vault/hands.ts'
import { HAS_KEYS } from '../acts/care.ts'
import { goingBack } from '../buyer/show-keys.ts'
import { type KeptOrder, MONEY_BACK, type OrderRow } from '../store.ts'

/**
 * Whoever has his money back gets no keys; while it is on its way, a mail that could say none waits. `rest`: the mail is for
 * keys that another one had to leave out, and lapses where none of them is left.
 */
export async function deliveryHolds(
  db: Queryable,
  { orderId, rest }: Record<string, string>,
  recipient: string,
): Promise<boolean | 'later'> {
  const back = await keysFor(db, orderId!, recipient)
  if (!back) return false
  if (!rest && !back.moneyUnderWayBack) return true
  const keys = await soldKeys(db, orderId!)
  const isGoingBack = await goingBack(db, orderId!, back)
  const waiting = keys.filter(({ id, isDelivered }) => !isDelivered && isGoingBack(id))
  if (rest) return waiting.length > 0 ? 'later' : keys.some(({ isDelivered }) => !isDelivered)
  return waiting.length === keys.length && (back.goesBack || keys.length > 0) ? 'later' : true
}

/** What is on its way back of an order whose keys go to this address; undefined where none do. */
function keysFor(db: Queryable, orderId: string, recipient: string) {
  return db.maybe<Pick<KeptOrder, 'moneyUnderWayBack' | 'goesBack'>>(sql`
    select ${MONEY_BACK} from orders o where id = ${orderId} and status = any(${HAS_KEYS}) and delivery_email = ${recipient}`)
}

/** This mail leaves keys out: one for them waits until their refunds have ended. The order must be locked. */
export async function promiseRest(
  tx: Transaction,
  order: OrderRow,
  { locale, data, recipient }: Pick<MailRow, 'locale' | 'data' | 'recipient'>,
  mailDomain: string,
): Promise<void> {
  if (data.rest) throw new Error('a mail for keys that were left out, of which money is on its way back')
  const waiting = await waitingMails(tx, order)
  if (waiting.some((mail) => mail.template === 'delivery' && mail.data.rest)) return
  const id = randomUUID()
  const rest = { locale, recipient, template: 'delivery' as const, data: { orderId: order.id, rest: 'yes' } }
  await promiseMail(tx, { id, messageId: `<${id}@${mailDomain}>`, ...rest })
}
