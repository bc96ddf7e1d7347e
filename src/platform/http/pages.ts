// Pages: from the cache when they are the same for everybody, rendered in-process otherwise. Hits cost nothing and are
// never refused; renders are few at a time, shared fairly between clients, and bounded.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FairQueue, NobodyWaits, QueueFull } from '../fair-queue.ts'
import { chooseLocale, type Locale, type Offered } from '../i18n/locales.ts'
import { clientSite } from './client-address.ts'
import { ClientLimit } from './client-limit.ts'
import { readCookie } from './cookies.ts'
import { type LastPage, lastPages } from './last-pages.ts'
import { type PageAddress, type Refusal, readAddress } from './one-address.ts'
import { send } from './page-answers.ts'
import { type CachedPage, PageCache, type RenderedPage } from './page-cache.ts'
import { previewIn } from './page-preview.ts'
import { forNobodyElse, renderPage } from './page-render.ts'
import { ALL_PAGES } from './page-tags.ts'
import { type PreviewOptions, servesPreviews } from './serve-preview.ts'

export interface PagesOptions extends PreviewOptions {
  isCurrency: (code: string) => boolean
  /** Currency of a visitor who has chosen none (specification §4). */
  firstCurrency: (locale: Locale) => string
  /** Those that visitors may choose. */
  languages: () => Offered
  /** The paths that are written with capitals. */
  mixedCase: readonly string[]
  /** The query put right where it says something that the page cannot read as it stands; undefined: nothing is wrong. */
  properQuery: (path: string, query: URLSearchParams) => string | undefined
  /** Pages that one client may have rendered for him in a minute. */
  rendersPerMinute: number
  /** Whether the database answers nobody now: no page can be made anew. */
  isAway: () => boolean
  count: (how: 'hit' | 'stale' | 'miss' | 'refused') => void
}

/** A render takes some 20 ms of one core and waits for the database in between; a client's own line is 16 × 20 ms long. */
const RENDERS = { atOnce: 4, atOncePerClient: 2, waiting: 64, waitingPerClient: 16 }

/** The pages and their three forms that are kept in memory. */
const CACHE = {
  maxBytes: 48 * 1024 * 1024,
  maxAgeMs: 60_000,
  otherMaxBytes: 4 * 1024 * 1024,
  otherMaxAgeMs: 10_000,
  atOnce: RENDERS.atOnce,
}

const REFUSED: Record<Refusal, LastPage> = { 400: 'badAddress', 414: 'longAddress' }

export interface Pages {
  serve(req: IncomingMessage, res: ServerResponse): void
  drop(tags: string[]): void
}

/** Decision D6: `?lang`, the cookie, Accept-Language, the shop's default. */
export function localeOf(req: IncomingMessage, offered: Offered): Locale {
  const lang = /[?&]lang=([\w-]{1,10})(?:&|$)/.exec(req.url ?? '')?.[1]
  const { cookie, 'accept-language': acceptLanguage } = req.headers
  return chooseLocale({ lang, cookie: readCookie(cookie, 'locale'), acceptLanguage }, offered)
}

/** The visitor's choice, else what goes with the language (specification §4). */
export function currencyOf(
  req: IncomingMessage,
  locale: Locale,
  { isCurrency, firstCurrency }: Pick<PagesOptions, 'isCurrency' | 'firstCurrency'>,
): string {
  const chosen = readCookie(req.headers.cookie, 'currencyType')
  return chosen && isCurrency(chosen) ? chosen : firstCurrency(locale)
}

