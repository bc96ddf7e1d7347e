// The SQL statements about people who work here, their links and what they prove themselves with. Sessions: session-store.ts.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface StaffRow {
  id: string
  email: string
  name: string
  role: string
  passwordHash: string | null
  isDemo: boolean
  /** In which his mails are. */
  locale: string
}

const COLUMNS = fragment`s.id, s.email, s.name, s.role, s.password_hash as "passwordHash", s.is_demo as "isDemo",
  s.locale`

/** Whoever is not blocked; demo visitors are found by nobody's address. */
export function staffByEmail(db: Queryable, emailKey: string): Promise<StaffRow | undefined> {
  return db.maybe<StaffRow>(sql`
    select ${COLUMNS} from staff s where email_key = ${emailKey} and blocked_at is null and not is_demo`)
}

export function staffById(db: Queryable, id: string): Promise<StaffRow | undefined> {
  return db.maybe<StaffRow>(sql`select ${COLUMNS} from staff s where id = ${id}`)
}

/** Locks him for whatever changes how he signs in; undefined: blocked, or gone. */
export function lockStaff(tx: Transaction, id: string): Promise<StaffRow | undefined> {
  return tx.maybe<StaffRow>(sql`select ${COLUMNS} from staff s where id = ${id} and blocked_at is null for update`)
}

/** The person of this address, locked and as he is; somebody new, who has no way in yet, is an owner. */
export async function ownerToBe(
  tx: Transaction,
  of: { id: string; email: string; emailKey: string },
): Promise<StaffRow> {
  await tx.run(sql`
    insert into staff (id, email, email_key, role) values (${of.id}, ${of.email}, ${of.emailKey}, 'owner')
    on conflict (email_key) do nothing`)
  return tx.one<StaffRow>(sql`select ${COLUMNS} from staff s where email_key = ${of.emailKey} for update`)
}

/** The one whom visitors of a demo office are. */
export async function demoOwner(tx: Transaction, id: string): Promise<StaffRow> {
  await tx.run(sql`
    insert into staff (id, email, email_key, name, role, is_demo)
    values (${id}, 'owner@demo.invalid', 'owner@demo.invalid', 'Demo', 'owner', true) on conflict (email_key) do nothing`)
  return tx.one<StaffRow>(sql`select ${COLUMNS} from staff s where email_key = 'owner@demo.invalid'`)
}

/** In place of one before. It opens until then. `madeBy`: null for the command, whose link makes its person an owner. */
export async function putLink(
  tx: Transaction,
  of: { staffId: string; tokenHash: Buffer; hours: number; madeBy: string | null },
) {
  await tx.run(sql`
    insert into staff_links (staff_id, token_hash, expires_at, made_by)
    values (${of.staffId}, ${of.tokenHash}, now() + make_interval(hours => ${of.hours}), ${of.madeBy})
    on conflict (staff_id) do update
    set token_hash = excluded.token_hash, expires_at = excluded.expires_at, made_by = excluded.made_by, sealed_secret = null`)
}

/**
 * Whether the link `l` of the person `s` opens: not for whoever was put out, and as long as who made it works here and may do all
 * that the person may. He knows it, and could come in by it. One of the command lets in whoever was put out before it was made.
 */
export const LINK_OPENS = fragment`l.expires_at > now() and (l.made_by is null or (s.blocked_at is null and exists (
  select from staff m where m.id = l.made_by and m.blocked_at is null and (m.role = 'owner' or (s.role <> 'owner' and not exists (
    select permission from staff_grants where role = s.role except select permission from staff_grants where role = m.role))))))`

export interface LinkRow extends StaffRow {
  /** What he is once the link was used. */
  becomes: string
  isBlocked: boolean
  sealedSecret: Buffer | null
  /** Seconds since the epoch, by the database's clock. */
  now: number
}

/** Whom this link is for, while it opens; locked, so that it does so once. */
export function openLink(tx: Transaction, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return tx.maybe<LinkRow>(sql`
    select ${COLUMNS}, case when l.made_by is null then 'owner' else s.role end as becomes,
      s.blocked_at is not null as "isBlocked", l.sealed_secret as "sealedSecret", extract(epoch from now())::float8 as now
    from staff_links l join staff s on s.id = l.staff_id
    where l.token_hash = ${tokenHash} and ${LINK_OPENS} for update of l, s`)
}

