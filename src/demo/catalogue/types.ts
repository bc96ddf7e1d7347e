// The shape of the demo catalogue. Plain data: the loader decides how it becomes rows.

import type { ActivationCode } from '#rooms/content/hands.ts'
import type { GenreCode, LanguageCode, PlatformCode, RegionCode } from '#rooms/products/hands.ts'
import type { SellerCode } from './sellers.ts'

/** A text per language; en-US is always there, the others fall back to it. */
export interface Localized {
  'en-US': string
  [language: string]: string
}

/** 0 key or code, 1 point card or gift code, 2 account. */
export type ProductType = 0 | 1 | 2

export interface DemoCategory {
  /** ASCII, unique; becomes the first part of the page's address. */
  slug: string
  /** Slug of the parent; null at the top. */
  parent: string | null
  name: Localized
  type: ProductType
}

export interface DemoProduct {
  /** ASCII, unique; becomes the last part of the page's address. */
  slug: string
  category: string
  type: ProductType
  /** 0 the buyer gets a code, 1 the buyer gets an account. */
  keyType: 0 | 1
  name: Localized
  /** One line, at most 90 characters. */
  explanation: Localized
  /** Two or three sentences. */
  description: Localized
  developer?: string
  /** YYYY-MM-DD; first release on the platform that is sold. */
  releasedOn: string
  /** 1–100, higher sells better; orders the best-seller and hottest lists. */
  popularity: number
  /** The first one chooses the poster's motif. */
  genres: GenreCode[]
  languages: LanguageCode[]
  skus: DemoSku[]
  /** Shown before the product can be bought; the buyer must agree. */
  confirm?: { title: Localized; content: Localized }
  activation: ActivationCode
}

export interface DemoSku {
  /** Unique in the whole catalogue, upper case. */
  code: string
  edition?: string
  /** As printed on the card: "$20", "€50", "1,000 V-Bucks". */
  denomination?: string
  platforms: PlatformCode[]
  region: RegionCode
  offers: DemoOffer[]
}

export interface DemoOffer {
  seller: SellerCode
  /** US cents. */
  priceCents: number
  /** How many keys the loader makes for this offer; 0 is out of stock. */
  keys: number
}

export interface DemoBanner {
  slug: string
  title: Localized
  line: Localized
  /** What a click opens. */
  target: { product: string } | { category: string }
  /** Motif of the art. */
  genre: GenreCode
  /** Makes the art; the same seed is always the same picture. */
  seed: string
}
