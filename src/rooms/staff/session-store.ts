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

/** Whose session it is, while it lives, and what he may do at this moment. */
export function liveSession(
  tx: Transaction,
  id: string,
): Promise<Pick<SessionRow, 'staffId' | 'role' | 'permissions'> | undefined> {
  return tx.maybe<Pick<SessionRow, 'staffId' | 'role' | 'permissions'>>(sql`
    select s.staff_id as "staffId", p.role,
      array(select permission from staff_grants g where g.role = p.role order by permission) as permissions
    from staff_sessions s join staff p on p.id = s.staff_id where s.id = ${id} and ${ALIVE} and p.blocked_at is null`)
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

/**
 * Notes that the person of the session is active. A statement of its own: in one with the session's it would lock the two the other
 * way round than a block does.
 */
export function noteActive(db: Queryable, sessionId: string): Promise<number> {
  return db.run(sql`
    update staff p set active_at = now() from staff_sessions s
    where s.id = ${sessionId} and p.id = s.staff_id and (p.active_at is null or p.active_at < now() - interval '1 minute')`)
}

/** What is known of him by signing in: the language of his browser, and that he is here. */
export function noteSignIn(tx: Transaction, staffId: string, locale: string): Promise<number> {
  return tx.run(sql`update staff set locale = ${locale}, active_at = now() where id = ${staffId}`)
}

/** Notes the browser; `isNew`: it is another than those in which he has signed in before. */
export async function noteDevice(
  tx: Transaction,
  staffId: string,
  deviceHash: Buffer,
): Promise<{ isNew: boolean; at: Date }> {
  return tx.one<{ isNew: boolean; at: Date }>(sql`
    with known as (select count(*) > 0 as others from staff_devices where staff_id = ${staffId})
    insert into staff_devices (staff_id, device_hash) values (${staffId}, ${deviceHash})
    on conflict (staff_id, device_hash) do update set last_seen_at = now()
    returning xmax = 0 and (select others from known) as "isNew", now() as at`)
}

/** In no browser but this one he is known any more. */
export function forgetOtherDevices(tx: Transaction, staffId: string, keep: Buffer): Promise<number> {
  return tx.run(sql`delete from staff_devices where staff_id = ${staffId} and device_hash <> ${keep}`)
}

/** Whether he has signed in in this browser before. */
export async function isKnownDevice(db: Queryable, staffId: string, deviceHash: Buffer): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(sql`
    select exists (select from staff_devices where staff_id = ${staffId} and device_hash = ${deviceHash}) as known`)
  return known
}

/** Browsers whose cookie is gone; somebody's last one stays, so that the next is new. */
export function forgetDevices(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from staff_devices d using (
      select k.staff_id, k.device_hash from staff_devices k
      where k.last_seen_at < now() - make_interval(days => ${days})
        and exists (select from staff_devices n where n.staff_id = k.staff_id and n.last_seen_at > k.last_seen_at)
      order by k.last_seen_at, k.staff_id, k.device_hash limit ${limit} for update skip locked
    ) old where d.staff_id = old.staff_id and d.device_hash = old.device_hash`)
}

export interface ListedSession {
  id: string
  address: string
  system: string
  device: string
  beganAt: Date
  usedAt: Date
}

/** Somebody's sessions that live, the last used first. */
export function sessionsOf(db: Queryable, staffId: string, limit: number): Promise<ListedSession[]> {
  return db.query<ListedSession & Record<string, unknown>>(sql`
    select s.id, s.address, s.system, s.device, s.began_at as "beganAt", s.used_at as "usedAt" from staff_sessions s
    where s.staff_id = ${staffId} and ${ALIVE} order by s.used_at desc, s.id limit ${limit}`)
}

/** One of his; 0: he has none of this id. */
export function endOneOf(tx: Transaction, staffId: string, id: string): Promise<number> {
  return tx.run(sql`delete from staff_sessions s where s.id = ${id} and s.staff_id = ${staffId} and ${ALIVE}`)
}

/** All of his but this one. */
export function endOthersOf(tx: Transaction, staffId: string, keep: string): Promise<number> {
  return tx.run(sql`delete from staff_sessions s where s.staff_id = ${staffId} and s.id <> ${keep} and ${ALIVE}`)
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

/** Ends the sessions of everybody who works here: after a restore. */
export function endAllStaffSessions(tx: Transaction): Promise<number> {
  return tx.run(sql`delete from staff_sessions`)
}

/** Sessions that are over. */
export function forgetSessions(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from staff_sessions where id = any(array(
      select id from staff_sessions where used_at <= now() - interval '12 hours'
      order by used_at, id limit ${limit} for update skip locked))`)
}
