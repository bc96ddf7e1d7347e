// Every SQL statement about the audit log.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** From which address somebody of the office acts. */
export interface Employee {
  staffId: string
  email: string
  address: string
}

/** An employee, or a user of the shop's own machine. */
export type Who = Employee | { machineUser: string }

export interface Audited {
  by: Who
  act: string
  subject: { kind: string; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

/** In the order given. */
export async function addRows(tx: Transaction, rows: readonly Audited[]): Promise<void> {
  if (rows.length === 0) return
  const all = rows.map(({ by, act, subject, before, after, reason = '' }) => ({
    ...('staffId' in by
      ? { staff: by.staffId, actor: by.email, address: by.address }
      : { staff: null, actor: by.machineUser, address: null }),
    ...{ act, kind: subject.kind, id: subject.id, before: before ?? null, after: after ?? null, reason },
  }))
  await tx.run(sql`
    insert into audit_log (staff_id, actor, address, act, subject_kind, subject_id, before, after, reason)
    select r.staff, r.actor, r.address, r.act, r.kind, r.id, r.before, r.after, r.reason
    from rows from (jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as (staff uuid, actor text, address text, act text, kind text, id text, before jsonb, after jsonb, reason text)) with ordinality as r
    order by r.ordinality`)
}

export interface DoneAt extends Record<string, unknown> {
  /** As it was asked for. */
  at: string
  actor: string
  after: Record<string, unknown>
  reason: string
}

/** What was done to this at exactly these moments, the first first: whatever is written in one transaction has one moment. */
export function doneAt(
  db: Queryable,
  subject: { kind: string; id: string },
  moments: readonly string[],
): Promise<DoneAt[]> {
  return db.query<DoneAt>(sql`
    select l.at::text as at, actor, coalesce(after, '{}') as after, reason from audit_log l
    where subject_kind = ${subject.kind} and subject_id = ${subject.id} and at = any(${moments}::timestamptz[])
    order by l.at, l.id limit 1000`)
}
