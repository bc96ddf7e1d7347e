// What was bought: the lines of orders, with what is known of their goods today.
import type { Queryable } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { PRINTED, type PrintedVersion } from '#rooms/products/hands.ts'

export interface LineRow {
  id: number
  /** From 0. */
  position: number
  productId: number
  skuId: number
  offerId: number
  name: string
  skuCode: string
  skuLabel: string
  quantity: number
  unit: number
  total: number
  /** Slugs of the product and its category. */
  slug: string
  categorySlug: string
  /** Code of the product's own activation guide. */
  activation: string | null
  /** 0: key or code, 1: account. */
  keyType: number
  /** What its picture shows. */
  title: string
  type: number
  genreIds: number[]
  pictureId: string | null
  printed: PrintedVersion[] | null
  denomination: string | null
  regionId: number | null
  /** Platforms of its version. */
  platformIds: number[]
}

export interface OwnedLineRow extends LineRow {
  orderId: string
}

export function orderLines(db: Queryable, orderId: string): Promise<LineRow[]> {
  return linesOf(db, [orderId])
}

/**
 * Product, category and version of each line `l` as `p`, `c` and `k`, looked up by their ids. With plain joins PostgreSQL
 * reads all products up to the one that was bought, when it plans at a time at which only the first of them had been.
 */
export const BESIDE_LINE = fragment`
  cross join lateral (select * from products where id = l.product_id offset 0) p
  cross join lateral (select * from categories where id = p.category_id offset 0) c
  cross join lateral (select * from skus where id = l.sku_id offset 0) k`

/** What its picture shows, of product `p` and version `k`. */
export const PICTURED = fragment`p.name ->> 'en-US' as title, p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId", ${PRINTED} as printed,
      k.denomination, k.region_id as "regionId"`

/** All that is known of a line `l`, beside whose it is. */
export const LINE = fragment`l.id, l.position, l.product_id as "productId", l.sku_id as "skuId", l.offer_id as "offerId", l.name, l.sku_code as "skuCode",
      l.sku_label as "skuLabel", l.quantity, l.unit, l.total, p.activation, p.key_type as "keyType", p.slug, c.slug as "categorySlug",
      k.platform_ids as "platformIds", ${PICTURED}`

/** The lines of some hundred orders at most, order by order. */
export function linesOf(db: Queryable, orderIds: readonly string[]): Promise<OwnedLineRow[]> {
  return db.query<OwnedLineRow>(sql`
    select l.order_id as "orderId", ${LINE}
    from order_lines l ${BESIDE_LINE}
    where l.order_id = any(${orderIds}::uuid[]) order by l.order_id, l.position limit 10000`)
}
