// Every SQL statement about sessions.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Device } from './device.ts'

/** A session ends this long after it began, however much it is used (decision F3). */
const MOST_DAYS = 30
/** Renewing writes a row: not for each of the calls of one page. Seconds. */
const RENEWED_AFTER = 60

export interface SessionRow {
  id: string
  memberId: string
  /** How long it lives without being used. */
  seconds: number
  provedSecondsAgo: number
  isDue: boolean
}

/** The session of this token, while it lives. */
export function findSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return db.maybe<SessionRow>(sql`
    select s.id, s.member_id as "memberId", s.seconds,
      extract(epoch from now() - s.proved_at)::float8 as "provedSecondsAgo",
      s.used_at < now() - make_interval(secs => ${RENEWED_AFTER}) as "isDue"
    from sessions s join members m on m.id = s.member_id
    where s.token_hash = ${tokenHash} and s.expires_at > now() and s.created_at > now() - make_interval(days => ${MOST_DAYS})
      and m.closed_at is null and m.blocked_at is null`)
}

/** Whether an operator has barred him; asked while the member is held. */
export async function isBlocked(tx: Transaction, memberId: string): Promise<boolean> {
  return (await tx.query(sql`select 1 from members where id = ${memberId} and blocked_at is not null`)).length > 0
}

/** It lives for its time again, from now on, but not beyond its end; seconds until then, none when it is over. */
export function renewSession(db: Queryable, id: string): Promise<{ left: number } | undefined> {
  return db.maybe<{ left: number }>(sql`
    update sessions set used_at = now(),
      expires_at = least(now() + make_interval(secs => seconds), created_at + make_interval(days => ${MOST_DAYS}))
    where id = ${id} and expires_at > now()
    returning ceil(extract(epoch from expires_at - now()))::int as left`)
}

export interface NewSession extends Device {
  id: string
  tokenHash: Buffer
  memberId: string
  seconds: number
  address: string
  country: string | undefined
  method: string
}

/** Begins a session and notes the sign-in. */
export function beginSession(tx: Transaction, s: NewSession): Promise<number> {
  return tx.run(sql`
    with signed as (
      insert into sign_ins (member_id, address, country, system, device, method)
      values (${s.memberId}, ${s.address}, ${s.country ?? null}, ${s.system}, ${s.device}, ${s.method})
    )
    insert into sessions (id, token_hash, member_id, seconds, address, country, system, device, expires_at)
    values (${s.id}, ${s.tokenHash}, ${s.memberId}, ${s.seconds}, ${s.address}, ${s.country ?? null}, ${s.system}, ${s.device},
      now() + make_interval(secs => ${s.seconds}))`)
}

/** Its member has proved again who he is. */
export function noteProof(tx: Queryable, id: string): Promise<number> {
  return tx.run(sql`update sessions set proved_at = now() where id = ${id} and expires_at > now()`)
}

/** Since when what its member proved counts; undefined: it is over. */
export function proofOf(tx: Transaction, id: string): Promise<{ provedSecondsAgo: number } | undefined> {
  return tx.maybe<{ provedSecondsAgo: number }>(sql`
    select extract(epoch from now() - proved_at)::float8 as "provedSecondsAgo" from sessions
    where id = ${id} and expires_at > now()`)
}

/** What its member proved in his sessions counts no more, but in this one. */
export function voidProofs(tx: Transaction, memberId: string, keep: string): Promise<number> {
  return tx.run(sql`update sessions set proved_at = 'epoch' where member_id = ${memberId} and id <> ${keep}`)
}

export function endSession(db: Queryable, id: string): Promise<number> {
  return db.run(sql`delete from sessions where id = ${id}`)
}

export function endByToken(db: Queryable, tokenHash: Buffer): Promise<number> {
  return db.run(sql`delete from sessions where token_hash = ${tokenHash}`)
}

/** Ends the sessions of every member: after a restore. */
export function endAllSessions(tx: Transaction): Promise<number> {
  return tx.run(sql`delete from sessions`)
}

/** All of a member's, but this one. */
export function endOtherSessions(db: Queryable, memberId: string, keep: string | null): Promise<number> {
  return db.run(sql`delete from sessions where member_id = ${memberId} and id is distinct from ${keep}::uuid`)
}

/** One of this member's; 0: he has none of this id. */
export function endSessionOf(db: Queryable, memberId: string, id: string): Promise<number> {
  return db.run(sql`delete from sessions where id = ${id} and member_id = ${memberId}`)
}

interface Place extends Device {
  address: string
  country: string | null
}

