// The SQL statements about mails of one order that wait to be sent, or were not.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { mailboxOf } from '#platform/mailbox.ts'
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
