// The head of a page. Crawlers read what the server sends, so most of it is made there only and weighs nothing in the
// browser; a browser that moves on to the next page keeps title, description and canonical address up to date.
import { createIsomorphicFn } from '@tanstack/react-start'
import { canonicalLink } from '#browser/page-links.ts'
import type { Locale } from '#platform/i18n/locales.ts'
import type { NewsDetail } from '#rooms/content/contract.ts'
import type { CategoryInfo, ProductCard, ProductDetail } from '#rooms/products/contract.ts'
import { servedHead } from './served-head.ts'

export interface Visitor {
  locale: Locale
  /** ISO 4217. */
  currency: string
  /** https://shop.example */
  origin: string
}

export interface HeadOf {
  match: { context: Visitor }
  /** From the root on. */
  matches: readonly { loaderData?: unknown }[]
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

export interface HeadPage {
  /** Title and description, in the page's language. */
  meta: Meta[]
  /** With the parameters that make it another page, without those that do not. Absent: search engines leave it out. */
  path?: string
  about?: About
}

export function pageHead({ match: { context }, matches }: HeadOf, { meta, path, about = { kind: 'page' } }: HeadPage) {
  const served = onServer(context, matches, meta, path, about)
  return {
    meta: [...meta, ...(path === undefined ? [{ name: 'robots', content: 'noindex' }] : []), ...served.meta],
    links: [...(path === undefined ? [] : [canonicalLink(context, path)]), ...served.links],
    scripts: served.scripts,
  }
}

const onServer = createIsomorphicFn()
  .server(servedHead)
  .client((): ReturnType<typeof servedHead> => ({ meta: [], links: [], scripts: [] }))

/** What only the server sent is about the page that was loaded: it goes when another one comes. */
export function forgetServedHead(): void {
  const served = '[hreflang],[property^="og:"],[name^="twitter:"],[type="application/ld+json"]'
  for (const tag of document.head.querySelectorAll(served)) tag.remove()
}
