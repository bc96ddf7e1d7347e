// Every statement about changes of many products at once.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { BulkChange } from './bulk-rules.ts'
import type { BULK_ROW_STATES } from './bulk-tables.ts'
import type { ListingState } from './listing-store.ts'

export interface Selection {
  states: readonly ListingState[]
  categoryIds: readonly number[] | null
  lacks: string | null
  /** Null: whichever. */
  ids: readonly number[] | null
  except: readonly number[]
}

export interface BulkEdit {
  id: string
  change: BulkChange
  undoes: string | null
  undoneBy: string | null
  /** Members who wished for it are told. */
  tells: boolean
  state: 'running' | 'done'
  total: number
  changed: number
  skipped: number
  reason: string
  staffId: string
  actor: string
  address: string
  madeAt: Date
  endedAt: Date | null
}

type NewEdit = Pick<BulkEdit, 'id' | 'change' | 'undoes' | 'tells' | 'reason' | 'staffId' | 'actor' | 'address'>

export function countSelected(
  db: Queryable,
  { states, categoryIds, lacks, ids, except }: Selection,
): Promise<{ products: number; offers: number }> {
  return db.one<{ products: number; offers: number }>(sql`
    select count(*)::int as products, coalesce(sum((select count(*) from offers where product_id = l.product_id)), 0)::int as offers
    from product_listings l
    where l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
      and (${lacks}::text is null or ${lacks} <> all(l.worded))
      and (${ids}::int[] is null or l.product_id = any(${ids}::int[])) and not l.product_id = any(${except}::int[])`)
}

/** How many members wish for something of it, and want mails about their wishes. */
export async function countWishers(
  db: Queryable,
  { states, categoryIds, lacks, ids, except }: Selection,
): Promise<number> {
  const { count } =
    ids !== null
      ? await db.one<{ count: number }>(sql`
          select count(distinct w.member_id)::int as count
          from unnest(${ids}::int[]) as i(id) join product_listings l on l.product_id = i.id join wishes w on w.product_id = i.id
          where w.removed_at is null and not exists (select from wish_silence where member_id = w.member_id)
            and l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
            and (${lacks}::text is null or ${lacks} <> all(l.worded)) and not l.product_id = any(${except}::int[])`)
      : await db.one<{ count: number }>(sql`
          select count(distinct w.member_id)::int as count
          from product_listings l join wishes w on w.product_id = l.product_id
          where w.removed_at is null and not exists (select from wish_silence where member_id = w.member_id)
            and l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
            and (${lacks}::text is null or ${lacks} <> all(l.worded)) and not l.product_id = any(${except}::int[])`)
  return count
}

/** Nobody is told of what this transaction changes: what members know of their wishes follows it (docs/decisions/040). */
export async function tellNobody(tx: Transaction): Promise<void> {
  await tx.query(sql`select set_config('latchkey.wishes', 'quiet', true)`)
}

export interface Example {
  productId: number
  name: string
  skuCode: string
  /** Null: nobody offers it. */
  priceCents: number | null
  active: boolean | null
  categoryId: number
}

/** The first offers that would be changed; of products without one the product. */
export function examplesOf(
  db: Queryable,
  { states, categoryIds, lacks, ids, except }: Selection,
  limit: number,
): Promise<Example[]> {
  return db.query<Example & Record<string, unknown>>(sql`
    select p.id as "productId", text_in(p.name, 'en-US') as name, coalesce(k.sku_code, '') as "skuCode",
      o.price_cents as "priceCents", o.active, p.category_id as "categoryId"
    from (
      select product_id from product_listings l
      where l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
        and (${lacks}::text is null or ${lacks} <> all(l.worded))
        and (${ids}::int[] is null or l.product_id = any(${ids}::int[])) and not l.product_id = any(${except}::int[])
      order by product_id limit ${limit}
    ) l join products p on p.id = l.product_id left join offers o on o.product_id = p.id left join skus k on k.id = o.sku_id
    order by p.id, o.id limit ${limit}`)
}

/** False: there is one of this id. */
export async function addEdit(tx: Transaction, edit: NewEdit): Promise<boolean> {
  const added = await tx.run(sql`
    insert into bulk_edits (id, change, undoes, tells, total, reason, staff_id, actor, address)
    values (${edit.id}, ${JSON.stringify(edit.change)}::jsonb, ${edit.undoes}, ${edit.tells}, 0, ${edit.reason}, ${edit.staffId}, ${edit.actor}, ${edit.address})
    on conflict (id) do nothing`)
  return added > 0
}

/** From now on these and no others: every offer of what is selected, or every product. Answers how many. */
export async function freeze(
  tx: Transaction,
  id: string,
  { states, categoryIds, lacks, ids, except }: Selection,
  byOffer: boolean,
): Promise<number> {
  if (byOffer)
    return tx.run(sql`
      insert into bulk_edit_rows (bulk_id, n, product_id, offer_id)
      select ${id}, row_number() over (order by l.product_id, o.id), l.product_id, o.id
      from product_listings l join offers o on o.product_id = l.product_id
      where l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
        and (${lacks}::text is null or ${lacks} <> all(l.worded))
        and (${ids}::int[] is null or l.product_id = any(${ids}::int[])) and not l.product_id = any(${except}::int[])`)
  return tx.run(sql`
    insert into bulk_edit_rows (bulk_id, n, product_id)
    select ${id}, row_number() over (order by l.product_id), l.product_id from product_listings l
    where l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
      and (${lacks}::text is null or ${lacks} <> all(l.worded))
      and (${ids}::int[] is null or l.product_id = any(${ids}::int[])) and not l.product_id = any(${except}::int[])`)
}

