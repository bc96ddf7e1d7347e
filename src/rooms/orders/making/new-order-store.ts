// What can be put into an order that is made in the back office.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { BEST_FIRST } from '#rooms/products/hands.ts'

interface OfferOnSale extends Record<string, unknown> {
  id: number
  seller: string
  priceCents: number
  stock: number
}

const OFFERS_SHOWN = 50

/** Offers of a version, as shoppers can buy it at this moment. */
export function offersOnSale(db: Queryable, skuId: number): Promise<OfferOnSale[]> {
  return db.query<OfferOnSale>(sql`
    select o.id, s.name as seller, o.price_cents as "priceCents", o.stock
    from offers o join products p on p.id = o.product_id join sellers s on s.id = o.seller_id
    where o.sku_id = ${skuId} and o.active and not p.is_draft
    order by ${BEST_FIRST} limit ${OFFERS_SHOWN}`)
}
