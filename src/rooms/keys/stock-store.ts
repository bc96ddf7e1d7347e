// Every SQL statement about offers that run low on keys, or have some and are off sale.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { StockState } from './limits.ts'

export async function isAnyChecked(db: Queryable): Promise<boolean> {
  const { yes } = await db.one<{ yes: boolean }>(sql`select exists (select from stock_checks) as yes`)
  return yes
}

/** One at a time: whoever looked earlier must not write later. Takes so many notes; answers the offers that they are about. */
export async function takeChecks(tx: Transaction, limit: number): Promise<number[]> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('stock checks', 0))`)
  const rows = await tx.query<{ offerId: number }>(sql`
    with taken as (
      delete from stock_checks where id = any(array(select id from stock_checks order by id limit ${limit})) returning offer_id
    )
    select distinct offer_id as "offerId" from taken order by offer_id`)
  return rows.map(({ offerId }) => offerId)
}

/** Of `offers o` of the product `p`. What has never had a key is new, and runs low of nothing. */
const STATE = fragment`case
  when p.is_draft or o.backing <> 'keys' then null
  when not o.active then case when o.stock > 0 then 'idle' end
  when o.stock <= o.low_at and exists (select from key_batches where offer_id = o.id) then 'low' end`

/** Those of these that are what they were no more. */
export function endStates(
  tx: Transaction,
  offerIds: readonly number[],
): Promise<{ offerId: number; state: StockState }[]> {
  return tx.query(sql`
    delete from offer_stocks l where offer_id = any(${offerIds}::int[]) and state is distinct from (
      select ${STATE} from offers o join products p on p.id = o.product_id where o.id = l.offer_id)
    returning offer_id as "offerId", state`)
}

export interface Began extends Record<string, unknown> {
  offerId: number
  state: StockState
  product: string
  skuCode: string
  stock: number
  lowAt: number | null
}

/** Those of these that are something from now on. `rival`: another seller, whose offer it is. */
export function beginStates(
  tx: Transaction,
  offerIds: readonly number[],
): Promise<(Began & { rival: string | null })[]> {
  return tx.query<Began & { rival: string | null }>(sql`
    with began as (
      insert into offer_stocks (offer_id, state)
      select id, state from (
        select o.id, ${STATE} as state from offers o join products p on p.id = o.product_id where o.id = any(${offerIds}::int[])
      ) now where state is not null order by id on conflict do nothing returning offer_id, state
    )
    select o.id as "offerId", b.state, text_in(p.name, 'en-US') as product, s.sku_code as "skuCode", o.stock, o.low_at as "lowAt",
      case when not r.is_shop then r.name end as rival
    from began b join offers o on o.id = b.offer_id join products p on p.id = o.product_id join skus s on s.id = o.sku_id
      join sellers r on r.id = o.seller_id order by o.id`)
}

export interface StockRow extends Began {
  productId: number
  seller: string
  /** Whether keys that are brought in by the version's code become its. */
  isShop: boolean
  since: Date
  /** With the database's microseconds, for the next page. */
  at: string
}

/** The last of the page before. */
export interface AfterStock {
  at: string
  offerId: number
}

/** Those of this state, the longest in it first. */
export function listStocks(
  db: Queryable,
  state: StockState,
  { after = { at: '-infinity', offerId: 0 }, limit }: { after?: AfterStock | undefined; limit: number },
): Promise<StockRow[]> {
  return db.query<StockRow>(sql`
    select o.id as "offerId", l.state, o.product_id as "productId", text_in(p.name, 'en-US') as product, s.sku_code as "skuCode", o.stock,
      o.low_at as "lowAt", r.name as seller, r.is_shop as "isShop", l.since,
      to_char(l.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (
      select * from offer_stocks
      where state = ${state} and (since, offer_id) > (${after.at}::timestamptz, ${after.offerId}::int)
      order by since, offer_id limit ${limit}
    ) l join offers o on o.id = l.offer_id join products p on p.id = o.product_id join skus s on s.id = o.sku_id
      join sellers r on r.id = o.seller_id
    order by l.since, l.offer_id`)
}

/** Counts keys that wait for a person after a restore; no further than `most`. */
export async function countWithheld(db: Queryable, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (select from vault_keys where state = 'withheld' limit ${most}) k`)
  return count
}

/** No further than `most`. */
export async function countStocks(db: Queryable, state: StockState, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (select from offer_stocks where state = ${state} limit ${most}) l`)
  return count
}
