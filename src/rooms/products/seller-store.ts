// What the back office reads and changes of sellers.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByNumber } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface WholeSeller {
  id: number
  name: string
  isShop: boolean
  createdAt: Date
  closedAt: Date | null
  /** Another after every change. */
  seen: string
}

export interface ListedSeller extends WholeSeller {
  /** Its place in the order of names. */
  key: string
  onSale: number
  offSale: number
}

const WHOLE = fragment`s.id, s.name, s.is_shop as "isShop", s.created_at as "createdAt", s.closed_at as "closedAt", md5(s::text) as seen`
const COUNTED = fragment`
  lower(s.name) as key,
  (select count(*) from (select from offers where seller_id = s.id and active limit 1001) o)::int as "onSale",
  (select count(*) from (select from offers where seller_id = s.id and not active limit 1001) o)::int as "offSale"`

/** By their names in small letters. */
export function sellersByName(
  db: Queryable,
  after: { key: string; id: number } | undefined,
  limit: number,
): Promise<ListedSeller[]> {
  return db.query<ListedSeller & Record<string, unknown>>(sql`
    select ${WHOLE}, ${COUNTED} from sellers s
    where ${after?.id ?? null}::int is null or (lower(s.name) collate "C", s.id) > (${after?.key ?? null}::text collate "C", ${after?.id ?? null}::int)
    order by lower(s.name) collate "C", s.id limit ${limit}`)
}

export function seller(db: Queryable, id: number): Promise<ListedSeller | undefined> {
  return db.maybe<ListedSeller & Record<string, unknown>>(
    sql`select ${WHOLE}, ${COUNTED} from sellers s where s.id = ${id}`,
  )
}

/** What those of these ids that are sellers are called, by id. */
export const sellerNames = namesByNumber(
  (ids) => sql`
    select id::text as id, name from sellers where id = any(${ids}::int[])
    order by sellers.id`,
)

/** Whoever puts an offer of his on sale waits. */
export function lockSeller(tx: Transaction, id: number): Promise<WholeSeller | undefined> {
  return tx.maybe<WholeSeller & Record<string, unknown>>(
    sql`select ${WHOLE} from sellers s where s.id = ${id} for no key update`,
  )
}

/** Names are given one after the other. */
const lockNames = (tx: Transaction) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended('sellers', 0))`)

/** Whether another has it, in capitals or small letters. */
export async function isNameTaken(tx: Transaction, name: string, id: number | null): Promise<boolean> {
  await lockNames(tx)
  const rows = await tx.query(sql`
    select from sellers where lower(name) collate "C" = lower(${name}) collate "C" and id is distinct from ${id}::int limit 1`)
  return rows.length > 0
}

export async function addSeller(tx: Transaction, name: string): Promise<number> {
  return (await tx.one<{ id: number }>(sql`insert into sellers (name) values (${name}) returning id`)).id
}

/** Who has the name, in capitals or small letters; else who had it before. */
export async function sellerNamed(db: Queryable, name: string): Promise<number | undefined> {
  const row = await db.maybe<{ id: number }>(sql`
    select id from (
      select id, case when name = ${name} then 1 else 2 end as place from sellers where lower(name) collate "C" = lower(${name}) collate "C"
      union all select seller_id, 3 from seller_names where name_key = lower(${name})) named
    order by place, id limit 1`)
  return row?.id
}

/** Id of the seller of this name, made where there is none. */
export async function ensureSeller(tx: Transaction, name: string): Promise<number> {
  await lockNames(tx)
  return (await sellerNamed(tx, name)) ?? addSeller(tx, name)
}

export function renameSeller(tx: Transaction, id: number, name: string): Promise<number> {
  return tx.run(sql`update sellers set name = ${name} where id = ${id}`)
}

export function setClosed(tx: Transaction, id: number, isClosed: boolean): Promise<number> {
  return tx.run(sql`update sellers set closed_at = case when ${isClosed} then now() end where id = ${id}`)
}

/**
 * Some of what he offers, on sale or off as he is closed or open now: one process at a time, so that whoever comes last knows
 * what he is last. Answers how many those were; 0: all is as it should be.
 */
export async function followSeller(tx: Transaction, id: number, limit: number): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('seller offers', ${id}))`)
  const row = await tx.maybe<{ isClosed: boolean }>(
    sql`select closed_at is not null as "isClosed" from sellers where id = ${id}`,
  )
  if (!row) return 0
  return tx.run(
    row.isClosed
      ? sql`
        update offers set active = false, closed_with_seller = true where id in (
          select id from offers where seller_id = ${id} and active order by id limit ${limit} for no key update)`
      : sql`
        update offers set active = true, closed_with_seller = false where id in (
          select id from offers where seller_id = ${id} and closed_with_seller order by id limit ${limit} for no key update)`,
  )
}
