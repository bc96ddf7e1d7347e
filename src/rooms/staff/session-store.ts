// The SQL statements about sessions in the back office. Its numbers are office.md's: half an hour without a person, half a day
// in all.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export const IDLE_SECONDS = 30 * 60
const ALIVE = fragment`s.used_at > now() - interval '30 minutes' and s.began_at > now() - interval '12 hours'`

export interface SessionRow {
  id: string
  staffId: string
  email: string
  name: string
  role: string
  permissions: string[]
  isDemo: boolean
  provedSecondsAgo: number
  endsAt: Date
}

/** The session of this token while it lives, with what its person may do at this moment. */
export function findSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return db.maybe<SessionRow>(sql`
    select s.id, s.staff_id as "staffId", p.email, p.name, p.role, p.is_demo as "isDemo",
      array(select permission from staff_grants g where g.role = p.role order by permission) as permissions,
      extract(epoch from now() - s.proved_at)::float8 as "provedSecondsAgo",
      s.began_at + interval '12 hours' as "endsAt"
    from staff_sessions s join staff p on p.id = s.staff_id
    where s.token_hash = ${tokenHash} and ${ALIVE} and p.blocked_at is null`)
}

export interface NewSession {
  id: string
  staffId: string
  tokenHash: Buffer
  address: string
  system: string
  device: string
}

export async function beginSession(tx: Transaction, s: NewSession): Promise<void> {
  await tx.run(sql`
    insert into staff_sessions (id, staff_id, token_hash, address, system, device)
    values (${s.id}, ${s.staffId}, ${s.tokenHash}, ${s.address}, ${s.system}, ${s.device})`)
}

/** A person has pressed or typed something. 0: it was over. */
export function renewSession(db: Queryable, id: string): Promise<number> {
  return db.run(sql`update staff_sessions s set used_at = now() where id = ${id} and ${ALIVE}`)
}

export function noteProof(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`update staff_sessions s set proved_at = now(), used_at = now() where id = ${id} and ${ALIVE}`)
}

export function endSession(db: Queryable, id: string): Promise<number> {
  return db.run(sql`delete from staff_sessions where id = ${id}`)
}

export function endByToken(tx: Transaction, tokenHash: Buffer): Promise<number> {
  return tx.run(sql`delete from staff_sessions where token_hash = ${tokenHash}`)
}

export function endAllOf(tx: Transaction, staffId: string): Promise<number> {
  return tx.run(sql`delete from staff_sessions where staff_id = ${staffId}`)
}

/** Sessions that are over. */
export function forgetSessions(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from staff_sessions where id = any(array(
      select id from staff_sessions where used_at <= now() - interval '12 hours'
      order by used_at, id limit ${limit} for update skip locked))`)
}
