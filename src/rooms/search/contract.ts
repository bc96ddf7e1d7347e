// Lists, searches and what stands on the home page (specification §7; decisions A10, A11, B1).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { PAGE_BODY } from '#platform/http/paging.ts'
import { ProductCard } from '#rooms/products/schemas.ts'

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const idList = z.array(z.number().int().min(1).max(2_147_483_647)).max(200).default([])
/** `3,7,12` in a query string. */
const idCommaList = z
  .string()
  .max(2_000)
  .regex(/^\d{1,9}(,\d{1,9})*$/)
  .transform((text) => text.split(',').map(Number))
  .default([])
const usd = z.number().min(0).max(1_000_000)
const usdText = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,4})?$/)
  .transform(Number)
const searchText = z.string().max(200)

/** How the shelves of a list can be narrowed; the same in list and conditions. */
export const ProductListBody = z.object({
  ...PAGE_BODY,
  parentClassId: z.number().int().min(1).max(2_147_483_647).nullish(),
  classId: z.number().int().min(1).max(2_147_483_647).nullish(),
  orderByColumn: z
    .union([
      z.number().int(),
      z
        .string()
        .regex(/^[0-5]$/)
        .transform(Number),
    ])
    .pipe(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]))
    .default(0),
  lowerPrice: usd.nullish(),
  highPrice: usd.nullish(),
  stock: z.enum(['0', '1']).nullish(),
  plat_list: idList,
  language_list: idList,
  region_list: idList,
  theme_list: idList,
  name: searchText.nullish(),
})

const FacetCount = z.object({ id: z.number(), name: z.string(), count: z.number() })
export type FacetCount = z.infer<typeof FacetCount>

const ProductConditions = z.object({
  plat_list: z.array(FacetCount),
  region_list: z.array(FacetCount),
  language_list: z.array(FacetCount),
  theme_list: z.array(FacetCount),
  stock: z.object({ in: z.number(), out: z.number() }),
  max_price: z.number(),
})
export type ProductConditions = z.infer<typeof ProductConditions>

const HomeProducts = z.object({
  hottestGamesList: z.array(ProductCard),
  latestReleasesList: z.array(ProductCard),
  bestSellersList: z.array(ProductCard),
})
export type HomeProducts = z.infer<typeof HomeProducts>

export const searchContract = defineContract({
  'GET /api/home/products': {
    summary: 'The three lists of the home page, up to 20 products each.',
    access: 'public',
    perMinute: 'catalogue',
    data: HomeProducts,
  },
  'GET /api/home/queryProducts': {
    summary:
      'Suggestions while typing: at most 10, by words, prefixes, synonyms and, where nothing has them, small typing errors or most of the words (similar).',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({ name: searchText }),
    data: z.array(ProductCard),
  },
  'POST /api/product/list': {
    summary: 'Products of a category or a search, filtered, sorted and paged.',
    access: 'public',
    perMinute: 'catalogue',
    body: ProductListBody,
    rows: ProductCard,
  },
  'GET /api/product/condition/list': {
    summary: 'What a list can be narrowed by, with counts, and its highest price.',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({
      classId: id.optional(),
      name: searchText.optional(),
      lowerPrice: usdText.optional(),
      highPrice: usdText.optional(),
      stock: z.enum(['0', '1']).optional(),
      plat_list: idCommaList,
      region_list: idCommaList,
      language_list: idCommaList,
      theme_list: idCommaList,
    }),
    data: ProductConditions,
  },
  'GET /api/product/recommends': {
    summary: 'Up to 10 other products of the same shelf.',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({ classId: id, id }),
    data: z.array(ProductCard),
  },
})

type SearchCalls = typeof searchContract
declare module '#browser/calls.ts' {
  interface Calls extends SearchCalls {}
}
