import { createRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { parseSearch, stringifySearch } from '#browser/search-params.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { requestScope } from '#platform/request-scope.ts'
import { ErrorPage } from './frame/error-page.tsx'
import { NotFoundPage } from './frame/not-found-page.tsx'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { routeTree } from './routeTree.gen.ts'
import type { VisitorContext } from './visitor.ts'

const readContext = createIsomorphicFn()
  .server((): VisitorContext => {
    const scope = requestScope.getStore()
    if (!scope) throw new Error('a rendering outside of a request')
    return {
      locale: findLocale(scope.locale) ?? DEFAULT_LOCALE,
      currency: scope.currency,
      origin: scope.origin,
      mode: scope.mode,
      cookieDomain: scope.cookieDomain,
    }
  })
  .client((): VisitorContext => {
    const { locale, currency, mode, cookieDomain } = document.documentElement.dataset
    return {
      locale: findLocale(locale) ?? DEFAULT_LOCALE,
      currency: currency ?? 'USD',
      origin: location.origin,
      mode: mode === 'live' ? 'live' : 'demo',
      cookieDomain,
    }
  })

const readNonce = createIsomorphicFn()
  .server(() => requestScope.getStore()?.nonce)
  .client((): string | undefined => undefined)

/** Another page's frame shows at once, unless the page itself is as quick. */
const FRAME_AFTER_MS = 60

export function getRouter() {
  const router = createRouter({
    routeTree,
    // Marks the scripts that the renderer makes itself; taken out again before the page is sent (http/finish-page.ts).
    ssr: { nonce: readNonce() },
    context: readContext(),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultStaleTime: 30_000,
    defaultPendingMs: FRAME_AFTER_MS,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })
  // The same page with other filters changes in place: what it showed stays, dimmed, until the rest is there.
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? FRAME_AFTER_MS : Number.POSITIVE_INFINITY
  })
  return router
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The server's page is the same whatever the query says: only the browser reads it. */
    searchOfBrowser?: true
  }
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
