// What the lines of carts and orders name, as it is now.
import type { Queryable } from '#platform/database/database.ts'
import { type Fragment, fragment, sql } from '#platform/database/sql.ts'
import { PRINTED, type PrintedVersion } from './printed.ts'

export interface PurchaseRow {
  offerId: number
  skuId: number
  productId: number
  name: string
  title: string
  slug: string
  categoryId: number
  type: number
  genreIds: number[]
  pictureId: string | null
  skuCode: string
  edition: string | null
  denomination: string | null
  platformIds: number[]
  regionId: number | null
  sellerId: number
  seller: string
  backing: 'keys' | 'supplier'
  priceCents: number
  stock: number
  /** The database's clock. */
  now: Date
}

export interface PicturedRow extends PurchaseRow {
  printed: PrintedVersion[] | null
}

/** What the lines of an order name, as it is now; offers that are no longer sold are missing. */
export const purchaseRows = (db: Queryable, offerIds: number[], locale: string) =>
  offersNamed<PurchaseRow>(db, { offerIds, locale, beside: fragment`` })

/** What the lines of a cart or a list name, as it is now, with what its pictures show. */
export const picturedRows = (db: Queryable, offerIds: number[], locale: string) =>
  offersNamed<PicturedRow>(db, { offerIds, locale, beside: fragment`${PRINTED} as printed,` })

function offersNamed<R extends PurchaseRow>(
  db: Queryable,
  { offerIds, locale, beside }: { offerIds: number[]; locale: string; beside: Fragment },
): Promise<R[]> {
  return db.query<R>(sql`
    select ${beside} o.id as "offerId", o.sku_id as "skuId", o.product_id as "productId",
      text_in(p.name, ${locale}) as name, p.name ->> 'en-US' as title, p.slug,
      p.category_id as "categoryId", p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId",
      k.sku_code as "skuCode", k.edition, k.denomination, k.platform_ids as "platformIds", k.region_id as "regionId", o.seller_id as "sellerId", s.name as seller, o.backing, o.price_cents as "priceCents", o.stock, now() as now
    from offers o
    join skus k on k.id = o.sku_id
    join products p on p.id = o.product_id
    join sellers s on s.id = o.seller_id
    where o.id = any(${offerIds}::int[]) and o.active and not p.is_draft
    order by o.id`)
}
