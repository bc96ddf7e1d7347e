// What machines are told of a page, in the words of schema.org. Pure functions; each answers one node of the page's graph.
// The rules are those of Google's documentation of rich results; structured-data.testing.ts holds every page to them.
import type {
  AggregateOffer,
  AggregateRating,
  BreadcrumbList,
  ItemList,
  NewsArticle,
  OnlineStore,
  Product,
  Review,
  SearchAction,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts'
import { convert, type Exchange, fromMajor, toMajor } from '#platform/money.ts'
import type { WebsiteShell } from '#rooms/content/contract.ts'
import type { NewsDetail } from '#rooms/content/wire.ts'
import type { ProductCard, ProductDetail } from '#rooms/products/wire.ts'
import type { Ratings } from '#rooms/reviews/contract.ts'

/** Nodes refer to each other by these, on whatever page they stand. */
const shopId = (origin: string) => `${origin}/#shop`
const siteId = (origin: string) => `${origin}/#site`

export interface PageFacts {
  origin: string
  /** The page's own address, in its language. */
  url: string
  title: string
  description?: string
  /** BCP 47. */
  tag: string
}

/** Offers of a product that are listed one by one; the range of prices covers them all. */
const MOST_OFFERS = 20
const MOST_REVIEWS = 5

export interface Pricing {
  /** ISO 4217: the currency in which the page shows its prices. */
  currency: string
  exchange: Exchange
}

/** The page itself: its language and to which site it belongs. */
export function webPage(
  { origin, url, title, description, tag }: PageFacts,
  type: 'WebPage' | 'CollectionPage' | 'ItemPage' | 'AboutPage' | 'ContactPage' = 'WebPage',
): WebPage {
  return {
    '@type': type as 'WebPage',
    '@id': url,
    url,
    name: title,
    ...(description && { description }),
    inLanguage: tag,
    isPartOf: { '@id': siteId(origin) },
  }
}

/** The shop as a seller. `shell` is what the operator says of how to reach it; which languages support speaks, nobody says. */
export function shop(
  { origin }: Pick<PageFacts, 'origin'>,
  of: {
    name: string
    logo: string
    shell?: Pick<WebsiteShell, 'email' | 'phone' | 'social' | 'company' | 'legal'>
  },
): OnlineStore {
  const { shell } = of
  return {
    '@type': 'OnlineStore',
    '@id': shopId(origin),
    name: of.name,
    url: `${origin}/`,
    logo: of.logo,
    ...(shell && {
      ...legalFacts(shell),
      ...(shell.social.length > 0 && { sameAs: shell.social.map(({ url }) => url) }),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: shell.email,
        ...(shell.phone && { telephone: shell.phone }),
      },
    }),
  }
}

/** Of a legal seller the first line is his name and the others his address; else it is what the operator wrote of the company. */
function legalFacts({ company, legal }: Pick<WebsiteShell, 'company' | 'legal'>) {
  if (!company) return {}
  const [legalName, ...address] = legal ? company.split('\n') : [company]
  return { legalName, ...(address.length > 0 && { address: address.join(', ') }) }
}

/** The site and how it is searched. */
export function site({ origin, tag }: Pick<PageFacts, 'origin' | 'tag'>, name: string): WebSite {
  const search: SearchAction & { 'query-input': string } = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?name={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': siteId(origin),
    name,
    url: `${origin}/`,
    inLanguage: tag,
    publisher: { '@id': shopId(origin) },
    potentialAction: search,
  }
}

export interface Crumb {
  name: string
  /** In the page's language. */
  url: string
}

