// The SQL statements about mails of one order that wait to be sent, or were not.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { mailboxOf } from '#platform/mailbox.ts'
import type { Template } from './kinds.ts'
import type { MailRow } from './store.ts'

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
