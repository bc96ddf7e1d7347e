// Renders one page in-process, in a scope of its own, and gives it the headers by which it is kept.
import { AWAY_RETRY_SECONDS } from '../database/connection.ts'
import { findLocale } from '../i18n/locales.ts'
import { type RequestScope, requestScope } from '../request-scope.ts'
import { finishPage } from './finish-page.ts'
import type { CachedPage, RenderedPage } from './page-cache.ts'
import { marked, PREVIEW_HEADERS, type ShownPreview } from './page-preview.ts'
import { contentSecurityPolicy } from './security.ts'
import { drawNonce } from './trusted-scripts.ts'

export interface RenderOptions {
  /** The built renderer. */
  render: (request: Request) => Promise<Response>
  ask: RequestScope['ask']
  mode: RequestScope['mode']
  cookieDomain: RequestScope['cookieDomain']
  site: () => RequestScope['site']
  origin: () => string
  /** The paths at and below which a page comes to show what belongs to one visitor: it is left behind on no shared computer. */
  personal: readonly string[]
  /** By path, the origins that a form of the page may lead to; others lead nowhere but to the shop. */
  formTargets?: Readonly<Record<string, readonly string[]>>
  securityHeaders: Record<string, string>
}

/** What is asked for, in its canonical form. */
export interface PageRequest {
  url: string
  plainPath: string
  locale: string
  currency: string
  /** Not as it is saved. */
  preview?: { token: string; shown: ShownPreview }
}

export async function renderPage(
  options: RenderOptions,
  { url, plainPath, locale, currency, preview }: PageRequest,
): Promise<RenderedPage> {
  const tags = new Set<string>()
  const { mode, cookieDomain } = options
  let isUnavailable = false
  const ask: RequestScope['ask'] = async (...asked) => {
    const outcome = await options.ask(...asked)
    if (outcome.status === 503) isUnavailable = true
    return outcome
  }
  const origin = options.origin()
  const nonce = drawNonce()
  const request = new Request(new URL(url, origin), { headers: { accept: 'text/html' } })
  const site = options.site()
  let whole: string | undefined
  const take = (html: string) => {
    whole = html
  }
  const scope: RequestScope = {
    ...{ ask, locale, currency, origin, mode, cookieDomain, site, nonce, tags, take },
    preview: preview?.token,
  }
  const answer = await requestScope.run(scope, () => options.render(request))
  const finished = finishPage(whole ?? (await answer.text()), nonce)
  const { html, hashes } = preview ? marked(finished, preview.shown) : finished
  const personal = options.personal.some((path) => plainPath === path || plainPath.startsWith(`${path}/`))
  const location = answer.headers.get('location')
  // The page says in words that something went wrong; machines must hear that it is the shop, and for a moment.
  const status = isUnavailable && answer.status >= 500 ? 503 : answer.status
  return {
    status,
    html,
    tags: scope.incomplete || preview ? [] : [...tags],
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': findLocale(locale)?.tag ?? locale,
      'content-security-policy': contentSecurityPolicy(hashes, options.formTargets?.[plainPath]),
      ...(personal || scope.incomplete || preview ? FOR_ONE : forAll(status, [...tags])),
      vary: 'accept-encoding, accept-language, cookie',
      ...(location && { location }),
      ...(status === 503 && { 'retry-after': String(AWAY_RETRY_SECONDS) }),
      ...options.securityHeaders,
      ...(preview && PREVIEW_HEADERS),
    },
  }
}

const FOR_ONE = { 'cache-control': 'no-store', 'x-accel-expires': '0' }

// A key list longer than this is cut by caches in front, and then a change would not reach them.
const MOST_KEYS = 200

/** Without what lets a cache in front keep it: that was told already, and only once, to forget this page. */
export function forNobodyElse(page: CachedPage): CachedPage {
  const { 'cdn-cache-control': _, 'surrogate-control': __, 'surrogate-key': ___, ...headers } = page.headers
  return { ...page, headers }
}

/** Seconds in a cache in front: of a page, and of what takes its place there: that it has moved, or that there is none. */
const KEPT = { page: 300, other: 10 }

/** For a browser: ask again each time. For a cache in front: so long, dropped by the same tags as here. */
function forAll(status: number, tags: string[]): Record<string, string> {
  const maxAge = `max-age=${status === 200 ? KEPT.page : KEPT.other}`
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    ...(status < 500 &&
      tags.length <= MOST_KEYS && {
        'cdn-cache-control': maxAge,
        'surrogate-control': maxAge,
        'surrogate-key': tags.join(' '),
      }),
  }
}
