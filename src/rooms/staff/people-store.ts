// The SQL statements about people who work here as others see and change them. How each signs in: store.ts.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByUuid } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { emailKeyOf } from './rules.ts'
import { LINK_OPENS, type StaffRow } from './store.ts'

export interface ListedPerson {
  id: string
  email: string
  /** By which they are in order. */
  emailKey: string
  name: string
  role: string
  isDemo: boolean
  isBlocked: boolean
  /** He has used a link: he has a password. */
  hasBegun: boolean
  hasApp: boolean
  /** Until when a link of his opens. */
  linkUntil: Date | null
  activeAt: Date | null
}

type Listed = ListedPerson & Record<string, unknown>

const LISTED = fragment`select s.id, s.email, s.email_key as "emailKey", s.name, s.role, s.is_demo as "isDemo",
  s.blocked_at is not null as "isBlocked", s.password_hash is not null as "hasBegun",
  exists (select from staff_authenticators a where a.staff_id = s.id) as "hasApp",
  l.expires_at as "linkUntil", s.active_at as "activeAt"
  from staff s left join staff_links l on l.staff_id = s.id and ${LINK_OPENS}`

/** In the order of their addresses. */
export function listPeople(
  db: Queryable,
  { role, after = '', limit }: { role: string | undefined; after: string | undefined; limit: number },
): Promise<ListedPerson[]> {
  if (role !== undefined)
    return db.query<Listed>(sql`
      ${LISTED} where s.role = ${role} and s.email_key > ${after} order by s.email_key limit ${limit}`)
  return db.query<Listed>(sql`${LISTED} where s.email_key > ${after} order by s.email_key limit ${limit}`)
}

const SEEN = fragment`md5(concat_ws(' ', s.role, s.blocked_at,
  (select 'app ' || made_at from staff_authenticators where staff_id = s.id),
  (select 'link ' || expires_at from staff_links where staff_id = s.id))) as seen`

export interface PersonRow extends ListedPerson {
  madeAt: Date
  recoveryCodes: number
  /** Another after anything that changes what he may do or how he begins. */
  seen: string
}

export function onePerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return db.maybe<PersonRow>(sql`
    select p.*, s.made_at as "madeAt", ${SEEN},
      (select count(*)::int from staff_recovery_codes c where c.staff_id = s.id and c.used_at is null) as "recoveryCodes"
    from (${LISTED} where s.id = ${id}) p join staff s on s.id = p.id`)
}

/** Those of them who work here and may do this. */
export async function whoMay(db: Queryable, staffIds: readonly string[], permission: string): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select s.id from staff s
    where s.id = any(${[...staffIds]}::uuid[]) and s.blocked_at is null and (s.role = 'owner'
      or exists (select from staff_grants g where g.role = s.role and g.permission = ${permission}))`)
  return new Set(rows.map(({ id }) => id))
}

/** Until the transaction ends nobody else changes who works here or what a role may do. */
export function holdPeople(tx: Transaction): Promise<number> {
  return tx.run(sql`select pg_advisory_xact_lock(hashtextextended('people who work here', 0))`)
}

/** Until the transaction ends nobody changes who works here or what a role may do; others may hold it besides. */
export function holdRights(tx: Transaction): Promise<number> {
  return tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended('people who work here', 0))`)
}

export interface LockedPerson extends StaffRow {
  isBlocked: boolean
  hasApp: boolean
  seen: string
}

export function lockPerson(tx: Transaction, id: string): Promise<LockedPerson | undefined> {
  return tx.maybe<LockedPerson>(sql`
    select s.id, s.email, s.name, s.role, s.password_hash as "passwordHash", s.is_demo as "isDemo", s.locale,
      s.blocked_at is not null as "isBlocked", ${SEEN},
      exists (select from staff_authenticators a where a.staff_id = s.id) as "hasApp"
    from staff s where s.id = ${id} for update of s`)
}

/** Whether an owner who can sign in is left without this one. Asked while people are held. */
export async function isOwnerLeft(tx: Transaction, without: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from staff s where s.role = 'owner' and s.id <> ${without} and s.blocked_at is null and not s.is_demo
      and s.password_hash is not null and exists (select from staff_authenticators a where a.staff_id = s.id) limit 1`)
  return rows.length > 0
}

/** 0: somebody of this address is here already. */
export function addPerson(
  tx: Transaction,
  p: { id: string; email: string; emailKey: string; role: string; locale: string },
): Promise<number> {
  return tx.run(sql`
    insert into staff (id, email, email_key, role, locale) values (${p.id}, ${p.email}, ${p.emailKey}, ${p.role}, ${p.locale})
    on conflict (email_key) do nothing`)
}

/** A link of the command goes with it: it would make him an owner all the same. */
export async function setRole(tx: Transaction, id: string, role: string): Promise<void> {
  await tx.run(sql`update staff set role = ${role} where id = ${id}`)
  await tx.run(sql`delete from staff_links where staff_id = ${id} and made_by is null`)
}

/** His link goes with it: let in again, he would have one that somebody else may hold. */
export async function block(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`update staff set blocked_at = now() where id = ${id}`)
  await tx.run(sql`delete from staff_links where staff_id = ${id}`)
}

export function unblock(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`update staff set blocked_at = null where id = ${id}`)
}

export async function isRole(tx: Transaction, name: string): Promise<boolean> {
  return (await tx.query(sql`select 1 from staff_roles where name = ${name}`)).length > 0
}

export async function grantsOf(db: Queryable, role: string): Promise<string[]> {
  const rows = await db.query<{ permission: string }>(sql`
    select permission from staff_grants where role = ${role} order by permission`)
  return rows.map(({ permission }) => permission)
}

/** Who has this role. */
export async function peopleOf(tx: Transaction, role: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`select id from staff where role = ${role} order by id`)
  return rows.map(({ id }) => id)
}

/** What those of these ids who work here are called, by id. Who has not begun has no name yet, and is called by his address. */
export const staffNames = namesByUuid(
  (ids) => sql`
    select id, case name when '' then email else name end as name from staff where id = any(${ids}::uuid[])
    order by id`,
)

/** Of whom people speak by his address, else by his name. */
export async function staffMeant(db: Queryable, typed: string): Promise<string | undefined> {
  const key = emailKeyOf(typed)
  const found = await db.maybe<{ id: string }>(sql`
    select id from staff where email_key = ${key} or lower(name) = lower(${typed})
    order by email_key = ${key} desc, id limit 1`)
  return found?.id
}
