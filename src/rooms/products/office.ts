// Products, as the back office sees them.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_PRODUCT_SEARCH, PRICE_WAYS, PRODUCTS_COUNTED, PRODUCTS_PER_PAGE } from './limits.ts'
import { LISTING_STATES } from './listing-states.ts'
import { Id, OTHER_LANGUAGES, Texts } from './office-shapes.ts'

/** `onSale`: somebody offers it, with or without keys; `lowStock`: a version of it runs low; `off`: nobody does now; `withoutPrice`: nobody ever did. */
export const PRODUCT_STATES = ['onSale', 'lowStock', 'withoutKeys', 'off', 'draft', 'withoutPrice'] as const

/** What the list is narrowed to; the address of the page holds the same. */
export const ProductFilter = {
  state: z.enum(PRODUCT_STATES).optional(),
  /** With all categories below it. */
  category: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  /** Products that lack words of this language which they have in English. */
  lacks: z.enum(OTHER_LANGUAGES).optional(),
  /** A name as a shopper would type it, an id, an address or the code of a version; what fits exactly comes first. */
  q: z.string().trim().max(LONGEST_PRODUCT_SEARCH).optional(),
}

export const ProductSort = z.enum(['changed', 'name']).default('changed')

const Row = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  category: z.string(),
  img: z.string(),
  /** `on`, `low` and `out` are on sale: `low` with a version that has few keys or none, `out` without any. */
  state: z.enum(LISTING_STATES),
  changedAt: z.iso.datetime(),
  versions: z.number(),
  /** US dollars, the lowest; null: it has no offer. */
  price: z.number().nullable(),
  stock: z.number(),
  /** Until the first of its versions on sale has no keys left, as fast as they sold in the last 28 days; null: nobody can say. */
  daysLeft: z.number().nullable(),
  /** In how many languages it has all that it has in English. */
  languages: z.number(),
})

const Offer = z.object({
  id: z.number(),
  seller: z.string(),
  isShop: z.boolean(),
  /** US dollars. */
  price: z.number(),
  backing: z.enum(['keys', 'supplier']),
  stock: z.number(),
  active: z.boolean(),
  /** US dollars, of one key of the newest batch whose cost is known; null: none is. */
  cost: z.number().nullable(),
  /** From how many keys on it runs low; null: nobody is told. */
  lowAt: z.number().nullable(),
  /** Keys within the last 28 days, counted to 1,000; null: it is not sold from keys. */
  sold28: z.number().nullable(),
  /** For so many days its stock lasts, as fast as it sold in these; null: nobody can say. */
  daysLeft: z.number().nullable(),
  /** The lowest of the last 30 days, what it costs now included. */
  lowest30: z.number(),
  /** The reduction that shoppers are told of: the lowest of the 30 days before it, and how many percent below that; null: none is told. */
  reduced: z.object({ lowest: z.number(), percent: z.number() }).nullable(),
})

export const Product = z.object({
  id: z.number(),
  isDraft: z.boolean(),
  categoryId: z.number(),
  slug: z.string(),
  type: z.number(),
  keyType: z.number(),
  /** Code of its own activation guide. */
  activation: z.string().nullable(),
  /** By kind and language; a language that has none is not there. */
  texts: Texts,
  developer: z.string().nullable(),
  publisher: z.string().nullable(),
  /** ISO date. */
  releasedOn: z.string().nullable(),
  genreIds: z.array(z.number()),
  languageIds: z.array(z.number()),
  /** Of what was uploaded for it; null: its picture is drawn. */
  pictureId: z.string().nullable(),
  img: z.string(),
  /** What it looks like inside, in their order. */
  screenshots: z.array(
    z.object({
      id: z.number(),
      pictureId: z.string(),
      img: z.string(),
      /** What is seen on it, by language; a language that has none is not there. */
      alt: z.record(z.string(), z.string()),
      /** Another after every change. */
      seen: z.string(),
    }),
  ),
  /** Where shoppers see it. */
  path: z.string(),
  skus: z.array(
    z.object({
      id: z.number(),
      skuCode: z.string(),
      edition: z.string().nullable(),
      denomination: z.string().nullable(),
      platformIds: z.array(z.number()),
      regionId: z.number().nullable(),
      offers: z.array(Offer),
    }),
  ),
  /** What its offers cost until when (`price`) and from then on (`next`), how that came and by whom; the latest first, a hundred at most. */
  pastPrices: z.array(
    z.object({
      offerId: z.number(),
      until: z.iso.datetime(),
      price: z.number(),
      next: z.number(),
      how: z.enum(PRICE_WAYS),
      by: z.string(),
      reason: z.string(),
    }),
  ),
  /** What they will cost, and what became of such plans; those that wait first, fifty at most. */
  plans: z.array(
    z.object({
      id: z.number(),
      offerId: z.number(),
      price: z.number(),
      at: z.iso.datetime(),
      state: z.enum(['waiting', 'done', 'cancelled']),
      before: z.number().nullable(),
      by: z.string(),
      reason: z.string(),
    }),
  ),
})

const Named = z.record(z.string(), z.string())

export const productsOffice = defineContract({
  'GET /office/products': {
    summary: `Products, ${PRODUCTS_PER_PAGE} at a time: what was changed last first, by name, or the best found first where something is searched. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'catalogue.read' },
    query: z.object({
      ...ProductFilter,
      sort: ProductSort,
      after: z.string().max(400).optional(),
    }),
    data: z.object({ rows: z.array(Row), next: z.string().nullable() }),
  },
  'GET /office/products/count': {
    summary: `How many there are of them, counted to ${PRODUCTS_COUNTED}`,
    access: { staff: 'catalogue.read' },
    query: z.object(ProductFilter),
    data: z.object({ count: z.number(), isMore: z.boolean() }),
  },
  'GET /office/products/{id}': {
    summary: 'One product whole: texts in all languages, versions, offers, what they cost before and will cost',
    access: { staff: 'catalogue.read' },
    params: z.object({ id: Id }),
    data: Product,
  },
  'GET /office/shelves': {
    summary: 'Categories in their order, and what products can be filtered by',
    access: { staff: 'catalogue.read' },
    data: z.object({
      categories: z.array(
        z.object({
          id: z.number(),
          parentId: z.number().nullable(),
          slug: z.string(),
          type: z.number(),
          position: z.number(),
          name: Named,
        }),
      ),
      facets: z.array(
        z.object({
          id: z.number(),
          kind: z.enum(['platform', 'region', 'language', 'genre']),
          code: z.string(),
          name: Named,
        }),
      ),
    }),
  },
})

type ProductsOfficeCalls = typeof productsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends ProductsOfficeCalls {}
}
