// Pages: from the cache when they are the same for everybody, rendered in-process otherwise. Hits cost nothing and are
// never refused; renders are few at a time, shared fairly between clients, and bounded.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AWAY_RETRY_SECONDS } from '../database/connection.ts'
import { FairQueue, NobodyWaits, QueueFull } from '../fair-queue.ts'
import { chooseLocale, findLocale, type Locale } from '../i18n/locales.ts'
import type { Log } from '../log.ts'
import { type RequestScope, requestScope } from '../request-scope.ts'
import { clientNetwork } from './client-address.ts'
import { ClientLimit } from './client-limit.ts'
import { readCookie } from './cookies.ts'
import { type PageAddress, type Refusal, readAddress } from './one-address.ts'
import { type CachedPage, PageCache, type RenderedPage } from './page-cache.ts'
import { ALL_PAGES } from './page-tags.ts'
import { START_SCRIPT, scriptsLater } from './scripts-later.ts'
import { contentSecurityPolicy } from './security.ts'
import { drawNonce, hashOf, trustedScripts } from './trusted-scripts.ts'
import { isUnchanged } from './validators.ts'

export interface PagesOptions {
  /** The built renderer. */
  render: (request: Request) => Promise<Response>
  api: RequestScope['api']
  mode: RequestScope['mode']
  cookieDomain: RequestScope['cookieDomain']
  site: () => RequestScope['site']
  origin: () => string
  isCurrency: (code: string) => boolean
  /** The paths that are written with capitals. */
  mixedCase: readonly string[]
  /** The paths at and below which a page comes to show what belongs to one visitor: it is left behind on no shared computer. */
  personal: readonly string[]
  /** What the page at this path makes of its query: its canonical form with `?`, or empty. What it does not know is left out. */
  knownQuery: (path: string, query: URLSearchParams) => string
  /** The query put right where it says something that the page cannot read as it stands; undefined: nothing is wrong. */
  properQuery: (path: string, query: URLSearchParams) => string | undefined
  securityHeaders: Record<string, string>
  /** Pages that one client may have rendered for him in a minute. */
  rendersPerMinute: number
  addressOf: (req: IncomingMessage) => string
  /** Whether the database answers nobody now: no page can be made anew. */
  isAway: () => boolean
  count: (how: 'hit' | 'stale' | 'miss' | 'refused') => void
  log: Log
}

/** The pages and their three forms that are kept in memory. */
const CACHE = {
  maxBytes: 48 * 1024 * 1024,
  maxAgeMs: 60_000,
  otherMaxBytes: 4 * 1024 * 1024,
  otherMaxAgeMs: 10_000,
}

/** A render takes some 20 ms of one core and waits for the database in between; a client's own line is 16 × 20 ms long. */
const RENDERS = { atOnce: 4, atOncePerClient: 2, waiting: 64, waitingPerClient: 16 }

export interface Pages {
  serve(req: IncomingMessage, res: ServerResponse): void
  drop(tags: string[]): void
}

/** Decision D6: `?lang`, the cookie, Accept-Language, en-US. */
export function localeOf(req: IncomingMessage): Locale {
  const lang = /[?&]lang=([\w-]{1,10})(?:&|$)/.exec(req.url ?? '')?.[1]
  const { cookie, 'accept-language': acceptLanguage } = req.headers
  return chooseLocale({ lang, cookie: readCookie(cookie, 'locale'), acceptLanguage })
}

/** The visitor's choice, else what goes with the language (specification §4). */
export function currencyOf(req: IncomingMessage, locale: Locale, isCurrency: (code: string) => boolean): string {
  const chosen = readCookie(req.headers.cookie, 'currencyType')
  return chosen && isCurrency(chosen) ? chosen : locale.currency
}

