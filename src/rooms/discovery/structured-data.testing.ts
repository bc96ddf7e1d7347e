// What a page's structured data must be: Google's required and recommended properties of each rich result
// (developers.google.com/search/docs/appearance/structured-data) in the names and types of schema.org. A name that is
// not listed here fails: a misspelt property is otherwise silently ignored by every reader.
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ })
const text = z.string().trim().min(1)
const moment = z.iso.datetime()
const price = z.string().regex(/^\d+\.\d{2}$/)
const currency = z.string().regex(/^[A-Z]{3}$/)
const tag = z.string().refine((code) => Intl.getCanonicalLocales(code)[0] === code, 'is no BCP 47 tag')
const reference = z.strictObject({ '@id': url })
const type = <T extends string>(name: T) => ({ '@type': z.literal(name) })

const availability = z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock'])
const rating = z.strictObject({
  ...type('Rating'),
  ratingValue: z.number().min(1).max(5),
  bestRating: z.literal(5),
  worstRating: z.literal(1),
})

const Offer = z.strictObject({
  ...type('Offer'),
  url,
  price,
  priceCurrency: currency,
  availability,
  itemCondition: z.literal('https://schema.org/NewCondition'),
  sku: text,
  seller: z.union([reference, z.strictObject({ ...type('Organization'), name: text })]),
})

const AggregateOffer = z
  .strictObject({
    ...type('AggregateOffer'),
    priceCurrency: currency,
    lowPrice: price,
    highPrice: price,
    offerCount: z.number().int().min(1),
    availability,
    offers: z.array(Offer).min(1),
  })
  .refine((offer) => Number(offer.lowPrice) <= Number(offer.highPrice), 'low is above high')
  .refine((offer) => offer.offers.every((one) => one.priceCurrency === offer.priceCurrency), 'currencies differ')

const Product = z
  .strictObject({
    ...type('Product'),
    '@id': url,
    name: text,
    description: text.max(5_000).optional(),
    image: z.union([url, z.array(url).min(2)]),
    url,
    category: text,
    sku: text.optional(),
    brand: z.strictObject({ ...type('Brand'), name: text }).optional(),
    releaseDate: z.iso.date().optional(),
    offers: AggregateOffer.optional(),
    aggregateRating: z
      .strictObject({
        ...type('AggregateRating'),
        ratingValue: z.number().min(1).max(5),
        reviewCount: z.number().int().min(1),
        bestRating: z.literal(5),
        worstRating: z.literal(1),
      })
      .optional(),
    review: z
      .array(
        z.strictObject({
          ...type('Review'),
          author: z.strictObject({ ...type('Person'), name: text.max(100) }),
          datePublished: moment,
          reviewBody: text,
          reviewRating: rating,
        }),
      )
      .min(1)
      .optional(),
  })
  .refine((product) => product.offers || product.aggregateRating, 'has neither an offer nor a rating')

const consecutive = (items: { position: number }[]) =>
  items.every(({ position }, index) => position === (items[0]?.position ?? 0) + index)

const BreadcrumbList = z.strictObject({
  ...type('BreadcrumbList'),
  itemListElement: z
    .array(z.strictObject({ ...type('ListItem'), position: z.number().int().min(1), name: text, item: url }))
    .min(2)
    .refine((items) => items[0]?.position === 1 && consecutive(items), 'positions must count from 1'),
})

const ItemList = z.strictObject({
  ...type('ItemList'),
  name: text,
  numberOfItems: z.number().int().min(1),
  itemListElement: z
    .array(z.strictObject({ ...type('ListItem'), position: z.number().int().min(1), name: text, url }))
    .min(1)
    .refine(consecutive, 'positions must follow each other')
    .refine((items) => new Set(items.map((item) => item.url)).size === items.length, 'an address stands twice'),
})

const OnlineStore = z.strictObject({
  ...type('OnlineStore'),
  '@id': url,
  name: text,
  url,
  logo: url,
  legalName: text.optional(),
  sameAs: z.array(url).min(1).optional(),
  contactPoint: z.strictObject({
    ...type('ContactPoint'),
    contactType: text,
    email: z.email(),
    telephone: text.optional(),
  }),
})

const WebSite = z.strictObject({
  ...type('WebSite'),
  '@id': url,
  name: text,
  url,
  inLanguage: tag,
  publisher: reference,
  potentialAction: z.strictObject({
    ...type('SearchAction'),
    target: z.strictObject({ ...type('EntryPoint'), urlTemplate: z.string().includes('{search_term_string}') }),
    'query-input': z.literal('required name=search_term_string'),
  }),
})

const WebPage = z.strictObject({
  '@type': z.enum(['WebPage', 'ItemPage', 'CollectionPage', 'AboutPage', 'ContactPage']),
  '@id': url,
  url,
  name: text,
  description: text.optional(),
  inLanguage: tag,
  isPartOf: reference,
})

const NewsArticle = z.strictObject({
  ...type('NewsArticle'),
  headline: text.max(150),
  description: text.optional(),
  image: url,
  url,
  inLanguage: tag,
  datePublished: moment,
  author: z.strictObject({ ...type('Organization'), name: text }),
  publisher: reference,
  mainEntityOfPage: reference,
})

const NODES = { Product, BreadcrumbList, ItemList, OnlineStore, WebSite, WebPage, NewsArticle }
type NodeName = keyof typeof NODES

const Graph = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.union(Object.values(NODES))).min(1),
})

export type PageKind = 'home' | 'category' | 'product' | 'news' | 'newsList' | 'content' | 'form'

/** The nodes that each kind of page must have, in their order. */
const WANTED: Record<PageKind, NodeName[]> = {
  home: ['WebPage', 'WebSite', 'OnlineStore', 'ItemList'],
  category: ['WebPage', 'BreadcrumbList', 'ItemList'],
  product: ['WebPage', 'BreadcrumbList', 'Product'],
  news: ['WebPage', 'BreadcrumbList', 'NewsArticle'],
  newsList: ['WebPage', 'BreadcrumbList'],
  content: ['WebPage', 'BreadcrumbList'],
  form: ['WebPage'],
}

const PAGE_TYPE = /^(Item|Collection|About|Contact)Page$/

/** Every reason why this is not the structured data of such a page; empty: it is. */
export function faultsOf(data: unknown, kind: PageKind): string[] {
  const parsed = Graph.safeParse(data)
  const nodes = ((data as { '@graph'?: { '@type': string }[] })['@graph'] ?? []).map((node) => node['@type'])
  const named = nodes.map((name) => name.replace(PAGE_TYPE, 'WebPage'))
  const faults = parsed.success ? [] : deepest(data).concat(z.prettifyError(parsed.error)).slice(0, 5)
  if (named.join() !== WANTED[kind].join()) faults.push(`a ${kind} page has ${nodes}, not ${WANTED[kind]}`)
  return faults
}

/** What is wrong with each node by the schema of its own type: a union only says that none of its members fits. */
function deepest(data: unknown): string[] {
  const nodes = (data as { '@graph'?: { '@type': string }[] })['@graph'] ?? []
  return nodes.flatMap((node) => {
    const schema = NODES[node['@type'].replace(PAGE_TYPE, 'WebPage') as NodeName]
    const result = schema?.safeParse(node)
    if (!result) return [`${node['@type']} is not expected on any page`]
    return result.success ? [] : [`${node['@type']}: ${z.prettifyError(result.error)}`]
  })
}
