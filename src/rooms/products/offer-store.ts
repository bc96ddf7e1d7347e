// What offers cost and whether they are on sale, as the back office reads and changes it. What a price was until it was changed is
// kept by a trigger, whoever changes it (docs/decisions/013).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

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
  /** Of the 30 days before now, and now. */
  lowestCents: number
}

export function offersOf(db: Queryable, productId: number): Promise<WholeOffer[]> {
  return db.query<WholeOffer & Record<string, unknown>>(sql`
    select o.id, o.product_id as "productId", o.sku_id as "skuId", s.name as seller, s.is_shop as "isShop",
      o.price_cents as "priceCents", o.backing, o.stock, o.active,
      least(o.price_cents, (select min(price_cents) from past_prices
        where offer_id = o.id and until > now() - interval '30 days')) as "lowestCents"
    from offers o join sellers s on s.id = o.seller_id
    where o.product_id = ${productId} order by s.is_shop desc, o.id limit 500`)
}

export interface OfferNow {
  id: number
  productId: number
  priceCents: number
  active: boolean
  /** Its seller is closed: it can't be put on sale. */
  isClosed: boolean
}

/** By ascending id, as whoever sells locks them. */
export function lockOffers(tx: Transaction, ids: readonly number[]): Promise<OfferNow[]> {
  return tx.query<OfferNow & Record<string, unknown>>(sql`
    select id, product_id as "productId", price_cents as "priceCents", active,
      (select closed_at is not null from sellers where id = seller_id) as "isClosed"
    from offers where id = any(${ids}::int[]) order by id for no key update`)
}

export function setPrices(tx: Transaction, prices: readonly { id: number; priceCents: number }[]): Promise<number> {
  return tx.run(sql`
    update offers o set price_cents = n.price_cents
    from unnest(${prices.map(({ id }) => id)}::int[], ${prices.map(({ priceCents }) => priceCents)}::int[]) as n(id, price_cents)
    where o.id = n.id and o.price_cents <> n.price_cents`)
}

/** What a person has taken off sale no import puts back. */
export function setActive(tx: Transaction, offers: readonly { id: number; active: boolean }[]): Promise<number> {
  return tx.run(sql`
    update offers o set active = n.active, absent_since = null, closed_with_seller = false
    from unnest(${offers.map(({ id }) => id)}::int[], ${offers.map(({ active }) => active)}::bool[]) as n(id, active)
    where o.id = n.id and (o.active <> n.active or o.absent_since is not null)`)
}

export interface PastPrice {
  offerId: number
  until: Date
  priceCents: number
}

export function pastPricesOf(db: Queryable, productId: number): Promise<PastPrice[]> {
  return db.query<PastPrice & Record<string, unknown>>(sql`
    select h.offer_id as "offerId", h.until, h.price_cents as "priceCents"
    from offers o cross join lateral (
      select * from past_prices where offer_id = o.id order by until desc limit 100
    ) h where o.product_id = ${productId} order by h.until desc, h.offer_id limit 100`)
}
