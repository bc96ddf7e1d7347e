// Every SQL statement about the audit log.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** An employee from an address, or a user of the shop's own machine. */
export type Who = { staffId: string; email: string; address: string } | { machineUser: string }

export interface Audited {
  by: Who
  act: string
  subject: { kind: string; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

export async function addRow(tx: Transaction, { by, act, subject, before, after, reason = '' }: Audited) {
  const who = 'staffId' in by ? by : { staffId: null, email: by.machineUser, address: null }
  await tx.run(sql`
    insert into audit_log (staff_id, actor, address, act, subject_kind, subject_id, before, after, reason)
    values (${who.staffId}, ${who.email}, ${who.address}, ${act}, ${subject.kind}, ${subject.id},
      ${before ? JSON.stringify(before) : null}::jsonb, ${after ? JSON.stringify(after) : null}::jsonb, ${reason})`)
}