/** A member's sessions, the last used first. */
export function sessionsOf(db: Queryable, memberId: string, page: { offset: number; limit: number }) {
  return db.query<Place & { id: string; beganAt: Date; usedAt: Date }>(sql`
    select id, system, device, country, address, created_at as "beganAt", used_at as "usedAt" from sessions
    where member_id = ${memberId} and expires_at > now() order by used_at desc, id limit ${page.limit} offset ${page.offset}`)
}

export async function countSessions(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from sessions where member_id = ${memberId} and expires_at > now()`)
  return count
}

/** When a member signed in, the latest first. */
export function signInsOf(db: Queryable, memberId: string, page: { offset: number; limit: number }) {
  return db.query<Place & { at: Date; method: string }>(sql`
    select at, address, country, system, device, method from sign_ins
    where member_id = ${memberId} order by at desc, id desc limit ${page.limit} offset ${page.offset}`)
}

export async function countSignIns(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from sign_ins where member_id = ${memberId}`)
  return count
}

/** Whether the browser in which the member has just signed in is the first that he has used: known ones may be forgotten. */
export async function isFirstDevice(tx: Queryable, memberId: string): Promise<boolean> {
  const { isFirst } = await tx.one<{ isFirst: boolean }>(sql`
    select (select count(*) from known_devices where member_id = ${memberId}) < 2
      and (select count(*) from (select 1 from sign_ins where member_id = ${memberId} limit 2) s) < 2 as "isFirst"`)
  return isFirst
}

/** The beginning of the transaction, by the database's clock. */
export async function databaseNow(tx: Queryable): Promise<Date> {
  const { at } = await tx.one<{ at: Date }>(sql`select now() as at`)
  return at
}

/** All that is kept of where a member was; his account closes. */
export async function forgetMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`delete from sessions where member_id = ${memberId}`)
  await tx.run(sql`delete from sign_ins where member_id = ${memberId}`)
  await forgetDevicesOf(tx, memberId)
}

/** The sign-in before the one with which this session began. */
export function signInBefore(
  db: Queryable,
  session: { id: string; memberId: string },
): Promise<{ at: Date; address: string } | undefined> {
  return db.maybe<{ at: Date; address: string }>(sql`
    select at, address from sign_ins
    where member_id = ${session.memberId} and at < (select created_at from sessions where id = ${session.id})
    order by at desc, id desc limit 1`)
}

/** Whether this browser is one in which the member has signed in before. */
export async function isKnownDevice(db: Queryable, memberId: string | undefined, deviceHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from known_devices where member_id = ${memberId ?? null}::uuid and device_hash = ${deviceHash} limit 1`)
  return rows.length > 0
}

/** Notes the browser; true: it is new to this member. */
export async function noteDevice(tx: Transaction, memberId: string, deviceHash: Buffer): Promise<boolean> {
  const { isNew } = await tx.one<{ isNew: boolean }>(sql`
    insert into known_devices (member_id, device_hash) values (${memberId}, ${deviceHash})
    on conflict (member_id, device_hash) do update set last_seen_at = now()
    returning xmax = 0 as "isNew"`)
  return isNew
}

/** In no browser but this one he is known any more. */
export function forgetOtherDevices(tx: Transaction, memberId: string, keep: Buffer): Promise<number> {
  return tx.run(sql`delete from known_devices where member_id = ${memberId} and device_hash <> ${keep}`)
}

/** In no browser he is known any more. */
export function forgetDevicesOf(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`delete from known_devices where member_id = ${memberId}`)
}

/** Sessions that are over. */
export function forgetSessions(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from sessions where id = any(array(
      select id from sessions where expires_at <= now() order by expires_at, id limit ${limit} for update skip locked))`)
}

/** Sign-ins longer ago than this. */
export function forgetSignIns(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from sign_ins where id = any(array(
      select id from sign_ins where at < now() - make_interval(days => ${days}) order by at, id limit ${limit} for update skip locked))`)
}

/** Browsers that were not used for so long that their cookie is gone; a member's last one stays, so that the next is new. */
export function forgetDevices(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from known_devices d using (
      select k.member_id, k.device_hash from known_devices k
      where k.last_seen_at < now() - make_interval(days => ${days})
        and exists (select 1 from known_devices n where n.member_id = k.member_id and n.last_seen_at > k.last_seen_at)
      order by k.last_seen_at, k.member_id, k.device_hash limit ${limit} for update skip locked
    ) old where d.member_id = old.member_id and d.device_hash = old.device_hash`)
}
