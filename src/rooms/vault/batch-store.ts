// Every SQL statement about batches of keys, as the back office lists and changes them.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { type Names, namesByUuid } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { noteInJournal } from '#platform/journal.ts'
import type { BATCH_STATES, KEY_STATES, KeyReport } from './limits.ts'

/** The order that the journal names for a key that was sold to no order of the shop. */
const NO_ORDER = '00000000-0000-0000-0000-000000000000'

export type BatchState = (typeof BATCH_STATES)[number]
export type KeyState = (typeof KEY_STATES)[number]

export interface BatchRow {
  id: string
  offerId: number
  productId: number
  product: string
  skuCode: string
  seller: string
  source: string
  supplier: string
  costMinor: number | null
  costCurrency: string | null
  actor: string
  state: BatchState
  createdAt: Date
  withdrawnAt: Date | null
  exportedAt: Date | null
  report: KeyReport | null
  priceCents: number
  /** Of its offer: keys for sale in all its batches, and whether it is on sale. */
  stock: number
  onSale: boolean
}

export interface ListedBatch extends BatchRow {
  /** With the database's microseconds, for the next page. */
  at: string
  /** For sale; counted to one more than `LEFT_COUNTED`. */
  left: number
}

/** The last of the page before. */
export interface AfterBatch {
  at: string
  id: string
}

const COLUMNS = fragment`b.id, b.offer_id as "offerId", o.product_id as "productId", text_in(p.name, 'en-US') as product,
  s.sku_code as "skuCode", r.name as seller, b.source, b.supplier, b.cost_minor as "costMinor", b.cost_currency as "costCurrency",
  b.actor, b.state, b.created_at as "createdAt", b.withdrawn_at as "withdrawnAt", b.exported_at as "exportedAt", b.report,
  o.price_cents as "priceCents", o.stock, o.active as "onSale"`
const BESIDE = fragment`join offers o on o.id = b.offer_id join products p on p.id = o.product_id
  join skus s on s.id = o.sku_id join sellers r on r.id = o.seller_id`
/** To one more than `LEFT_COUNTED`. */
const LEFT = fragment`to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  (select count(*)::int from (
    select from vault_keys where batch_id = b.id and state = 'available' limit 1001) k) as left`

type Row = ListedBatch & Record<string, unknown>

const NEWEST: AfterBatch = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The newest first; of all, of one state, or of these offers. Each way has an index that gives the order. */
export function listBatches(
  db: Queryable,
  { state = null, offerIds = null }: { state?: BatchState | null; offerIds?: readonly number[] | null },
  { after = NEWEST, limit }: { after?: AfterBatch | undefined; limit: number },
): Promise<ListedBatch[]> {
  if (offerIds !== null)
    return db.query<Row>(sql`
      select ${COLUMNS}, ${LEFT} from (
        select f.* from unnest(${offerIds}::int[]) as w(offer_id) cross join lateral (
          select * from key_batches
          where offer_id = w.offer_id and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
            and (${state}::text is null or state = ${state})
          order by created_at desc, id desc limit ${limit}
        ) f order by f.created_at desc, f.id desc limit ${limit}
      ) b ${BESIDE} order by b.created_at desc, b.id desc`)
  if (state !== null)
    return db.query<Row>(sql`
      select ${COLUMNS}, ${LEFT} from (
        select * from key_batches
        where state = ${state} and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
        order by created_at desc, id desc limit ${limit}
      ) b ${BESIDE} order by b.created_at desc, b.id desc`)
  return db.query<Row>(sql`
    select ${COLUMNS}, ${LEFT} from (
      select * from key_batches where (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      order by created_at desc, id desc limit ${limit}
    ) b ${BESIDE} order by b.created_at desc, b.id desc`)
}

export function listBatchById(db: Queryable, id: string): Promise<ListedBatch[]> {
  return db.query<Row>(sql`select ${COLUMNS}, ${LEFT} from key_batches b ${BESIDE} where b.id = ${id}`)
}

