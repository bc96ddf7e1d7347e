// The calls of the catalogue (specification §7; decisions A4, A10, A11, B1 to B6). Prices are US dollars.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Ratings } from '#rooms/reviews/contract.ts'
import { ShownStock } from './shown-stock.ts'

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const idList = z.array(z.number().int().min(1).max(2_147_483_647)).max(200).default([])
/** `3,7,12` in a query string. */
const idCommaList = z
  .string()
  .max(2_000)
  .regex(/^\d{1,9}(,\d{1,9})*$/)
  .transform((text) => text.split(',').map(Number))
  .default([])
const slug = z.string().min(1).max(200)
const usd = z.number().min(0).max(1_000_000)
const usdText = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,4})?$/)
  .transform(Number)
const searchText = z.string().max(200)

/** Null: none may be announced. The amounts are in the currency that the call named, at the rates of their time. */
const Reduction = z
  .object({
    priceBefore: z.number(),
    /** The lowest of the 30 days before the reduction (EU 98/6 Art. 6a). */
    lowestPrice30: z.number(),
    /** Whole percent below `lowestPrice30`, rounded down. */
    percent: z.number(),
  })
  .nullable()

export const ProductCard = z.object({
  id: z.number(),
  name: z.string(),
  /** Path of the picture, 480 wide; other widths and formats stand beside it, see catalog/pictures.ts. */
  img: z.string(),
  /** Null: nobody offers it. */
  lowPrice: z.number().nullable(),
  inStock: z.boolean(),
  urlName: z.string(),
  zhname: z.string(),
  platforms: z.array(z.string()),
  region: z.string().nullable(),
  /** Of the price that is shown; in the currency that the header `x-currency` names, else in US dollars. */
  reduction: Reduction,
  /** In a search: nothing has all of the words that were typed; this has most of them. */
  similar: z.boolean().optional(),
})
export type ProductCard = z.infer<typeof ProductCard>

const NavigationChild = z.object({ id: z.number(), name: z.string(), urlName: z.string() })
export const NavigationCategory = NavigationChild.extend({
  /** Everything below it, each followed by what is below itself; level 2 is directly below the top. */
  children: z.array(NavigationChild.extend({ level: z.number() })),
})
/** The categories above, from the top. */
const Ancestors = z.array(z.object({ name: z.string(), urlName: z.string() }))
export type NavigationCategory = z.infer<typeof NavigationCategory>

export const Banner = z.object({
  id: z.number(),
  imgUrl: z.string(),
  /** Mirrored picture, for right-to-left pages. */
  imgUrlRtl: z.string(),
  urlName: z.string(),
  zhname: z.string().nullable(),
  title: z.string(),
  line: z.string(),
})
export type Banner = z.infer<typeof Banner>

export const CurrencyOption = z.object({
  id: z.number(),
  moneyStr: z.string(),
  moneyType: z.string(),
  moneyName: z.string(),
  moneyRate: z.number(),
  logo: z.string().nullable(),
})
export type CurrencyOption = z.infer<typeof CurrencyOption>

const LanguageOption = z.object({
  id: z.number(),
  domain: z.string(),
  name: z.string(),
  languageIcon: z.string().nullable(),
  feedbackType: z.string(),
  currencyId: z.number(),
  currencyName: z.string(),
  currencyStr: z.string(),
  currencyRate: z.number(),
})
export type LanguageOption = z.infer<typeof LanguageOption>

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
    activation: z.array(z.string()),
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
  /** The promoted offer first: in stock before out of stock, then cheapest, the shop first, older first (B1). */
  offers: z.array(Offer),
  lowPrice: z.number().nullable(),
  ratings: Ratings,
})
export type ProductDetail = z.infer<typeof ProductDetail>

/** How the shelves of a list can be narrowed; the same in list and conditions. */
export const ProductListBody = z.object({
  pageNum: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.number().int().min(1).max(100).default(10),
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

export const catalogContract = defineContract({
  'GET /api/home/products': {
    summary: 'The three lists of the home page, up to 20 products each.',
    access: 'public',
    data: z.object({
      hottestGamesList: z.array(ProductCard),
      latestReleasesList: z.array(ProductCard),
      bestSellersList: z.array(ProductCard),
    }),
  },
  'GET /api/home/navigationBar': {
    summary: 'Top-level categories with their children.',
    access: 'public',
    data: z.array(NavigationCategory),
  },
  'GET /api/home/scrollPhoto': { summary: 'Banners of the home page.', access: 'public', data: z.array(Banner) },
  'GET /api/home/rate': {
    summary: 'Currencies and their rates per US dollar.',
    access: 'public',
    data: z.array(CurrencyOption),
  },
  'GET /api/home/language': {
    summary: 'Interface languages, each with the currency it starts with.',
    access: 'public',
    data: z.array(LanguageOption),
  },
  'GET /api/home/location': {
    summary:
      'Where the visitor probably is: country by a trusted proxy, else by Accept-Language; language and currency that go with it.',
    access: 'public',
    data: z.object({
      /** ISO 3166; null: not known. */
      country: z.string().nullable(),
      locale: z.string(),
      currencyId: z.number(),
    }),
  },
  'GET /api/home/queryProducts': {
    summary:
      'Suggestions while typing: at most 10, by words, prefixes, synonyms and, where nothing has them, small typing errors or most of the words (similar).',
    access: 'public',
    query: z.object({ name: searchText }),
    data: z.array(ProductCard),
  },
  'GET /api/product/info': {
    summary: 'One product by its slug and the slug of its category.',
    access: 'public',
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
  'POST /api/product/list': {
    summary: 'Products of a category or a search, filtered, sorted and paged.',
    access: 'public',
    body: ProductListBody,
    rows: ProductCard,
  },
  'GET /api/product/condition/list': {
    summary: 'What a list can be narrowed by, with counts, and its highest price.',
    access: 'public',
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
  'GET /api/product/category/info/{id}': {
    summary: 'A category by its id.',
    access: 'public',
    params: z.object({ id }),
    data: CategoryInfo,
  },
  'GET /api/product/category/info/name/{name}': {
    summary: 'A category by its slug; an old slug answers with the category under its new one.',
    access: 'public',
    params: z.object({ name: slug }),
    data: CategoryInfo,
  },
  'GET /api/product/recommends': {
    summary: 'Up to 10 other products of the same shelf.',
    access: 'public',
    query: z.object({ classId: id, id }),
    data: z.array(ProductCard),
  },
  'POST /api/product/syncStock': {
    summary: 'What is true now of the lines of a cart: name, picture, price, stock, and whether the count can be had.',
    access: 'public',
    body: z.object({ lines: z.array(StockLine).max(100) }),
    data: z.object({ lines: z.array(SyncedLine) }),
  },
})
