// The SQL statements about mails of one order that wait to be sent, or were not.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { mailboxOf } from '#platform/mailbox.ts'
import type { Template } from './kinds.ts'
import { type MailRow, type NewMail, promiseMail } from './store.ts'

interface Addressed {
  id: string
  deliveryEmail: string
}

/** What of this order waits to be sent to its address, the oldest first. */
export function waitingMails(
  tx: Queryable,
  { id, deliveryEmail }: Addressed,
): Promise<Pick<MailRow, 'template' | 'data'>[]> {
  return tx.query(sql`
    select template, data from mails
    where mailbox = ${mailboxOf(deliveryEmail)} and recipient = ${deliveryEmail} and data ->> 'orderId' = ${id} and state = 'queued'
    order by created_at, id limit 100`)
}

/** Whether such a mail about the order has lapsed, and none went to its address or waits to. */
export async function hasMissed(tx: Queryable, { id, deliveryEmail }: Addressed, template: Template): Promise<boolean> {
  const { yes } = await tx.one<{ yes: boolean }>(sql`
    select count(*) > 0 and count(*) filter (where state <> 'lapsed' and recipient = ${deliveryEmail}) = 0 as yes from mails
    where data ? 'orderId' and data ->> 'orderId' = ${id} and template = ${template}`)
  return yes
}

/**
 * The order's keys are others than its waiting mails say: those are not sent any more, and in the place of each there is a new
 * one, whose words are written when it is sent. One that is on its way at this moment may go out, too. Answers how many.
 */
export async function mailKeysAnew(tx: Transaction, { id, deliveryEmail }: Addressed): Promise<number> {
  const old = await tx.query<NewMail<'delivery'>>(sql`
    update mails set state = 'lapsed'
    where mailbox = ${mailboxOf(deliveryEmail)} and recipient = ${deliveryEmail} and template = 'delivery'
      and data ->> 'orderId' = ${id} and state = 'queued'
    returning gen_random_uuid() as id, message_id as "messageId", recipient, locale, template, data`)
  for (const mail of old)
    await promiseMail(tx, { ...mail, messageId: mail.messageId.replace(/^<[^@]*/, `<${mail.id}`) })
  return old.length
}
