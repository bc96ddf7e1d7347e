// Every SQL statement about the audit log.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Act, SubjectKind } from './acts.ts'
import { type Person, type Personal, sealPersonal } from './people.ts'

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
  act: Act
  subject: { kind: SubjectKind; id: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  /** Whom the row says something of. Then the reason, and what `personal` adds to before and after, goes when he has himself erased. */
  about?: Person | undefined
  personal?: Omit<Personal, 'reason'>
}

/** What the sealed part of a row is bound to. */
export const rowOf = (row: { act: string; subject: { kind: string; id: string } }) =>
  `${row.act} ${row.subject.kind} ${row.subject.id}`

/** In the order given. */
export async function addRows(tx: Transaction, rows: readonly Audited[]): Promise<void> {
  if (rows.length === 0) return
  const all: Record<string, unknown>[] = []
  for (const row of rows) all.push({ ...byWhom(row.by), ...(await written(tx, row)) })
  await tx.run(sql`
    insert into audit_log (staff_id, actor, address, act, subject_kind, subject_id, before, after, reason, person_id, sealed)
    select r.staff, r.actor, r.address, r.act, r.kind, r.id, r.before, r.after, r.reason, r.person, decode(r.sealed, 'base64')
    from rows from (jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as (staff uuid, actor text, address text, act text, kind text, id text, before jsonb, after jsonb, reason text, person bigint, sealed text))
      with ordinality as r
    order by r.ordinality`)
}

const byWhom = (by: Who) =>
  'staffId' in by
    ? { staff: by.staffId, actor: by.email, address: by.address }
    : { staff: null, actor: by.machineUser, address: null }

type Values = Record<string, unknown> | null

export const both = (plain: Values = null, personal: Values = null): Values =>
  personal ? { ...plain, ...personal } : plain

/** The row as it stands in the table: what says something of a person stands there sealed. */
async function written(tx: Transaction, row: Audited): Promise<Record<string, unknown>> {
  const { act, subject, before, after, reason = '', about, personal } = row
  const place = { act, kind: subject.kind, id: subject.id }
  if (!about || !(personal || reason))
    return { ...place, before: both(before, personal?.before), after: both(after, personal?.after), reason }
  const { personId, sealed } = await sealPersonal(tx, about, { ...personal, reason }, rowOf(row))
  return { ...place, before, after, reason: '', person: personId, sealed: sealed.toString('base64') }
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

/** What he did by this act under this id of an attempt, which stands in `after`, within a day: so long an answer may be missed. */
export function doneUnder(
  tx: Transaction,
  by: Employee,
  act: Act,
  attempt: string,
): Promise<{ subjectId: string; after: Record<string, unknown> } | undefined> {
  return tx.maybe(sql`
    select subject_id as "subjectId", after from audit_log
    where staff_id = ${by.staffId} and act = ${act} and at > now() - interval '1 day' and after ->> 'attempt' = ${attempt}
    order by at, id limit 1`)
}