/** Of what was typed: the offers of the version with this code, or else of these products. */
export async function offersOf(db: Queryable, skuCode: string, productIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with version as materialized (select id from skus where sku_code = ${skuCode})
    select id from offers where sku_id = (select id from version)
    union select id from offers where product_id = any(${productIds}::int[]) and not exists (select from version)
    order by id limit 500`)
  return rows.map(({ id }) => id)
}

export function batchOf(db: Queryable, id: string): Promise<BatchRow | undefined> {
  return db.maybe<BatchRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from key_batches b ${BESIDE} where b.id = ${id}`,
  )
}

/** What those of these ids that are batches are of, and their day in this time zone, by id. */
export const batchNames = (zone: string): Names =>
  namesByUuid(
    (ids) => sql`
    select b.id, concat_ws(', ', text_in(p.name, 'en-US'), to_char(b.created_at at time zone ${zone}, 'YYYY-MM-DD')) as name
    from key_batches b join offers o on o.id = b.offer_id join products p on p.id = o.product_id
    where b.id = any(${ids}::uuid[])
    order by b.id`,
  )

/** Its state stays until the transaction ends; keys of it that are freed meanwhile wait, and become what it then is. */
export function lockBatch(tx: Transaction, id: string): Promise<{ state: BatchState; offerId: number } | undefined> {
  return tx.maybe(sql`select state, offer_id as "offerId" from key_batches where id = ${id} for update`)
}

export async function countsOf(db: Queryable, batchId: string): Promise<Partial<Record<KeyState, number>>> {
  const rows = await db.query<{ state: KeyState; count: number }>(
    sql`select state, count(*)::int as count from vault_keys where batch_id = ${batchId} group by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export interface KeyRow {
  id: number
  orderId: string | null
  orderNo: string | null
  soldAt: Date | null
  deliveredAt: Date | null
  refundedAt: Date | null
}

/** Of one state, in the order in which they are sold. A replaced key is told with the order whose it was. */
export function keysOfBatch(
  db: Queryable,
  { batchId, state, after }: { batchId: string; state: KeyState; after: number },
  limit: number,
): Promise<KeyRow[]> {
  return db.query<KeyRow & Record<string, unknown>>(sql`
    select k.id, o.id as "orderId", o.order_no as "orderNo", k.sold_at as "soldAt", k.delivered_at as "deliveredAt",
      k.refunded_at as "refundedAt"
    from (
      select * from vault_keys where batch_id = ${batchId} and state = ${state} and id > ${after} order by id limit ${limit}
    ) k left join key_replacements r on r.old_key_id = k.id
      left join order_lines l on l.id = coalesce(k.order_line_id, r.order_line_id) left join orders o on o.id = l.order_id
    order by k.id`)
}

export function setState(tx: Transaction, id: string, state: BatchState): Promise<number> {
  return tx.run(sql`
    update key_batches set state = ${state}, withdrawn_at = case when ${state} = 'withdrawn' then now() end where id = ${id}`)
}

/**
 * Keys of a batch in these states become another, in id order as everybody locks them. What an unpaid order had reserved is its no
 * more: once it is paid it takes another, or waits for one. Answers how many.
 */
export function turnKeys(tx: Transaction, id: string, from: readonly KeyState[], to: KeyState): Promise<number> {
  return tx.run(sql`
    with mine as (
      select id from vault_keys where batch_id = ${id} and state = any(${from}::text[]) order by id for update
    )
    update vault_keys k set state = ${to}, order_line_id = null from mine where k.id = mine.id`)
}

/**
 * The batch and its unsold keys are another offer's. What an unpaid order had reserved is its no more. Answers how many keys: those
 * that are sold stay what was bought.
 */
export async function moveBatch(tx: Transaction, id: string, offerId: number): Promise<number> {
  await tx.run(sql`update key_batches set offer_id = ${offerId} where id = ${id}`)
  return tx.run(sql`
    with mine as (
      select id from vault_keys
      where batch_id = ${id} and state = any('{available,reserved,blocked,withheld}'::text[]) order by id for update
    )
    update vault_keys k set offer_id = ${offerId}, order_line_id = null,
      state = case when k.state = 'reserved' then 'available' else k.state end
    from mine where k.id = mine.id`)
}

/** Whether it can still come back: nothing of it left as a file, and it does not rest for too long. */
export async function comesBack(tx: Transaction, id: string, days: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from key_batches
    where id = ${id} and exported_at is null and withdrawn_at > now() - make_interval(days => ${days})`)
  return rows.length > 0
}

