// What a page is about: from this its structured data and its picture are made.
import type { Locale } from '#platform/i18n/locales.ts'
import type { NewsDetail } from '#rooms/content/wire.ts'
import type { CategoryInfo, ProductCard, ProductDetail } from '#rooms/products/wire.ts'

export interface Visitor {
  locale: Locale
  /** ISO 4217. */
  currency: string
  /** https://shop.example */
  origin: string
}

export type Meta = { title: string } | { name: string; content: string }

/** What a page is about: from this its structured data and its picture are made. */
export type About =
  | { kind: 'home'; bestSellers: ProductCard[] }
  | { kind: 'product'; detail: ProductDetail }
  /** `first`: the place of the first product in the whole list, from 1. */
  | { kind: 'category'; category: CategoryInfo; rows: ProductCard[]; total: number; first: number }
  | { kind: 'news'; article: NewsDetail }
  /** `crumbs`: as the page shows them, without the shop itself; the last is the page. */
  | { kind: 'page'; type?: 'AboutPage' | 'ContactPage' | 'CollectionPage'; crumbs?: { label: string; href?: string }[] }
