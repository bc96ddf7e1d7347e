// The SQL statements about the last mail to somebody whose account was closed, and about those that crossed it.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { SEND_MAIL } from './jobs.ts'
import { LATE_FOR } from './store.ts'

/**
 * One that has gone out, is kept where there is no mail server, or has lapsed; one that no job will try any more, and one that counts as
 * late no more, whatever still tries it. False: it waits to be sent.
 */
export async function deleteFarewell(tx: Transaction, id: string): Promise<boolean> {
  // Whoever has it tried again in this moment is waited for; the next statement sees his job.
  await tx.run(sql`select 1 from mails where id = ${id} for update`)
  await tx.run(sql`
    delete from mails where id = ${id} and (state <> 'queued' or created_at < now() - ${LATE_FOR} or not exists (
      select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${SEND_MAIL.name} and j.payload ->> 'mailId' = ${id}::text
        and (j.attempts < j.max_attempts or j.locked_at is not null)))`)
  return (await tx.query(sql`select 1 from mails where id = ${id}`)).length === 0
}

/**
 * What was being written to the same address in the moment in which the account was closed: whoever had read of it before may have
 * written since. Mails about an order go with the order, and whoever opens an account anew is not kept from it.
 */
export function deleteCrossing(tx: Transaction, farewellId: string): Promise<number> {
  return tx.run(sql`
    delete from mails m using mails f
    where f.id = ${farewellId} and m.mailbox = f.mailbox and lower(m.recipient) = lower(f.recipient)
      and m.created_at between f.created_at - interval '2 minutes' and f.created_at + interval '2 minutes'
      and m.template not in ('accountClosed', 'registerConfirm') and not m.data ? 'orderId'`)
}