export function createPages(options: PagesOptions): Pages {
  const cache = new PageCache(CACHE)
  const queue = new FairQueue(RENDERS)
  const limit = new ClientLimit(options.rendersPerMinute)
  const startScriptHash = hashOf(START_SCRIPT)

  async function render(url: string, plainPath: string, locale: string, currency: string): Promise<RenderedPage> {
    const tags = new Set<string>()
    const { mode, cookieDomain } = options
    let isUnavailable = false
    const api: RequestScope['api'] = async (request) => {
      const answer = await options.api(request)
      if (answer.status === 503) isUnavailable = true
      return answer
    }
    const origin = options.origin()
    const nonce = drawNonce()
    const request = new Request(new URL(url, origin), { headers: { accept: 'text/html' } })
    const site = options.site()
    const scope: RequestScope = { api, locale, currency, origin, mode, cookieDomain, site, nonce, tags }
    const answer = await requestScope.run(scope, () => options.render(request))
    const own = trustedScripts(withoutClock(await answer.text()), nonce)
    const html = scriptsLater(own.html)
    const personal = options.personal.some((path) => plainPath === path || plainPath.startsWith(`${path}/`))
    const location = answer.headers.get('location')
    // The page says in words that something went wrong; machines must hear that it is the shop, and for a moment.
    const status = isUnavailable && answer.status >= 500 ? 503 : answer.status
    return {
      status,
      html,
      tags: scope.incomplete ? [] : [...tags],
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': findLocale(locale)?.tag ?? locale,
        'content-security-policy': contentSecurityPolicy(
          html === own.html ? own.hashes : [...own.hashes, startScriptHash],
        ),
        ...(personal || scope.incomplete ? FOR_ONE : forAll(status, [...tags])),
        vary: 'accept-encoding, accept-language, cookie',
        ...(location && { location }),
        ...(status === 503 && { 'retry-after': String(AWAY_RETRY_SECONDS) }),
        ...options.securityHeaders,
      },
    }
  }

  function miss(req: IncomingMessage, res: ServerResponse, key: string, work: () => Promise<RenderedPage>) {
    const known = options.isAway() ? cache.lastKnown(key) : undefined
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
    const rendered = cache.render(key, () => queue.run(clientNetwork(address), work, gone.signal), Date.now)
    rendered.then(
      (page) => send(req, res, page.status >= 500 ? (cache.lastKnown(key) ?? page) : page),
      (err) => {
        if (err instanceof QueueFull) return busy(req, res, key, err.whose === 'client' ? 429 : 503, 2)
        // He who asked first has gone; whoever asked for the same meanwhile asks for himself.
        if (err instanceof NobodyWaits) return res.destroyed ? undefined : miss(req, res, key, work)
        const last = cache.lastKnown(key)
        options.log.error({ err }, 'a page could not be rendered')
        if (last) send(req, res, last)
        else say(res, 500, LAST_RESORT)
      },
    )
  }

  /** An outdated page is better than none. */
  function busy(req: IncomingMessage, res: ServerResponse, key: string, status: 429 | 503, seconds: number) {
    options.count('refused')
    const last = cache.lastKnown(key)
    if (last) send(req, res, last)
    else say(res, status, BUSY, { 'retry-after': String(seconds) })
  }

  function say(res: ServerResponse, status: number, html: string, headers: Record<string, string> = {}) {
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy([]),
      'cache-control': 'no-store',
      ...options.securityHeaders,
      ...headers,
    })
    res.end(html)
  }

  function elsewhere(res: ServerResponse, location: string, status: 301 | 307 = 301) {
    const headers = { location, 'cache-control': 'public, max-age=3600', ...options.securityHeaders }
    res.writeHead(status, headers).end()
  }

  return {
    drop: (tags) => (tags.includes(ALL_PAGES) ? cache.clear() : cache.drop(tags)),
    serve(req, res) {
      const address = readAddress(req.url!, options.mixedCase)
      if ('refused' in address) return say(res, address.refused, REFUSALS[address.refused])
      if ('moved' in address) return elsewhere(res, address.moved)
      const proper =
        address.query.length > 1 ? options.properQuery(address.path, new URLSearchParams(address.query)) : undefined
      if (proper !== undefined) return elsewhere(res, address.path + proper, 307)
      const locale = localeOf(req)
      const currency = currencyOf(req, locale, options.isCurrency)
      const url = canonicalUrl(address, options.knownQuery)
      // A demo shop is called by several names, and a page says its own.
      const key = `${locale.code} ${currency} ${options.origin()}${url}`
      const found = cache.peek(key, Date.now())
      keepLanguage(req, res, locale, options.cookieDomain)
      const work = () => render(url, address.plainPath, locale.code, currency)
      if (!found) return miss(req, res, key, work)
      options.count(found.stale ? 'stale' : 'hit')
      send(req, res, found.page)
      // In the shop's own name: the visitor has his page, and a crawler who came by waits for nothing.
      if (found.stale && !cache.isRendering(key) && !options.isAway())
        cache
          .render(key, () => queue.run('the shop', work), Date.now)
          .catch((err) => {
            if (!(err instanceof QueueFull)) options.log.error({ err }, 'a page could not be refreshed')
          })
    },
  }
}

