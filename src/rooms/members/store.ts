// The statements that find, hold, bar, close and erase members. Addresses, passwords, profiles, registrations and what operators
// do have stores of their own.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByUuid } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface MemberRow {
  id: string
  username: string
  email: string
  uname: string
  country: string
  phone: string
  mobile: string
  zip: string
  address: string
  locale: string
  /** He was shown what else protects his account. */
  securityOffered: boolean
  createdAt: Date
}

const COLUMNS = fragment`
  id, username, email, uname, country, phone, mobile, zip, address, locale,
  security_offered_at is not null as "securityOffered", created_at as "createdAt"`

export function memberById(db: Queryable, id: string): Promise<MemberRow | undefined> {
  return db.maybe<MemberRow>(sql`
    select ${COLUMNS} from members where id = ${id} and closed_at is null`)
}

/** The member, who neither changes nor goes until the transaction ends; undefined: he is gone. */
export function holdMember(tx: Transaction, id: string): Promise<MemberRow | undefined> {
  return tx.maybe<MemberRow>(sql`
    select ${COLUMNS} from members where id = ${id} and closed_at is null for share`)
}

/** Whom this username or address belongs to. A username has no `@`, so a name is at most one member's. */
export function memberByName(
  db: Queryable,
  nameKey: string,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db.maybe<{ id: string; passwordHash: string | null }>(sql`
    select id, password_hash as "passwordHash" from members
    where (username_key = ${nameKey} or email_key = ${nameKey}) and closed_at is null`)
}

/** Whom his account's end is about, held until the transaction ends; undefined: there is no such member any more. */
export function memberToClose(tx: Transaction, id: string): Promise<Pick<MemberRow, 'email' | 'locale'> | undefined> {
  return tx.maybe<Pick<MemberRow, 'email' | 'locale'>>(
    sql`select email, locale from members where id = ${id} and closed_at is null for update`,
  )
}

/**
 * After a restore: they had closed their accounts, and cannot sign in. Their names are forgotten with everything else
 * (privacy/replay.ts). Answers the ids of those who are gone as it is.
 */
export async function barMembers(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const gone = await tx.query<{ id: string }>(
    sql`select id from members where id = any(${ids}::uuid[]) and closed_at is not null order by id for update`,
  )
  await tx.run(sql`
    update members set closed_at = now(), password_hash = null where id = any(${ids}::uuid[]) and closed_at is null`)
  return new Set(gone.map(({ id }) => id))
}

/** Whoever he is or was, held until the transaction ends; undefined: nobody, or nothing is left of him. */
export function memberToErase(tx: Transaction, id: string): Promise<{ email: string } | undefined> {
  return tx.maybe<{ email: string }>(sql`select email from members where id = ${id} and email <> '' for update`)
}

/** Closes the account and forgets its names, which others may choose then. */
export function closeMember(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`
    update members set closed_at = now(), password_hash = null,
      username = '', username_key = 'closed ' || id, email = '', email_key = 'closed ' || id, uname = ''
    where id = ${id}`)
}

/** The addresses of those of these ids that are members, by id. */
export const memberAddresses = namesByUuid(
  (ids) => sql`
    select id, email as name from members where id = any(${ids}::uuid[]) and closed_at is null
    order by id`,
)
