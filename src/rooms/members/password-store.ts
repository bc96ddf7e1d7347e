// Every SQL statement about members' passwords.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** Minutes for which a link to a new password opens (decision D2). */
const MINUTES = 30

/** Notes that a password was forgotten, whoever's it is; `memberId` null: nobody's. */
export function askForReset(
  tx: Transaction,
  reset: { id: string; memberId: string | undefined; locale: string },
): Promise<number> {
  return tx.run(sql`
    insert into password_resets (id, member_id, locale) values (${reset.id}, ${reset.memberId ?? null}::uuid, ${reset.locale})`)
}

/** Takes it to be mailed; undefined: it was, or there is nobody to write to. */
export function noteMailed(
  tx: Transaction,
  id: string,
): Promise<{ id: string; email: string; locale: string } | undefined> {
  return tx.maybe<{ id: string; email: string; locale: string }>(sql`
    update password_resets r set mailed_at = now() from members m
    where r.id = ${id} and r.mailed_at is null and m.id = r.member_id and m.closed_at is null
    returning m.id, m.email, r.locale`)
}

export interface OpenReset {
  memberId: string
  email: string
  locale: string
}

/** Whose password a link replaces, while it does. */
export function openReset(db: Queryable, id: string): Promise<OpenReset | undefined> {
  return db.maybe<OpenReset>(sql`
    select m.id as "memberId", m.email, m.locale from password_resets r join members m on m.id = r.member_id
    where r.id = ${id} and r.used_at is null and r.created_at > now() - make_interval(mins => ${MINUTES})
      and m.closed_at is null`)
}

/** Uses the link up; 0: a rival has. */
export function spendReset(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`
    update password_resets set used_at = now()
    where id = ${id} and used_at is null and created_at > now() - make_interval(mins => ${MINUTES})`)
}

/** Whoever changes anything of the member, or asks for a link to a new password, waits; undefined: he is gone. */
export function lockMember(
  tx: Transaction,
  id: string,
): Promise<{ email: string; locale: string; passwordHash: string | null } | undefined> {
  return tx.maybe<{ email: string; locale: string; passwordHash: string | null }>(sql`
    select email, locale, password_hash as "passwordHash" from members where id = ${id} and closed_at is null for update`)
}

/** Replaces it; links to replace it that are under way open nothing any more. */
export function setPassword(tx: Transaction, memberId: string, passwordHash: string): Promise<number> {
  return tx.run(sql`
    with links as (
      update password_resets set used_at = now() where member_id = ${memberId} and used_at is null
    )
    update members set password_hash = ${passwordHash}, password_changed_at = now() where id = ${memberId}`)
}

/**
 * Whether this is still the member's password; it stays so until the transaction ends. What was verified before may have been
 * replaced meanwhile, and the sessions that ended with it are not joined by another.
 */
export async function holdsPassword(tx: Transaction, memberId: string, passwordHash: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select 1 from members where id = ${memberId} and password_hash = ${passwordHash} and closed_at is null for share`)
  return row !== undefined
}

export function passwordOf(db: Queryable, memberId: string): Promise<{ passwordHash: string | null } | undefined> {
  return db.maybe<{ passwordHash: string | null }>(sql`
    select password_hash as "passwordHash" from members where id = ${memberId} and closed_at is null`)
}

/** Links that have ended long ago. */
export function forgetResets(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from password_resets where id = any(array(
      select id from password_resets where created_at < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}