/** What the page's content depends on: unknown parameters of an address make no page of their own. */
function canonicalUrl({ path, query }: PageAddress, knownQuery: PagesOptions['knownQuery']): string {
  if (query === '' || query === '?') return path
  const said = new URLSearchParams(query)
  const known = knownQuery(path, said)
  const lang = said.get('lang')
  // Where the page leads on to its new address, the language goes with it.
  return path + (lang ? `${known}${known ? '&' : '?'}lang=${lang}` : known)
}

/** The renderer notes when it loaded what; the browser counts from when it got it, and the same content is the same bytes. */
function withoutClock(html: string): string {
  // Quotes within a text of the page are escaped there: `s:"` stands only where the renderer wrote it.
  return html.replace(/,u:\d{13},s:"/g, ',u:Date.now(),s:"')
}

const FOR_ONE = { 'cache-control': 'no-store', 'x-accel-expires': '0' }

// A key list longer than this is cut by caches in front, and then a change would not reach them.
const MOST_KEYS = 200

/** For a browser: ask again each time. For a cache in front: five minutes, dropped by the same tags as here. */
function forAll(status: number, tags: string[]): Record<string, string> {
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    ...(status === 200 &&
      tags.length <= MOST_KEYS && {
        'cdn-cache-control': 'max-age=300',
        'surrogate-control': 'max-age=300',
        'surrogate-key': tags.join(' '),
      }),
  }
}

/** `?lang=` is a choice that lasts: the next pages, and the one after paying, are in the same language. */
function keepLanguage(req: IncomingMessage, res: ServerResponse, locale: Locale, cookieDomain: string | undefined) {
  if (!req.url?.includes('lang=') || readCookie(req.headers.cookie, 'locale') === locale.code) return
  const domain = cookieDomain ? `; Domain=${cookieDomain}` : ''
  res.setHeader('set-cookie', `locale=${locale.code}; Path=/; Max-Age=31536000; SameSite=Lax${domain}`)
}

// Named, and not with the weight 0, which refuses it (RFC 9110 §12.5.3).
const BROTLI = /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i
const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i

function send(req: IncomingMessage, res: ServerResponse, page: CachedPage) {
  if (res.destroyed) return
  const accepts = req.headers['accept-encoding'] ?? ''
  const { body, etag, encoding } =
    (page.br && BROTLI.test(accepts) && page.br) || (page.gzip && GZIP.test(accepts) && page.gzip) || page.plain
  if (page.status === 200 && isUnchanged(req.headers['if-none-match'], etag)) {
    // What a cache keeps of the page it learns anew (RFC 9110 §15.4.5).
    const { 'content-type': _type, 'content-language': _language, ...headers } = page.headers
    res.writeHead(304, { ...headers, etag }).end()
    return
  }
  const headers: Record<string, string | number> = { ...page.headers, etag, 'content-length': body.length }
  if (encoding) headers['content-encoding'] = encoding
  res.writeHead(page.status, headers)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

const plainPage = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">Home</a></p></html>`

// Shown when even the error page cannot be rendered.
const LAST_RESORT = plainPage('Something went wrong', 'Please try again in a moment.')
const BUSY = plainPage('The shop is busy', 'Please try again in a moment.')
const REFUSALS: Record<Refusal, string> = {
  400: plainPage('This is no address of this shop', 'Please check what stands in the address bar.'),
  414: plainPage('This address is too long', 'Please check what stands in the address bar.'),
}
