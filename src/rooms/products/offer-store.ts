// What offers cost and whether they are on sale, as the back office reads and changes it. What a price was until it was changed is
// kept by a trigger, whoever changes it (docs/decisions/013).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { ASKED_BEFORE, ASKED_IN_30_DAYS } from '#rooms/prices/hands.ts'

export interface WholeOffer {
  id: number
  productId: number
  skuId: number
  seller: string
  isShop: boolean
  priceCents: number
  backing: 'keys' | 'supplier'
  stock: number
  active: boolean
  /** From how many keys on it runs low; null: nobody wants to know. */
  lowAt: number | null
  /** Of what was asked in the 30 days before now, and is now; where nothing was: what it would cost. */
  lowestCents: number
  /** What was asked last within 30 days, of what is not to be had now too; null: nothing was. */
  lastAskedCents: number | null
  /** Where the last other price that was asked within 30 days was dearer: that price, and the lowest of the 30 days before its end. */
  beforeCents: number | null
  lowestBeforeCents: number | null
  /** What one key of the newest batch with a known cost was, in US cents at the rate of now; null: nobody wrote it down. */
  costCents: number | null
}

export function offersOf(db: Queryable, productId: number): Promise<WholeOffer[]> {
  return db.query<WholeOffer & Record<string, unknown>>(sql`
    select o.id, o.product_id as "productId", o.sku_id as "skuId", s.name as seller, s.is_shop as "isShop",
      o.price_cents as "priceCents", o.backing, o.stock, o.active, o.low_at as "lowAt",
      coalesce(least(case when o.active and not p.is_draft then o.price_cents end, (select min(price_cents) from past_prices
        where offer_id = o.id and asked and until > now() - interval '30 days' and until > p.first_published_at)), o.price_cents) as "lowestCents",
      (select price_cents from past_prices where offer_id = o.id and asked
        and until > greatest(now() - interval '30 days', p.first_published_at) order by until desc limit 1) as "lastAskedCents",
      cut.price_cents as "beforeCents", (select min(price_cents) from (${ASKED_IN_30_DAYS}) held) as "lowestBeforeCents",
      (select round(b.cost_minor::numeric * 100000000 / c.rate_e8) from key_batches b join currencies c on c.code = b.cost_currency
        where b.offer_id = o.id order by b.created_at desc, b.id desc limit 1)::int as "costCents"
    from offers o join sellers s on s.id = o.seller_id join products p on p.id = o.product_id
    left join lateral (${ASKED_BEFORE}) cut on cut.price_cents > o.price_cents
    where o.product_id = ${productId} order by s.is_shop desc, o.id limit 500`)
}

export interface OfferNow {
  id: number
  productId: number
  priceCents: number
  active: boolean
  /** Off sale until its feed holds it again. */
  isAbsent: boolean
  /** Off sale until its seller is open. */
  closedWithSeller: boolean
  lowAt: number | null
  /** Its seller is closed: it can't be put on sale. */
  isClosed: boolean
}

/** By ascending id, as whoever sells locks them. */
export function lockOffers(tx: Transaction, ids: readonly number[]): Promise<OfferNow[]> {
  return tx.query<OfferNow & Record<string, unknown>>(sql`
    select id, product_id as "productId", price_cents as "priceCents", active, absent_since is not null as "isAbsent",
      closed_with_seller as "closedWithSeller", low_at as "lowAt",
      (select closed_at is not null from sellers where id = seller_id) as "isClosed"
    from offers where id = any(${ids}::int[]) order by id for no key update`)
}

export function setPrices(tx: Transaction, prices: readonly { id: number; priceCents: number }[]): Promise<number> {
  return tx.run(sql`
    update offers o set price_cents = n.price_cents
    from unnest(${prices.map(({ id }) => id)}::int[], ${prices.map(({ priceCents }) => priceCents)}::int[]) as n(id, price_cents)
    where o.id = n.id and o.price_cents <> n.price_cents`)
}

/** What a person has taken off sale neither an import nor its seller's return puts back, unless `isAbsent` is to be. */
export function setActive(
  tx: Transaction,
  offers: readonly { id: number; active: boolean; isAbsent: boolean }[],
): Promise<number> {
  return tx.run(sql`
    update offers o set active = n.active, absent_since = case when n.absent then coalesce(o.absent_since, now()) end,
      closed_with_seller = false
    from unnest(${offers.map(({ id }) => id)}::int[], ${offers.map(({ active }) => active)}::bool[],
      ${offers.map(({ isAbsent }) => isAbsent)}::bool[]) as n(id, active, absent)
    where o.id = n.id and (o.active <> n.active or (o.absent_since is not null) <> n.absent or o.closed_with_seller)`)
}

export function setThresholds(
  tx: Transaction,
  offers: readonly { id: number; lowAt: number | null }[],
): Promise<number> {
  return tx.run(sql`
    update offers o set low_at = n.low_at
    from unnest(${offers.map(({ id }) => id)}::int[], ${offers.map(({ lowAt }) => lowAt)}::int[]) as n(id, low_at)
    where o.id = n.id and o.low_at is distinct from n.low_at`)
}

/** Of those of these products that are on sale from keys. */
export function keyOffersOf(
  db: Queryable,
  productIds: readonly number[],
): Promise<{ id: number; productId: number; stock: number }[]> {
  return db.query(sql`
    select id, product_id as "productId", stock from offers
    where product_id = any(${productIds}::int[]) and active and backing = 'keys' order by id limit 5000`)
}

export interface PastPrice {
  offerId: number
  until: Date
  /** `until` with the database's microseconds. */
  exactly: string
  priceCents: number
  /** What it cost then. */
  nextCents: number
}

/** Whether anybody was asked it or not; what was taken off sale and put back at one price has not changed. */
export function pastPricesOf(db: Queryable, productId: number): Promise<PastPrice[]> {
  return db.query<PastPrice & Record<string, unknown>>(sql`
    select o.id as "offerId", h.until, h.until::text as exactly, h.price_cents as "priceCents", h.next_cents as "nextCents"
    from offers o cross join lateral (
      select until, price_cents, coalesce(lag(price_cents) over (order by until desc), o.price_cents) as next_cents
      from (select until, price_cents from past_prices where offer_id = o.id order by until desc limit 300) last
    ) h where o.product_id = ${productId} and h.price_cents <> h.next_cents order by h.until desc, o.id limit 100`)
}
