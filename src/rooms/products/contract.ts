// The calls of the catalogue (specification §7; decisions A4, A10, A11, B1 to B6). Prices are US dollars.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Reduction } from '#rooms/prices/schemas.ts'
import { Ratings } from '#rooms/reviews/contract.ts'
import { ShownStock } from './schemas.ts'

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const slug = z.string().min(1).max(200)

const NavigationChild = z.object({ id: z.number(), name: z.string(), urlName: z.string() })
export const NavigationCategory = NavigationChild.extend({
  /** Everything below it, each followed by what is below itself; level 2 is directly below the top. */
  children: z.array(NavigationChild.extend({ level: z.number() })),
})
/** The categories above, from the top. */
const Ancestors = z.array(z.object({ name: z.string(), urlName: z.string() }))
export type NavigationCategory = z.infer<typeof NavigationCategory>

export const CategoryInfo = z.object({
  id: z.number(),
  /** -1: top level. */
  pid: z.number(),
  pName: z.string().nullable(),
  pUrlName: z.string().nullable(),
  name: z.string(),
  urlName: z.string(),
  type: z.string(),
  /** '1' at the top. */
  level: z.string(),
  ancestors: Ancestors,
  children: z.array(NavigationChild),
})
export type CategoryInfo = z.infer<typeof CategoryInfo>

const Mark = z.object({ code: z.string(), info: z.string(), img: z.string().nullable() })

export const Sku = z.object({
  id: z.number(),
  skuCode: z.string(),
  edition: z.string().nullable(),
  denomination: z.string().nullable(),
  /** With its amount on it; null: the product's. */
  img: z.string().nullable(),
  platforms: z.array(z.string()),
  region: z.string().nullable(),
  /** ISO 3166 codes where it can be activated; null: everywhere. */
  countries: z.array(z.string()).nullable(),
  ...ShownStock.shape,
  lowPrice: z.number().nullable(),
  /** Which of the product's `activation` is its own, from 0; null: nothing is known of how it is used. */
  guide: z.number().nullable(),
})
export type Sku = z.infer<typeof Sku>

export const Offer = z.object({
  id: z.number(),
  extId: z.number(),
  userName: z.string(),
  memberName: z.string(),
  isShop: z.boolean(),
  price: z.number(),
  ...ShownStock.shape,
  /** What is in stock are keys that the shop has: they are sent as soon as they are paid. Else they come from the supplier. */
  instant: z.boolean(),
  reduction: Reduction,
})
export type Offer = z.infer<typeof Offer>

export const ProductDetail = z.object({
  iProductInfo: z.object({
    id: z.number(),
    classId: z.number(),
    parentClassId: z.number().nullable(),
    name: z.string(),
    img: z.string(),
    /** Changes with what the picture says that is shared beside the product's address. */
    shared: z.string(),
    type: z.string(),
    keyType: z.string(),
    urlName: z.string(),
    zhname: z.string(),
    explanation: z.string(),
    description: z.string(),
    /** Codes of the languages that the two are in: the visitor's, or en-US where they are not translated. */
    explanationLanguage: z.string(),
    descriptionLanguage: z.string(),
    developer: z.string().nullable(),
    publisher: z.string().nullable(),
    /** The supplier's own picture: an https address on his host, or null. Pages neither show nor announce it, for visitors' browsers ask no other host. */
    extImg: z.string().nullable(),
    seoTitle: z.string(),
    seoKeywords: z.string(),
    seoDescription: z.string(),
    releasedOn: z.string().nullable(),
    isConfirm: z.boolean(),
    confirmTitle: z.string(),
    confirmContent: z.string(),
    superClassName: z.string().nullable(),
    superClassUrlName: z.string().nullable(),
    ancestors: Ancestors,
    className: z.string(),
  }),
  plat_info: z.string(),
  region_info: z.string(),
  language_info: z.string(),
  theme_info: z.string(),
  plat_img_list: z.array(Mark),
  region_img_list: z.array(Mark),
  language_img_list: z.array(Mark),
  /** The SKU of the promoted offer; null when nobody offers the product. */
  extInfo: z.object({ id: z.number(), skuCode: z.string(), ...ShownStock.shape }).nullable(),
  skus: z.array(Sku),
  /** How keys are used, step by step: once for each way there is among its versions. */
  activation: z.array(z.array(z.string())),
  /** The promoted offer first: in stock before out of stock, then cheapest, the shop first, older first (B1). */
  offers: z.array(Offer),
  lowPrice: z.number().nullable(),
  screenshots: z.array(
    z.object({
      /** Cut to 16:9. */
      img: z.string(),
      /** Whole, with its size in pixels. */
      full: z.string(),
      width: z.number(),
      height: z.number(),
      /** What is seen on it; null: nobody said. */
      alt: z.string().nullable(),
      /** In which language that is. */
      altLanguage: z.string(),
    }),
  ),
  ratings: Ratings,
})
export type ProductDetail = z.infer<typeof ProductDetail>

const StockLine = z.object({
  productId: z.number().int().min(1).max(2_147_483_647),
  extId: z.number().int().min(1).max(2_147_483_647),
  supplyProductId: z.number().int().min(1).max(2_147_483_647),
  productCount: z.number().int().min(1).max(1000),
})

export const SyncedLine = StockLine.extend({
  /** False: it is no longer sold; the other fields are then empty. */
  exists: z.boolean(),
  productName: z.string(),
  skuCode: z.string(),
  skuLabel: z.string(),
  /** ISO 3166 codes where it can be activated; null: everywhere. */
  countries: z.array(z.string()).nullable(),
  productImg: z.string(),
  productPrice: z.number(),
  ...ShownStock.shape,
  /** While there are more than are told, any count may be had; the order decides. */
  available: z.boolean(),
  urlName: z.string(),
  zhname: z.string(),
  supplyName: z.string(),
  productType: z.string(),
  classId: z.number(),
})
export type SyncedLine = z.infer<typeof SyncedLine>

export const productsContract = defineContract({
  'GET /api/home/navigationBar': {
    summary: 'Top-level categories with their children.',
    access: 'public',
    perMinute: 'catalogue',
    data: z.array(NavigationCategory),
  },
  'GET /api/product/info': {
    summary: 'One product by its slug and the slug of its category.',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({
      zhname: slug,
      categoryName: slug,
      /** ISO 4217: of the amounts in `reduction`; nothing is said of reductions in a currency that the shop does not have. */
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .default('USD'),
    }),
    data: ProductDetail,
  },
  'GET /api/product/category/info/{id}': {
    summary: 'A category by its id.',
    access: 'public',
    params: z.object({ id }),
    data: CategoryInfo,
  },
  'GET /api/product/category/info/name/{name}': {
    summary: 'A category by its slug; an old slug answers with the category under its new one.',
    access: 'public',
    perMinute: 'catalogue',
    params: z.object({ name: slug }),
    data: CategoryInfo,
  },
  'POST /api/product/syncStock': {
    summary: 'What is true now of the lines of a cart: name, picture, price, stock, and whether the count can be had.',
    access: 'public',
    perMinute: 'catalogue',
    body: z.object({ lines: z.array(StockLine).max(100) }),
    data: z.object({ lines: z.array(SyncedLine) }),
  },
})

type ProductsCalls = typeof productsContract
declare module '#browser/calls.ts' {
  interface Calls extends ProductsCalls {}
}
