// The news as a feed: RSS 2.0 in the language that the address names.
import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { FairQueue } from '#platform/fair-queue.ts'
import { clientSite } from '#platform/http/client-address.ts'
import { ClientLimit } from '#platform/http/client-limit.ts'
import { comeAgain, refuseBusy } from '#platform/http/refuse-busy.ts'
import { NO_CONTENT_POLICY } from '#platform/http/security.ts'
import { chooseLocale, type Offered } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { escapeMarkup } from '#platform/markup.ts'
import { type NewsRow, newsRows } from './store.ts'

const MOST = 20
const PATH = '/news/rss.xml'

const READS = { atOnce: 2, atOncePerClient: 1, waiting: 64, waitingPerClient: 16 }

export interface FeedOptions {
  db: Database
  shopName: () => string
  /** https://shop.example, without a trailing slash. */
  origin: () => string
  languages: () => Offered
  /** How often one client may ask for it in a minute. */
  perMinute: number
}

/** GET /news/rss.xml?lang=de; a language that the shop does not speak is answered in its default. */
export function newsFeed({ db, shopName, origin, languages, perMinute }: FeedOptions) {
  const limit = new ClientLimit(perMinute)
  const queue = new FairQueue(READS)

  async function read(request: Request, searchParams: URLSearchParams): Promise<Response> {
    const offered = languages()
    const { code, tag } = chooseLocale({ lang: searchParams.get('lang') }, offered)
    const rows = await newsRows(db, code, { offset: 0, limit: MOST })
    const t = serverWords(code)
    const address = (path: string) =>
      code === offered.first.code
        ? `${origin()}${path}`
        : `${origin()}${path}${path.includes('?') ? '&' : '?'}lang=${code}`
    const feed = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
      '<channel>',
      element('title', t('feed.title', { shop: shopName() })),
      element('link', address('/news')),
      element('description', t('feed.description', { shop: shopName() })),
      element('language', tag),
      `<atom:link href="${escaped(address(PATH))}" rel="self" type="application/rss+xml"/>`,
      ...(rows[0] ? [element('lastBuildDate', rows[0].publishedAt.toUTCString())] : []),
      ...rows.map((row) => item(row, address(`/newsInfo?id=${row.id}`))),
      '</channel>',
      '</rss>\n',
    ].join('\n')
    return serve(request, feed, rows[0]?.publishedAt)
  }

  return async function answer(request: Request, { address }: { address: string }): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== PATH) return undefined
    const seconds = limit.count(address, Date.now())
    if (seconds > 0) return comeAgain(429, seconds)
    return queue.run(clientSite(address), () => read(request, searchParams), request.signal).catch(refuseBusy)
  }
}

function item(row: NewsRow, link: string): string {
  return [
    '<item>',
    element('title', row.title),
    element('link', link),
    `<guid isPermaLink="true">${escaped(link)}</guid>`,
    element('pubDate', row.publishedAt.toUTCString()),
    element('dc:creator', row.author),
    ...(row.abstractInfo ? [element('description', row.abstractInfo)] : []),
    '</item>',
  ].join('\n')
}

function serve(request: Request, feed: string, newest: Date | undefined): Response {
  const etag = `"${createHash('sha1').update(feed).digest('base64url')}"`
  const headers = new Headers({
    etag,
    'cache-control': 'public, max-age=300',
    'content-security-policy': NO_CONTENT_POLICY,
    ...(newest && { 'last-modified': newest.toUTCString() }),
  })
  // By the validator only: a piece that was corrected keeps its date, so the date does not tell.
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', 'application/rss+xml; charset=utf-8')
  return new Response(feed, { headers })
}

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

// What XML 1.0 has no place for, not even as a reference.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string) => escapeMarkup(text.replace(NO_XML, ''))