export async function opensLink(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from staff_links l join staff s on s.id = l.staff_id where l.token_hash = ${tokenHash} and ${LINK_OPENS} limit 1`)
  return rows.length > 0
}

export function keepLinkSecret(tx: Transaction, tokenHash: Buffer, sealed: Buffer): Promise<number> {
  return tx.run(sql`update staff_links set sealed_secret = ${sealed} where token_hash = ${tokenHash}`)
}

export interface Accepted {
  staffId: string
  name: string
  role: string
  passwordHash: string
  sealed: Buffer
  step: number
  recoveryHashes: Buffer[]
}

/** What he is and signs in with from now on; what was before it is gone, and his link with it. */
export async function acceptLink(tx: Transaction, of: Accepted): Promise<void> {
  await tx.run(sql`
    update staff set name = ${of.name}, role = ${of.role}, password_hash = ${of.passwordHash}, blocked_at = null where id = ${of.staffId}`)
  await putAuthenticator(tx, of.staffId, of)
  await putRecoveryCodes(tx, of.staffId, of.recoveryHashes)
  await removeLink(tx, of.staffId)
}

/** In place of one before. `step`: its code was used, so none of this step or before counts. */
export async function putAuthenticator(tx: Transaction, staffId: string, of: { sealed: Buffer; step: number }) {
  await tx.run(sql`
    insert into staff_authenticators (staff_id, sealed, last_step) values (${staffId}, ${of.sealed}, ${of.step})
    on conflict (staff_id) do update set sealed = excluded.sealed, last_step = excluded.last_step, made_at = now()`)
}

export async function removeLink(tx: Transaction, staffId: string): Promise<void> {
  await tx.run(sql`delete from staff_links where staff_id = ${staffId}`)
}

/** In place of those before. */
export async function putRecoveryCodes(tx: Transaction, staffId: string, hashes: Buffer[]): Promise<void> {
  await tx.run(sql`delete from staff_recovery_codes where staff_id = ${staffId}`)
  await tx.run(sql`
    insert into staff_recovery_codes (staff_id, hash) select ${staffId}, h from unnest(${hashes}::bytea[]) as h`)
}

export function setName(tx: Transaction, staffId: string, name: string): Promise<number> {
  return tx.run(sql`update staff set name = ${name} where id = ${staffId}`)
}

/** A link to his account goes with the password before: whoever hears of one that he did not ask for ends it so. */
export async function setPassword(tx: Transaction, staffId: string, passwordHash: string): Promise<void> {
  await tx.run(sql`update staff set password_hash = ${passwordHash} where id = ${staffId}`)
  await removeLink(tx, staffId)
}

export function authenticatorOf(db: Queryable, staffId: string): Promise<{ sealed: Buffer; now: number } | undefined> {
  return db.maybe<{ sealed: Buffer; now: number }>(sql`
    select sealed, extract(epoch from now())::float8 as now from staff_authenticators where staff_id = ${staffId}`)
}

/** Uses up all codes to this step; 0: that was done already. */
export function takeStep(tx: Transaction, staffId: string, step: number): Promise<number> {
  return tx.run(sql`
    update staff_authenticators set last_step = ${step} where staff_id = ${staffId} and last_step < ${step}`)
}

/** Uses up this code; 0: it was used, or is none of his. */
export function takeRecoveryCode(tx: Transaction, staffId: string, hash: Buffer): Promise<number> {
  return tx.run(sql`
    update staff_recovery_codes set used_at = now() where staff_id = ${staffId} and hash = ${hash} and used_at is null`)
}

/** Links that open nothing any more. */
export function forgetLinks(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from staff_links where staff_id = any(array(
      select staff_id from staff_links where expires_at <= now() order by expires_at, staff_id limit ${limit} for update skip locked))`)
}

/**
 * Grants what is declared and was never granted before to the roles that it is meant for; from then on roles are what people
 * make of them.
 */
export async function grantNew(tx: Transaction, meant: { permission: string; role: string }[], all: string[]) {
  await tx.run(sql`lock table staff_permissions in share row exclusive mode`)
  await tx.run(sql`
    insert into staff_grants (role, permission)
    select m.role, m.permission from unnest(${meant.map(({ role }) => role)}::text[], ${meant.map(({ permission }) => permission)}::text[]) as m(role, permission)
    where not exists (select from staff_permissions p where p.name = m.permission)
      and exists (select from staff_roles r where r.name = m.role)
    on conflict do nothing`)
  await tx.run(sql`
    insert into staff_permissions (name) select n from unnest(${all}::text[]) as n on conflict do nothing`)
}