/** `now`: milliseconds by a clock that nobody sets: pages kept by one that is set back would last for as long again. */
export function createPages(options: PagesOptions, now: () => number = () => performance.now()): Pages {
  const cache = new PageCache(CACHE)
  const queue = new FairQueue(RENDERS)
  const limit = new ClientLimit(options.rendersPerMinute)
  const say = lastPages({
    securityHeaders: options.securityHeaders,
    localeOf: (req) => localeOf(req, options.languages()),
    shopName: () => options.site().name,
  })
  const servePreview = servesPreviews(options, {
    ...{ queue, limit, say },
    currencyOf: (req, locale) => currencyOf(req, locale, options),
  })

  function lastKnown(key: string) {
    const page = cache.lastKnown(key)
    return page && forNobodyElse(page)
  }

  function miss(req: IncomingMessage, res: ServerResponse, key: string, work: () => Promise<RenderedPage>) {
    const known = options.isAway() ? lastKnown(key) : undefined
    if (known) {
      options.count('stale')
      return send(req, res, known)
    }
    const address = options.addressOf(req)
    if (!cache.isRendering(key)) {
      const seconds = limit.count(address, Date.now())
      if (seconds > 0) return busy(req, res, key, 429, seconds)
    }
    options.count('miss')
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const rendered = cache.render(key, () => queue.run(clientSite(address), work, gone.signal), now)
    rendered.then(
      (page) => send(req, res, page.status >= 500 ? (lastKnown(key) ?? page) : asRendered(page)),
      (err) => {
        if (err instanceof QueueFull) return busy(req, res, key, err.whose === 'client' ? 429 : 503, 2)
        // The request that began this render is gone; one that waited for the same page begins its own.
        if (err instanceof NobodyWaits) return res.destroyed ? undefined : miss(req, res, key, work)
        const last = lastKnown(key)
        options.log.error({ err }, 'a page could not be rendered')
        if (last) send(req, res, last)
        else say(req, res, 500, 'wrong')
      },
    )
  }

  function elsewhere(res: ServerResponse, location: string, status: 301 | 307 = 301) {
    const headers = { location, 'cache-control': 'public, max-age=3600', ...options.securityHeaders }
    res.writeHead(status, headers).end()
  }

  /** An outdated page is better than none. */
  function busy(req: IncomingMessage, res: ServerResponse, key: string, status: 429 | 503, seconds: number) {
    options.count('refused')
    const last = lastKnown(key)
    if (last) send(req, res, last)
    else say(req, res, status, 'busy', { 'retry-after': String(seconds) })
  }

  return {
    drop: (tags) => (tags.includes(ALL_PAGES) ? cache.clear() : cache.drop(tags)),
    serve(req, res) {
      const offered = options.languages()
      const address = readAddress(req.url!, options.mixedCase, offered)
      if ('refused' in address) return say(req, res, address.refused, REFUSED[address.refused])
      if ('moved' in address) return elsewhere(res, address.moved)
      const token = options.previews && previewIn(address.query)
      if (token) return servePreview(req, res, address, token)
      const proper =
        address.query.length > 1 ? options.properQuery(address.path, new URLSearchParams(address.query)) : undefined
      if (proper !== undefined) return elsewhere(res, address.path + proper, 307)
      const locale = localeOf(req, offered)
      const currency = currencyOf(req, locale, options)
      const url = canonicalUrl(address, options.knownQuery)
      // A demo shop is called by several names, and a page says its own.
      const key = `${locale.code} ${currency} ${options.origin()}${url}`
      const found = cache.peek(key, now())
      keepLanguage(req, res, locale, options.cookieDomain)
      const work = () => renderPage(options, { url, plainPath: address.plainPath, locale: locale.code, currency })
      if (!found) return miss(req, res, key, work)
      options.count(found.stale ? 'stale' : 'hit')
      send(req, res, asKept(found))
      // In the shop's own name: the visitor has his page, and a crawler who came by waits for nothing.
      if (found.stale && !cache.isRendering(key) && !options.isAway())
        cache
          .render(key, () => queue.run('the shop', work), now)
          .catch((err) => {
            if (!(err instanceof QueueFull)) options.log.error({ err }, 'a page could not be refreshed')
          })
    },
  }
}

/** Past its age it may show what has ended meanwhile: a cache in front is not to keep that for minutes more. */
const asKept = ({ page, stale }: { page: CachedPage; stale: boolean }) => (stale ? forNobodyElse(page) : page)

/** A change while the page was rendered is told to a cache in front before it has the page: it would keep it all the same. */
const asRendered = (page: CachedPage) => (page.outdated ? forNobodyElse(page) : page)

/** What the page's content depends on: unknown parameters of an address make no page of their own. */
function canonicalUrl({ path, query }: PageAddress, knownQuery: PagesOptions['knownQuery']): string {
  if (query === '' || query === '?') return path
  const said = new URLSearchParams(query)
  const known = knownQuery(path, said)
  const lang = said.get('lang')
  // Where the page leads on to its new address, the language goes with it.
  return path + (lang ? `${known}${known ? '&' : '?'}lang=${lang}` : known)
}

/** `?lang=` is a choice that lasts: the next pages, and the one after paying, are in the same language. */
function keepLanguage(req: IncomingMessage, res: ServerResponse, locale: Locale, cookieDomain: string | undefined) {
  if (!req.url?.includes('lang=') || readCookie(req.headers.cookie, 'locale') === locale.code) return
  const domain = cookieDomain ? `; Domain=${cookieDomain}` : ''
  res.setHeader('set-cookie', `locale=${locale.code}; Path=/; Max-Age=31536000; SameSite=Lax${domain}`)
}
