// Every SQL statement of importing and counting keys.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { KeyReport } from '../limits.ts'

export interface KeyOffer {
  offerId: number
  seller: string
  backing: 'keys' | 'supplier'
  active: boolean
  /** What it is of. */
  product: string
}

/** Who has the name of `wanted`, in capitals or small letters; else who had it before: as imports of products find him. */
const NAMED = fragment`select id from (
      select x.id, case when x.name = wanted.name then 1 else 2 end as place from sellers x, wanted
      where lower(x.name) collate "C" = lower(wanted.name) collate "C"
      union all select n.seller_id, 3 from seller_names n, wanted where n.name_key = lower(wanted.name)) named
    order by place, id limit 1`

/** The offer of a SKU by the seller of this name; null: by the shop itself. */
export function offerOf(db: Queryable, skuCode: string, seller: string | null): Promise<KeyOffer | undefined> {
  return db.maybe<KeyOffer>(sql`
    with wanted as (select ${seller}::text as name)
    select o.id as "offerId", s.name as seller, o.backing, o.active, text_in(p.name, 'en-US') as product
    from offers o join skus k on k.id = o.sku_id join sellers s on s.id = o.seller_id join products p on p.id = o.product_id
    where k.sku_code = ${skuCode} and case when ${seller}::text is null then s.is_shop else s.id = (${NAMED}) end
    order by o.id limit 1`)
}

export async function knowsSeller(db: Queryable, name: string): Promise<boolean> {
  return (await db.maybe(sql`with wanted as (select ${name}::text as name) ${NAMED}`)) !== undefined
}

/** Whether what is sold there are accounts. */
export async function holdsAccounts(db: Queryable, offerId: number): Promise<boolean> {
  const { yes } = await db.one<{ yes: boolean }>(sql`
    select key_type = 1 as yes from products where id = (select product_id from offers where id = ${offerId})`)
  return yes
}

export interface KeyCount {
  seller: string
  backing: 'keys' | 'supplier'
  available: number
  reserved: number
  sold: number
  withheld: number
  retired: number
}

export function countKeys(db: Queryable, skuCode: string): Promise<KeyCount[]> {
  return db.query<KeyCount>(sql`
    select s.name as seller, o.backing, count(v.id) filter (where v.state = 'available') as available,
      count(v.id) filter (where v.state = 'reserved') as reserved, count(v.id) filter (where v.state = 'sold') as sold,
      count(v.id) filter (where v.state = 'withheld') as withheld, count(v.id) filter (where v.state = 'retired') as retired
    from offers o join skus k on k.id = o.sku_id join sellers s on s.id = o.seller_id left join vault_keys v on v.offer_id = o.id
    where k.sku_code = ${skuCode}
    group by o.id, s.name, s.is_shop, o.backing order by s.is_shop desc, o.id`)
}

export async function skuExists(db: Queryable, skuCode: string): Promise<boolean> {
  return (await db.maybe(sql`select 1 as known from skus where sku_code = ${skuCode}`)) !== undefined
}

/** Which of these keys the shop has, or had. */
export async function knownKeys(db: Queryable, fingerprints: Buffer[]): Promise<Set<string>> {
  const rows = await db.query<{ fingerprint: Buffer }>(
    sql`select fingerprint from vault_keys where fingerprint = any(${fingerprints}::bytea[]) order by fingerprint`,
  )
  return new Set(rows.map((row) => row.fingerprint.toString('hex')))
}

/** All codes, for finding those that are spelled nearly so. */
export async function skuCodes(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ code: string }>(sql`select sku_code as code from skus order by id limit 1000000`)
  return rows.map((row) => row.code)
}

/**
 * Files of keys go in one after another: two that share keys in another order would wait for each other for ever. Held
 * until the transaction ends.
 */
export const takeTurn = (tx: Transaction) =>
  tx.query(sql`select pg_advisory_xact_lock(${KEY_IMPORT_LOCK})::text as taken`)

const KEY_IMPORT_LOCK = 1_281_455_214

export function setReport(tx: Transaction, batchId: string, report: KeyReport): Promise<number> {
  return tx.run(sql`update key_batches set report = ${JSON.stringify(report)}::jsonb where id = ${batchId}`)
}
