// Pages: from the cache when they are the same for everybody, rendered in-process otherwise.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseLocale, findLocale, type Locale } from '../i18n/locales.ts'
import type { Log } from '../log.ts'
import { type RequestScope, requestScope } from '../request-scope.ts'
import { readCookie } from './cookies.ts'
import { properAddress } from './one-address.ts'
import { type CachedPage, PageCache, type RenderedPage } from './page-cache.ts'
import { scriptsLater } from './scripts-later.ts'
import { contentSecurityPolicy } from './security.ts'

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
  securityHeaders: Record<string, string>
  count: (how: 'hit' | 'stale' | 'miss') => void
  log: Log
}

/** Below this, what a page comes to show belongs to one visitor, and is left behind on no shared computer. */
const PERSONAL = /^\/success-payment(\/|$)/

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
  const cache = new PageCache({ maxBytes: 48 * 1024 * 1024, maxAgeMs: 60_000 })

  async function render(url: string, locale: string, currency: string): Promise<RenderedPage> {
    const tags = new Set<string>()
    const { api, mode, cookieDomain } = options
    const origin = options.origin()
    const request = new Request(new URL(url, origin), { headers: { accept: 'text/html' } })
    const site = options.site()
    const scope: RequestScope = { api, locale, currency, origin, mode, cookieDomain, site, tags }
    const answer = await requestScope.run(scope, () => options.render(request))
    const html = scriptsLater(await answer.text())
    const kept = !scope.incomplete && !PERSONAL.test(url.split('?', 1)[0]!)
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      html,
      tags: kept && !location ? [...tags] : [],
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': findLocale(locale)?.tag ?? locale,
        'content-security-policy': contentSecurityPolicy(html),
        'cache-control': kept ? 'public, max-age=0, must-revalidate' : 'no-store',
        vary: 'accept-encoding, accept-language, cookie',
        ...(location && { location }),
        // For a cache in front: kept five minutes, dropped by the same tags as here.
        ...(kept &&
          answer.status === 200 && {
            'surrogate-control': 'max-age=300',
            'surrogate-key': [...tags].slice(0, 200).join(' '),
          }),
        ...options.securityHeaders,
      },
    }
  }

  return {
    drop: (tags) => (tags.includes('all') ? cache.clear() : cache.drop(tags)),
    serve(req, res) {
      const url = req.url!
      const proper = properAddress(url, options.mixedCase)
      if (proper) {
        const headers = { location: proper, 'cache-control': 'public, max-age=3600', ...options.securityHeaders }
        res.writeHead(301, headers).end()
        return
      }
      const locale = localeOf(req)
      const currency = currencyOf(req, locale, options.isCurrency)
      const key = `${locale.code} ${currency} ${url}`
      const now = Date.now()
      const work = () => cache.render(key, () => render(url, locale.code, currency), Date.now)
      const found = cache.peek(key, now)
      keepLanguage(req, res, locale, options.cookieDomain)
      if (found) {
        options.count(found.stale ? 'stale' : 'hit')
        send(req, res, found.page)
        if (found.stale) work().catch((err) => options.log.error({ err }, 'a page could not be refreshed'))
        return
      }
      options.count('miss')
      work().then(
        (page) => send(req, res, page),
        (err) => {
          options.log.error({ err }, 'a page could not be rendered')
          res.writeHead(500, { 'content-type': 'text/html; charset=utf-8', ...options.securityHeaders })
          res.end(LAST_RESORT)
        },
      )
    },
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
  const accepts = req.headers['accept-encoding'] ?? ''
  const [encoding, body] =
    page.br && BROTLI.test(accepts)
      ? ['br', page.br]
      : page.gzip && GZIP.test(accepts)
        ? ['gzip', page.gzip]
        : ['', page.plain]
  // One page has three forms: a validator that is to tell them apart names the form (RFC 9110 §8.8.3.3).
  const etag = encoding ? `${page.etag.slice(0, -1)}-${encoding}"` : page.etag
  if (page.status === 200 && req.headers['if-none-match'] === etag) {
    res.writeHead(304, { etag, 'cache-control': page.headers['cache-control']!, vary: page.headers.vary! }).end()
    return
  }
  const headers: Record<string, string | number> = { ...page.headers, etag, 'content-length': body.length }
  if (encoding) headers['content-encoding'] = encoding
  res.writeHead(page.status, headers)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

// Shown when even the error page cannot be rendered.
const LAST_RESORT =
  '<!doctype html><html lang="en"><title>Something went wrong</title><h1>Something went wrong</h1><p>Please try again in a moment.</p><p><a href="/">Home</a></p></html>'
