import { createRootRouteWithContext } from '@tanstack/react-router'
import { callOr } from '#browser/calls.ts'
import { messagesUrl } from '#platform/i18n/messages.ts'
import { NO_WEBSITE } from '#rooms/content/ui/no-website.ts'
import { shelved } from '#rooms/products/wire.ts'
import { preloadedFonts } from '#ui/fonts.ts'
import { Document } from '../frame/document.tsx'
import { headScripts } from '../frame/head-scripts.ts'
import { Shell } from '../frame/shell.tsx'
import theme from '../shop.css?url'
import type { VisitorContext } from '../visitor.ts'

export const Route = createRootRouteWithContext<VisitorContext>()({
  loader: async () => {
    const [navigation, currencies, languages, website, methods] = await Promise.all([
      callOr('GET /api/home/navigationBar', {}, []),
      callOr('GET /api/home/rate', {}, []),
      callOr('GET /api/home/language', {}, []),
      callOr('GET /api/website/shell', {}, NO_WEBSITE),
      callOr('GET /api/check/paymentlist', {}, []),
    ])
    // The server's year: a browser whose clock says otherwise still shows what it was sent.
    return {
      navigation: navigation.map(shelved),
      currencies,
      languages,
      website,
      // Each with the name of its first method; what only members can pay by is no way for who reads this.
      providers: methods.flatMap(({ type, name, img, imgWidth, imgAlt, forMembers }, at) =>
        !forMembers && methods.findIndex((other) => other.type === type) === at
          ? [{ type, name, img, imgWidth, imgAlt }]
          : [],
      ),
      year: new Date().getUTCFullYear(),
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ match: { context } }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      { rel: 'stylesheet', href: theme },
      { rel: 'preload', href: messagesUrl(context.locale.code), as: 'fetch', crossOrigin: 'anonymous' },
      ...preloadedFonts(context.locale.tag).map((href) => {
        return { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const }
      }),
    ],
    scripts: headScripts(),
  }),
  shellComponent: Document,
  component: Shell,
})