export function breadcrumbs(crumbs: Crumb[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** Products in the order in which the page shows them. `first` is the place of the page's first product in the whole list. */
export function productList(
  name: string,
  cards: Pick<ProductCard, 'name' | 'slug' | 'categorySlug'>[],
  address: (path: string) => string,
  { total = cards.length, first = 1 }: { total?: number; first?: number } = {},
): ItemList {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: total,
    itemListElement: cards.map((card, index) => ({
      '@type': 'ListItem',
      position: first + index,
      name: card.name,
      url: address(`/${card.categorySlug}/${card.slug}`),
    })),
  }
}

/**
 * A product with its offers and ratings. Undefined when there is neither: a product without a price and without a rating
 * is nothing that a search engine could show.
 */
export function product(
  detail: ProductDetail,
  { origin, url, image, ratings }: { origin: string; url: string; image: string; ratings?: Ratings },
  pricing: Pricing,
): Product | undefined {
  const { info, promoted } = detail
  const offers = aggregateOffer(detail, url, origin, pricing)
  const rating = ratings && aggregateRating(ratings)
  if (!offers && !rating) return undefined
  const reviews = ratings?.reviews.slice(0, MOST_REVIEWS) ?? []
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: info.name,
    ...(plain(info.description || info.explanation) && { description: plain(info.description || info.explanation) }),
    // Only what the page itself shows: the supplier's picture stands on another host.
    image: detail.screenshots.length === 0 ? image : [image, ...detail.screenshots.map(({ full }) => origin + full)],
    url,
    category: [...info.ancestors.map(({ name }) => name), info.className].join(' > '),
    ...(promoted && { sku: promoted.skuCode }),
    ...(info.developer && { brand: { '@type': 'Brand', name: info.developer } }),
    ...(info.releasedOn && { releaseDate: info.releasedOn }),
    ...(offers && { offers }),
    ...(rating && { aggregateRating: rating }),
    ...(reviews.length > 0 && { review: reviews.map(review) }),
  }
}

const availability = (inStock: boolean) =>
  inStock ? ('https://schema.org/InStock' as const) : ('https://schema.org/OutOfStock' as const)

function aggregateOffer(
  { offers, lowPrice, skus }: ProductDetail,
  url: string,
  origin: string,
  { currency, exchange }: Pricing,
): AggregateOffer | undefined {
  if (lowPrice === null || offers.length === 0) return undefined
  // As the page shows it: in the page's currency, rounded once (decision C6).
  const shown = (usd: number) => toMajor(convert(fromMajor(usd), exchange)).toFixed(2)
  const skuCodes = new Map(skus.map((sku) => [sku.id, sku.skuCode]))
  const withSku = (id: number) => `${url}${url.includes('?') ? '&' : '?'}sku=${id}`
  return {
    '@type': 'AggregateOffer',
    priceCurrency: currency,
    lowPrice: shown(lowPrice),
    highPrice: shown(Math.max(...offers.map((offer) => offer.price))),
    offerCount: offers.length,
    availability: availability(offers.some((offer) => offer.stock > 0)),
    offers: offers.slice(0, MOST_OFFERS).map((offer) => ({
      '@type': 'Offer',
      url: withSku(offer.skuId),
      price: shown(offer.price),
      priceCurrency: currency,
      availability: availability(offer.stock > 0),
      itemCondition: 'https://schema.org/NewCondition',
      ...(skuCodes.has(offer.skuId) && { sku: skuCodes.get(offer.skuId)! }),
      seller: offer.isShop ? { '@id': shopId(origin) } : { '@type': 'Organization', name: offer.userName },
    })),
  }
}

function aggregateRating({ average, count }: Ratings): AggregateRating | undefined {
  if (average === null || count === 0) return undefined
  return { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, bestRating: 5, worstRating: 1 }
}

function review({ fillName, content, score, createTime }: Ratings['reviews'][number]): Review {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: fillName },
    datePublished: createTime,
    reviewBody: content,
    reviewRating: { '@type': 'Rating', ratingValue: score, bestRating: 5, worstRating: 1 },
  }
}

export function newsArticle(
  news: Pick<NewsDetail, 'title' | 'abstractInfo' | 'author' | 'createTime'>,
  { origin, url, tag, image }: Pick<PageFacts, 'origin' | 'url' | 'tag'> & { image: string },
): NewsArticle {
  return {
    '@type': 'NewsArticle',
    headline: news.title,
    ...(news.abstractInfo && { description: plain(news.abstractInfo) }),
    image,
    url,
    inLanguage: tag,
    datePublished: news.createTime,
    author: { '@type': 'Organization', name: news.author },
    publisher: { '@id': shopId(origin) },
    mainEntityOfPage: { '@id': url },
  }
}

/** All nodes of a page as one document; what is undefined is left out. */
export function graph(nodes: (Thing | undefined)[]): { '@context': 'https://schema.org'; '@graph': Thing[] } {
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== undefined) }
}

const LONGEST_TEXT = 5_000

/** One paragraph of plain text. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)
}
