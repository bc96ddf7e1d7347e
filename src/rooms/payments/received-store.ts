// Every SQL statement about money that people say has come.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export function receivedBy(
  db: Queryable,
  paymentId: string,
): Promise<{ amount: number; reference: string } | undefined> {
  return db.maybe<{ amount: number; reference: string }>(
    sql`select amount, reference from payments_by_hand where payment_id = ${paymentId}`,
  )
}

/** False: money of this reference was recorded already. */
export async function recordReceived(
  tx: Transaction,
  received: { paymentId: string; amount: number; reference: string; actor: string; reason: string },
): Promise<boolean> {
  const { paymentId, amount, reference, actor, reason } = received
  const added = await tx.run(sql`
    insert into payments_by_hand (payment_id, amount, reference, actor, reason)
    values (${paymentId}, ${amount}, ${reference}, ${actor}, ${reason}) on conflict (lower(reference)) do nothing`)
  return added > 0
}
