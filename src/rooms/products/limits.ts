// How long texts of a product may be, in characters, and what the back office shows at once.

/** Of each of a product's texts, in each language. */
export const LONGEST_TEXT = {
  name: 200,
  explanation: 500,
  description: 20_000,
  confirmTitle: 200,
  confirmContent: 2_000,
  seoTitle: 200,
  seoKeywords: 500,
  seoDescription: 500,
} as const
export type TextKind = keyof typeof LONGEST_TEXT
export const TEXT_KINDS = Object.keys(LONGEST_TEXT) as TextKind[]
/** Screenshots of one product, and what is said of one in one language. */
export const MOST_SCREENSHOTS = 12
export const LONGEST_ALT = 250
export const LONGEST_MAKER = 200
/** Edition and denomination of a version. */
export const LONGEST_VARIANT = 60
export const LONGEST_SKU_CODE = 80
export const LONGEST_CATEGORY_NAME = 100
/** Every page knows them all. Goods of one that is not read would have no address, so none more is made. */
export const MOST_CATEGORIES = 2_000
/** Of all kinds together. Every page knows them all. Goods would lose one that is not read, so none more is made. */
export const MOST_FACET_VALUES = 5_000
export const LONGEST_FACET_NAME = 100
export const LONGEST_FACET_CODE = 60
/** Countries that a region may have. */
export const MOST_COUNTRIES = 250
export const LONGEST_SELLER_NAME = 100
/** Of facets, of what has one of them, and of sellers. */
export const SHELVES_PER_PAGE = 50
/** What has a facet, and what a seller offers, is counted to this. */
export const USES_COUNTED = 1_000
/** Keys from which on an offer runs low. */
export const HIGHEST_THRESHOLD = 100_000
/** US cents. */
export const HIGHEST_CENTS = 2_147_483_647
/** Guides that a product may have as its own, by their codes. That of accounts is not among them: every account has it anyway. */
export const OWN_GUIDES = [
  'steam',
  'epic',
  'gog',
  'battle-net',
  'ea-app',
  'ubisoft-connect',
  'rockstar',
  'xbox',
  'microsoft-store',
  'playstation',
  'nintendo',
  'apple',
  'google-play',
  'publisher-site',
  'in-game',
] as const
/** Values of one kind of facet that a product or version may have. */
export const MOST_FACETS = 100

export const PRODUCTS_PER_PAGE = 50
export const PRODUCTS_COUNTED = 1_000
/** Of what is typed to find products. */
export const LONGEST_PRODUCT_SEARCH = 200
/** So many of the products that a name finds are listed, the best first. */
export const MOST_BY_NAME = 1_000

/** Exceptions from a selection, or products that are chosen one by one. */
export const MOST_CHOSEN = 1_000

/** How a price came: by a person, planned for a moment, with many others, or by a supplier's feed or a command. */
export const PRICE_WAYS = ['hand', 'plan', 'bulk', 'feed'] as const

/** Of all uploaded pictures; places of each kind that are named where one is used. */
export const PICTURES_PER_PAGE = 24
export const USES_SHOWN = 5
/** As what a picture can be used, in the order in which that is told. */
export const USE_KINDS = ['cover', 'screenshot', 'banner', 'bannerRtl', 'news', 'logo'] as const
