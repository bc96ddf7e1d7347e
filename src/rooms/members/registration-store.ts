// Every SQL statement about those who want to become members.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** Days for which a registration waits for its mail to be answered. */
export const DAYS = 7

export interface Registration {
  id: string
  email: string
  emailKey: string
  username: string
  passwordHash: string
  subscribes: boolean
  locale: string
}

export async function isUsernameTaken(db: Queryable, usernameKey: string): Promise<boolean> {
  return (await db.query(sql`select 1 from members where username_key = ${usernameKey} limit 1`)).length > 0
}

export function addRegistration(tx: Transaction, r: Registration): Promise<number> {
  return tx.run(sql`
    insert into registrations (id, email, email_key, username, password_hash, subscribes, locale)
    values (${r.id}, ${r.email}, ${r.emailKey}, ${r.username}, ${r.passwordHash}, ${r.subscribes}, ${r.locale})`)
}

/** Takes it to be seen to; undefined: it was. `owner`: the address of the member who has this one already. */
export function seeTo(
  tx: Transaction,
  id: string,
): Promise<{ email: string; emailKey: string; locale: string; owner: string | null } | undefined> {
  return tx.maybe<{ email: string; emailKey: string; locale: string; owner: string | null }>(sql`
    update registrations r set mailed_at = now() where id = ${id} and mailed_at is null
    returning email, email_key as "emailKey", locale, (select m.email from members m where m.email_key = r.email_key and m.closed_at is null) as owner`)
}

/** Nobody will confirm it. */
export function dropRegistration(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`delete from registrations where id = ${id}`)
}

/** Of an address, begun in this time: those that wait, and the one by which its owner became a member. */
export function dropRegistrationsOf(
  tx: Transaction,
  emailKey: string,
  { since, until }: { since: Date | null; until: Date | null },
): Promise<number> {
  return tx.run(sql`
    delete from registrations where email_key = ${emailKey} and created_at <@ tstzrange(${since}, ${until}, '(]')`)
}

export function registrationsOf(db: Queryable, emailKey: string, since: Date | null): Promise<object[]> {
  return db.query(sql`
    select email, username, subscribes, locale, created_at as "createdAt", used_at as "confirmedAt"
    from registrations where email_key = ${emailKey} and created_at <@ tstzrange(${since}, null, '()')
    order by created_at, id limit 1000`)
}

/** From which somebody wants to become a member, or has become one of late: in lower case, each once and in order. */
export function addresses(db: Queryable, after: string, limit: number): Promise<{ text: string }[]> {
  return db.query<{ text: string }>(sql`
    select distinct lower(email) as text from registrations where lower(email) > ${after} order by text limit ${limit}`)
}

/** While it waits, and after it was confirmed: until it is forgotten. */
export function findRegistration(db: Queryable, id: string): Promise<(Registration & { isUsed: boolean }) | undefined> {
  return db.maybe<Registration & { isUsed: boolean }>(sql`
    select id, email, email_key as "emailKey", username, password_hash as "passwordHash", subscribes, locale,
      used_at is not null as "isUsed"
    from registrations where id = ${id} and created_at > now() - make_interval(days => ${DAYS})`)
}

/** 0: a rival has confirmed it. */
export function closeRegistration(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`
    update registrations set used_at = now()
    where id = ${id} and used_at is null and created_at > now() - make_interval(days => ${DAYS})`)
}

export interface NewMember
  extends Pick<Registration, 'id' | 'email' | 'emailKey' | 'username' | 'passwordHash' | 'locale'> {
  usernameKey: string
}

/** 0: the name or the address is another member's. A rival who takes one of them at this moment is waited for. */
export function addMember(tx: Transaction, m: NewMember): Promise<number> {
  return tx.run(sql`
    insert into members (id, username, username_key, email, email_key, password_hash, uname, locale)
    values (${m.id}, ${m.username}, ${m.usernameKey}, ${m.email}, ${m.emailKey}, ${m.passwordHash}, ${m.username}, ${m.locale})
    on conflict do nothing`)
}

export async function isAddressTaken(db: Queryable, emailKey: string): Promise<boolean> {
  return (await db.query(sql`select 1 from members where email_key = ${emailKey} limit 1`)).length > 0
}

/** Those that nobody confirmed within their days, and what was confirmed as long ago. */
export function forgetRegistrations(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from registrations where id = any(array(
      select id from registrations where created_at < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}
