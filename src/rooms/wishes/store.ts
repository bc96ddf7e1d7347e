// Every SQL statement about wishes; those about what members are told stand in news-store.ts.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { BEST_FIRST, BEST_PRICE } from '#rooms/products/hands.ts'
import { MOST_WISHES } from './limits.ts'

export interface WishRow {
  productId: number
  skuId: number | null
  priceCents: number | null
  createdAt: Date
  /** The best offer of it now (decision B1); null: there is none. */
  offerId: number | null
  nowCents: number | null
  stock: number
}

/** A draft is shown to nobody; its wish is there again with it. */
const IS_SEEN = fragment`exists (select from products p where p.id = wishes.product_id and not p.is_draft)`

export function wishPage(db: Queryable, memberId: string, page: { offset: number; limit: number }): Promise<WishRow[]> {
  return db.query<WishRow>(sql`
    select w.product_id as "productId", w.sku_id as "skuId", w.price_cents as "priceCents", w.created_at as "createdAt",
      o.id as "offerId", o.price_cents as "nowCents", coalesce(o.stock, 0) as stock
    from (
      select * from wishes where member_id = ${memberId} and removed_at is null and ${IS_SEEN}
      order by created_at desc, product_id desc limit ${page.limit} offset ${page.offset}
    ) w
    left join lateral (
      select o.id, o.price_cents, o.stock
      from offers o join sellers s on s.id = o.seller_id
      where o.active and o.product_id = w.product_id and (w.sku_id is null or o.sku_id = w.sku_id)
      order by ${BEST_FIRST} limit 1
    ) o on true
    order by w.created_at desc, w.product_id desc`)
}

/** All of them, the newest first: at most MOST_WISHES. */
export async function wishedProducts(db: Queryable, memberId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select product_id as id from wishes where member_id = ${memberId} and removed_at is null
    order by created_at desc, product_id desc limit ${MOST_WISHES}`)
  return rows.map(({ id }) => id)
}

export async function wishCount(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from wishes where member_id = ${memberId} and removed_at is null and ${IS_SEEN}`,
  )
  return count
}

/** One at a time for each member: how many there are is counted before one is added. */
export async function queueUp(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`wishes ${memberId}`}, 0))`)
}

/** Whether there is such a product, and this version of it. */
export async function canBeWished(db: Queryable, productId: number, skuId: number | null): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(sql`
    select exists (select from products where id = ${productId} and not is_draft) and (${skuId}::int is null
      or exists (select from skus where id = ${skuId}::int and product_id = ${productId})) as known`)
  return known
}

export interface KnownWish {
  skuId: number | null
  removed: boolean
  /** Removed so lately that it comes back as it was. */
  canComeBack: boolean
}

export function wishOf(tx: Transaction, memberId: string, productId: number): Promise<KnownWish | undefined> {
  return tx.maybe<KnownWish>(sql`
    select sku_id as "skuId", removed_at is not null as removed,
      coalesce(removed_at > now() - interval '1 hour', false) as "canComeBack"
    from wishes where member_id = ${memberId} and product_id = ${productId}`)
}

/** With a check of its own: what happened while it was away was held against the others. */
export function takeBackRemoval(tx: Transaction, memberId: string, productId: number): Promise<number> {
  return tx.run(sql`
    with looked as (
      insert into wish_checks (product_id, member_id) values (${productId}, ${memberId})
    )
    update wishes set removed_at = null where member_id = ${memberId} and product_id = ${productId}`)
}

/**
 * With price and stock as they are at this moment. A change of them that is not committed yet is not seen here, and may have
 * left its own check before this wish was there to be found: so each wish brings a check of its own.
 */
export function putWish(tx: Transaction, memberId: string, productId: number, skuId: number | null): Promise<number> {
  return tx.run(sql`
    with now as (
      select ${BEST_PRICE} as price_cents, bool_or(stock > 0) as in_stock from offers
      where active and product_id = ${productId} and (${skuId}::int is null or sku_id = ${skuId}::int)
    ), looked as (
      insert into wish_checks (product_id, member_id) values (${productId}, ${memberId})
    )
    insert into wishes (member_id, product_id, sku_id, price_cents, known_cents, known_in_stock)
    select ${memberId}::uuid, ${productId}::int, ${skuId}::int, price_cents, price_cents, coalesce(in_stock, false) from now
    on conflict (member_id, product_id) do update set sku_id = excluded.sku_id, price_cents = excluded.price_cents,
      known_cents = excluded.known_cents, known_in_stock = excluded.known_in_stock, removed_at = null,
      created_at = case when wishes.removed_at is null then wishes.created_at else excluded.created_at end`)
}

export function removeWish(db: Queryable, memberId: string, productId: number): Promise<number> {
  return db.run(sql`
    update wishes set removed_at = now()
    where member_id = ${memberId} and product_id = ${productId} and removed_at is null`)
}

export async function isSilent(db: Queryable, memberId: string): Promise<boolean> {
  const { silent } = await db.one<{ silent: boolean }>(
    sql`select exists (select from wish_silence where member_id = ${memberId}) as silent`,
  )
  return silent
}

/** Nothing for a member who is no more. */
export function silence(db: Queryable, memberId: string): Promise<number> {
  return db.run(sql`
    insert into wish_silence (member_id) select id from members where id = ${memberId} on conflict do nothing`)
}

export function endSilence(db: Queryable, memberId: string): Promise<number> {
  return db.run(sql`delete from wish_silence where member_id = ${memberId}`)
}

/** What was removed so many days ago or before. */
export function forgetRemoved(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from wishes where (member_id, product_id) in (
      select member_id, product_id from wishes where removed_at < now() - make_interval(days => ${days})
      order by removed_at, member_id, product_id limit ${limit} for update skip locked)`)
}

export interface HeldWish {
  product: string
  slug: string
  skuCode: string | null
  priceCents: number | null
  createdAt: Date
  removedAt: Date | null
}

export function wishesHeld(db: Queryable, memberId: string): Promise<HeldWish[]> {
  return db.query<HeldWish>(sql`
    select p.name ->> 'en-US' as product, p.slug, s.sku_code as "skuCode", w.price_cents as "priceCents",
      w.created_at as "createdAt", w.removed_at as "removedAt"
    from wishes w join products p on p.id = w.product_id left join skus s on s.id = w.sku_id
    where w.member_id = ${memberId} order by w.created_at, w.product_id limit 10000`)
}

export async function eraseWishes(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`delete from wishes where member_id = ${memberId}`)
  await tx.run(sql`delete from wish_news where member_id = ${memberId}`)
  await tx.run(sql`delete from wish_silence where member_id = ${memberId}`)
}
