// The calls about single products and categories.
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { serves } from '#platform/http/serve.ts'
import { showing } from '#platform/request-scope.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import type { Previews } from '#rooms/previews/hands.ts'
import type { Ratings } from '#rooms/reviews/contract.ts'
import { REVIEWS } from '#rooms/reviews/tags.ts'
import { type NavigationCategory, productsContract } from './contract.ts'
import { previewedDetail } from './previewing.ts'
import { picturedRows } from './purchase-store.ts'
import { shownScreenshots } from './screenshot-store.ts'
import type { Catalogue } from './shelves.ts'
import * as store from './store.ts'
import { DETAIL } from './tags.ts'
import { categoryInfo, categoryLink, detailOf, GONE, syncedLine } from './views.ts'
import { addressIn, sold } from './wire.ts'

export interface ProductsOptions {
  db: Database
  catalogue: Catalogue
  currencies: Currencies
  previews: Previews
  /** The summary of a product's reviews, with the first of them. */
  ratingsOf(productId: number): Promise<Ratings>
}

export function productsCalls({ db, catalogue, currencies, previews, ratingsOf }: ProductsOptions) {
  return serves(productsContract, {
    'GET /api/home/navigationBar': async (_, caller) => {
      showing(ALL_PAGES)
      const link = (row: store.CategoryRow) => categoryLink(row, caller.locale)
      const { children } = catalogue.shelves
      // Nothing in the database keeps a category from standing below itself: what was passed is not passed again.
      const seen = new Set<number>()
      const below = (id: number, level: number): NavigationCategory['children'] =>
        (children.get(id) ?? []).flatMap((row) => {
          if (seen.has(row.id)) return []
          seen.add(row.id)
          return [{ ...link(row), level }, ...below(row.id, level + 1)]
        })
      return (children.get(null) ?? []).map((top) => ({ ...link(top), children: below(top.id, 2) }))
    },

    'GET /api/product/info': async ({ query }, caller) => {
      const { slug, categorySlug } = addressIn(query)
      const currency = currencies.byCode(query.currency)
      const exchange = exchangeOf(currency)
      const preview = await previews.asked(caller, 'product')
      const { shelves } = catalogue
      const asked = { slug, categorySlug }
      const previewed = preview && (await previewedDetail({ db, shelves, exchange, ratingsOf }, preview, asked))
      if (previewed) return previewed
      const product = await store.detailRow(db, slug, caller.locale)
      if (!product) throw notFound()
      const category = catalogue.shelves.categories.get(product.categoryId)
      if (!category) throw notFound()
      // The product must stand on the shelf that the address names, today or once.
      if (category.slug !== categorySlug) {
        const once = await store.redirectedCategory(db, categorySlug)
        const known = once !== undefined || catalogue.shelves.categoryBySlug.has(categorySlug)
        if (!known) throw notFound()
      }
      showing(DETAIL(product.id), REVIEWS(product.id), ALL_PAGES)
      const [skus, offers, screenshots, ratings] = await Promise.all([
        store.skuRows(db, product.id),
        store.offerRows(db, product.id, currency?.id ?? 0, exchange.unit),
        shownScreenshots(db, product.id, caller.locale),
        ratingsOf(product.id),
      ])
      return detailOf({ product, skus, offers, exchange, screenshots, ratings }, catalogue.shelves, caller.locale)
    },

    'GET /api/product/category/info/{id}': async ({ params }, caller) => {
      const row = catalogue.shelves.categories.get(params.id)
      if (!row) throw notFound()
      return categoryInfo(row, catalogue.shelves, caller.locale)
    },

    'GET /api/product/category/info/name/{name}': async ({ params }, caller) => {
      const { categories, categoryBySlug } = catalogue.shelves
      const row =
        categoryBySlug.get(params.name) ?? categories.get((await store.redirectedCategory(db, params.name)) ?? -1)
      if (!row) throw notFound()
      return categoryInfo(row, catalogue.shelves, caller.locale)
    },

    'POST /api/product/syncStock': async ({ body }, caller) => {
      const wanted = body.lines.map(sold)
      const rows = await picturedRows(db, [...new Set(wanted.map((line) => line.offerId))], caller.locale)
      const byOffer = new Map(rows.map((row) => [row.offerId, row]))
      return {
        lines: body.lines.map((line, position) => {
          const { productId, skuId, offerId } = wanted[position]!
          const row = byOffer.get(offerId)
          const matches = row && row.skuId === skuId && row.productId === productId
          return matches ? syncedLine(line, row, catalogue.shelves, caller.locale) : { ...line, ...GONE }
        }),
      }
    },
  })
}
