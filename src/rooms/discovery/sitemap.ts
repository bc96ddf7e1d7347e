// The list of every page for crawlers: /sitemap.xml names the files, /sitemaps/{section}-{language}[-{stretch}].xml list
// pages. Products are cut into stretches of ids, not of places, so that a new product changes one file per language.
import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { FairQueue } from '#platform/fair-queue.ts'
import { clientSite } from '#platform/http/client-address.ts'
import { ClientLimit } from '#platform/http/client-limit.ts'
import { comeAgain, refuseBusy } from '#platform/http/refuse-busy.ts'
import { acceptsGzip, isUnchanged } from '#platform/http/validators.ts'
import type { Locale, Offered } from '#platform/i18n/locales.ts'
import { filledTypes, newsAddresses } from '#rooms/content/hands.ts'
import { CONTENT_PAGES, PAGE_TYPES } from '#rooms/content/rules.ts'
import { type Catalogue, productAddresses, productStretches } from '#rooms/products/hands.ts'
import { type Entry, sitemapIndex, urlSet } from './sitemap-xml.ts'

// With 19 alternates each a page takes some 2.6 kB: 5 MB a file, where 50 MB and 50,000 pages are allowed.
const STRETCH = 2_000
const MOST_NEWS = 2_000

/** A file is up to 2,000 rows read, and some 5 MB to be written. */
const READS = { atOnce: 2, atOncePerClient: 1, waiting: 64, waitingPerClient: 16 }

/** Pages whose words are part of the shop. */
const OWN_PAGES = ['/', '/news', '/wholesale', '/sale', '/feedback', '/withdraw']

const FILE = /^\/sitemaps\/(pages|categories|news|products)-([A-Za-z_-]{2,5})(?:-(\d{1,6}))?\.xml$/

// Raised when the same entries are written in another way.
const FORM = 1

export interface SitemapOptions {
  db: Database
  catalogue: Catalogue
  origin: () => string
  languages: () => Offered
  isSellerNamed: () => boolean
  /** Files that one client may ask for in a minute. */
  perMinute: number
}

export function createSitemap({ db, catalogue, origin, languages, isSellerNamed, perMinute }: SitemapOptions) {
  const limit = new ClientLimit(perMinute)
  const queue = new FairQueue(READS)

  async function index(request: Request): Promise<Response> {
    const stretches = await productStretches(db, STRETCH)
    const files = languages().locales.flatMap(({ code }) => [
      ...['pages', 'categories', 'news'].map((section) => `${section}-${code}`),
      ...stretches.map((stretch) => `products-${code}-${stretch}`),
    ])
    const addresses = files.map((file) => `${origin()}/sitemaps/${file}.xml`)
    return answer(request, addresses, () => sitemapIndex(addresses))
  }

  async function pages(): Promise<Entry[]> {
    const filled = await filledTypes(db, PAGE_TYPES)
    const written = CONTENT_PAGES.filter(({ type }) => filled.includes(type))
    const notice = isSellerNamed() ? ['/legal-notice'] : []
    return [...OWN_PAGES, ...notice, ...written.map(({ path }) => path)].map((path) => ({ path }))
  }

  function categories(): Entry[] {
    return [...catalogue.shelves.categories.values()].map(({ slug }) => ({ path: `/${slug}` }))
  }

  async function news(): Promise<Entry[]> {
    const rows = await newsAddresses(db, MOST_NEWS)
    return rows.map(({ id, publishedAt }) => ({ path: `/newsInfo?id=${id}`, changed: publishedAt }))
  }

  /** Undefined: nothing has such an id, now or ever before. */
  async function products(stretch: number): Promise<Entry[] | undefined> {
    const rows = await productAddresses(db, stretch * STRETCH, (stretch + 1) * STRETCH)
    if (rows.length === 0) return undefined
    const { categories: shelves } = catalogue.shelves
    return rows.flatMap(({ slug, categoryId }) => {
      const shelf = shelves.get(categoryId)
      return shelf ? [{ path: `/${shelf.slug}/${slug}` }] : []
    })
  }

  async function file(request: Request, section: string, locale: Locale, stretch: string | undefined) {
    // Only products are cut: `pages-de-0.xml` is no second name of `pages-de.xml`.
    if ((section === 'products') !== (stretch !== undefined) || /^0\d/.test(stretch ?? '')) return undefined
    const read = { pages, categories, news, products: () => products(Number(stretch)) }[section]
    const entries = await read?.()
    if (!entries) return undefined
    const offered = languages()
    return answer(request, [offered, locale.code, origin(), entries], () => urlSet(origin(), locale, offered, entries))
  }

  async function find(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    if (pathname === '/sitemap.xml') return index(request)
    const [, section, code, stretch] = FILE.exec(pathname) ?? []
    const locale = languages().locales.find((one) => one.code === code)
    return section && locale ? file(request, section, locale, stretch) : undefined
  }

  /** GET /sitemap.xml, GET /sitemaps/… */
  return async function respond(request: Request, { address }: { address: string }): Promise<Response | undefined> {
    const seconds = limit.count(address, Date.now())
    if (seconds > 0) return comeAgain(429, seconds)
    return queue.run(clientSite(address), () => find(request), request.signal).catch(refuseBusy)
  }
}

/** `from`: everything that the text is made of; the validator comes from it, so that 304 costs no writing. */
function answer(request: Request, from: unknown, write: () => Generator<string>): Response {
  const gzip = acceptsGzip(request.headers)
  const digest = createHash('sha1')
    .update(JSON.stringify([FORM, from]))
    .digest('base64url')
  const headers = new Headers({
    etag: `"${digest}${gzip ? '-gzip' : ''}"`,
    'cache-control': 'public, max-age=3600',
    vary: 'accept-encoding',
  })
  if (isUnchanged(request.headers.get('if-none-match'), headers.get('etag')!))
    return new Response(null, { status: 304, headers })
  headers.set('content-type', 'application/xml; charset=utf-8')
  if (gzip) headers.set('content-encoding', 'gzip')
  if (request.method === 'HEAD') return new Response(null, { headers })
  const text = textStream(write())
  return new Response(gzip ? text.pipeThrough(new CompressionStream('gzip')) : text, { headers })
}

/** The next piece is written when the reader wants it. */
function textStream(pieces: Generator<string>): ReadableStream<BufferSource> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}