export function withdrawnKeys(
  tx: Transaction,
  batchId: string,
  limit: number,
): Promise<{ sealed: Buffer; fingerprint: Buffer }[]> {
  return tx.query(sql`
    select sealed, fingerprint from vault_keys where batch_id = ${batchId} and state = 'withdrawn' order by id limit ${limit}`)
}

/** Tells the journal of them, by a trigger. */
export function noteExport(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`update key_batches set exported_at = now() where id = ${id}`)
}

/** One after the other for each person: how many he looked at within the last hour, and when the first will be an hour ago. */
export async function lockLooks(tx: Transaction, staffId: string): Promise<{ looks: number; seconds: number }> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('looks ' || ${staffId}::text, 0))`)
  return tx.one<{ looks: number; seconds: number }>(sql`
    select count(*)::int as looks, coalesce(ceil(extract(epoch from min(at) + interval '1 hour' - now())), 0)::int as seconds
    from key_looks where staff_id = ${staffId} and at > now() - interval '1 hour'`)
}

/**
 * Notes that he gave these keys to a buyer, each as a look. Answers how many he gave out within a day. Whoever asked `lockLooks`
 * before is alone with it.
 */
export async function noteHandedOut(tx: Transaction, staffId: string, keyIds: readonly number[]): Promise<number> {
  await tx.run(sql`
    insert into key_looks (staff_id, key_id, handed_out) select ${staffId}, id, true from unnest(${keyIds}::bigint[]) as id`)
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from key_looks
    where staff_id = ${staffId} and at > now() - interval '1 day' and handed_out`)
  return count
}

export interface LookedAt {
  batchId: string
  state: KeyState
  sealed: Buffer
  fingerprint: Buffer
}

/**
 * Notes the look. Somebody had it in his hands: a sold key counts as delivered from now on, and one that could still be sold never
 * is (decision F7), also not after a restore to an earlier moment. `state`: as it is then. One that an order has reserved is left
 * alone.
 */
export async function lookAt(tx: Transaction, keyId: number, staffId: string): Promise<LookedAt | undefined> {
  const key = await tx.maybe<LookedAt & Record<string, unknown>>(sql`
    select batch_id as "batchId", state, sealed, fingerprint from vault_keys where id = ${keyId} for update`)
  if (!key || key.state === 'reserved') return key
  await tx.run(sql`insert into key_looks (staff_id, key_id) values (${staffId}, ${keyId})`)
  await tx.run(
    sql`update vault_keys set delivered_at = now() where id = ${keyId} and state = 'sold' and delivered_at is null`,
  )
  const retired = await tx.run(sql`
    update vault_keys k set state = 'retired', delivered_at = now() from key_batches b
    where k.id = ${keyId} and b.id = k.batch_id
      and (k.state in ('available', 'blocked', 'withheld') or k.state = 'withdrawn' and b.exported_at is null)`)
  if (retired === 0) return key
  // As with keys that leave as a file: sold, but to no order.
  await noteInJournal(tx, 'key', `${key.fingerprint.toString('hex')} ${NO_ORDER}`)
  return { ...key, state: 'retired' }
}

/** Of more than a day ago: they count no more, and the audit log has them. */
export function forgetLooks(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from key_looks where id = any(array(
      select id from key_looks where at < now() - make_interval(days => ${days}) order by id limit ${limit}))`)
}

/** Keys that came from `source` and could still be sold, also once a batch is unblocked or an order lets them go. */
export async function unsoldFrom(db: Queryable, source: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from key_batches b join vault_keys k on k.batch_id = b.id
    where b.source = ${source} and k.state in ('available', 'reserved', 'blocked', 'withheld')`)
  return count
}