/** What another edit changed, the other way round. */
export function freezeUndo(tx: Transaction, id: string, undoes: string): Promise<number> {
  return tx.run(sql`
    insert into bulk_edit_rows (bulk_id, n, product_id, offer_id, before, after)
    select ${id}, n, product_id, offer_id, after, before from bulk_edit_rows
    where bulk_id = ${undoes} and state = 'changed'`)
}

export function setTotal(tx: Transaction, id: string, total: number): Promise<number> {
  return tx.run(sql`update bulk_edits set total = ${total} where id = ${id}`)
}

export function bulkEdit(db: Queryable, id: string): Promise<BulkEdit | undefined> {
  return db.maybe<BulkEdit & Record<string, unknown>>(sql`
    select b.id, b.change, b.undoes, u.id as "undoneBy", b.tells, b.state, b.total, b.changed, b.skipped, b.reason, b.staff_id as "staffId",
      b.actor, b.address, b.made_at as "madeAt", b.ended_at as "endedAt"
    from bulk_edits b left join bulk_edits u on u.undoes = b.id where b.id = ${id}`)
}

export function latestEdits(db: Queryable, limit: number): Promise<BulkEdit[]> {
  return db.query<BulkEdit & Record<string, unknown>>(sql`
    select b.id, b.change, b.undoes, u.id as "undoneBy", b.tells, b.state, b.total, b.changed, b.skipped, b.reason, b.staff_id as "staffId",
      b.actor, b.address, b.made_at as "madeAt", b.ended_at as "endedAt"
    from bulk_edits b left join bulk_edits u on u.undoes = b.id order by b.made_at desc, b.id desc limit ${limit}`)
}

export interface BulkRow {
  n: number
  productId: number
  offerId: number | null
  before: number | null
  after: number | null
}

/** Locked until the transaction ends; what another process has is left to it. */
export function takeWaiting(tx: Transaction, id: string, limit: number): Promise<BulkRow[]> {
  return tx.query<BulkRow & Record<string, unknown>>(sql`
    select n, product_id as "productId", offer_id as "offerId", before, after from bulk_edit_rows
    where bulk_id = ${id} and state = 'waiting' order by n limit ${limit} for update skip locked`)
}

export type RowState = (typeof BULK_ROW_STATES)[number]

export async function noteRows(
  tx: Transaction,
  id: string,
  rows: readonly { n: number; before: number | null; after: number | null; state: RowState }[],
): Promise<void> {
  await tx.run(sql`
    update bulk_edit_rows r set before = d.before, after = d.after, state = d.state
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ before }) => before)}::int[], ${rows.map(({ after }) => after)}::int[],
      ${rows.map(({ state }) => state)}::text[]) as d(n, before, after, state)
    where r.bulk_id = ${id} and r.n = d.n`)
  const changed = rows.filter(({ state }) => state === 'changed').length
  await tx.run(
    sql`update bulk_edits set changed = changed + ${changed}, skipped = skipped + ${rows.length - changed} where id = ${id}`,
  )
}

/** Once nothing of it waits any more. */
export function endEdit(db: Queryable, id: string): Promise<number> {
  return db.run(sql`
    update bulk_edits set state = 'done', ended_at = now()
    where id = ${id} and state = 'running'
      and not exists (select from bulk_edit_rows where bulk_id = ${id} and state = 'waiting')`)
}

export function skippedRows(
  db: Queryable,
  id: string,
  limit: number,
): Promise<{ productId: number; name: string | null; state: RowState }[]> {
  return db.query(sql`
    select r.product_id as "productId", text_in(p.name, 'en-US') as name, r.state
    from bulk_edit_rows r left join products p on p.id = r.product_id
    where r.bulk_id = ${id} and r.state not in ('waiting', 'changed') order by r.n limit ${limit}`)
}

/** By ascending id. */
export function lockCategoriesOf(
  tx: Transaction,
  productIds: readonly number[],
): Promise<{ id: number; categoryId: number }[]> {
  return tx.query(sql`
    select id, category_id as "categoryId" from products where id = any(${productIds}::int[]) order by id for no key update`)
}

export function setCategories(
  tx: Transaction,
  products: readonly { id: number; categoryId: number }[],
): Promise<number> {
  return tx.run(sql`
    update products p set category_id = n.category_id
    from unnest(${products.map(({ id }) => id)}::int[], ${products.map(({ categoryId }) => categoryId)}::int[]) as n(id, category_id)
    where p.id = n.id`)
}

/** Also of what took it back. */
export function forgetEdits(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from bulk_edits where id = any(array(
      select id from bulk_edits b where state = 'done' and made_at < now() - make_interval(days => ${days})
        and not exists (select from bulk_edits u where u.undoes = b.id and u.state = 'running')
      order by made_at limit ${limit}))`)
}
