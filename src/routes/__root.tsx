import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { I18nextProvider } from 'react-i18next'
import { messagesUrl, translator } from '#platform/i18n/messages.ts'
import { call } from '#shop/calls.ts'
import { THEME_SCRIPT } from '#shop/shell/theme.ts'
import theme from '#ui/theme.css?url'
import type { VisitorContext } from '../router.tsx'

export const Route = createRootRouteWithContext<VisitorContext>()({
  loader: async () => {
    const [navigation, currencies, languages] = await Promise.all([
      call('GET /api/home/navigationBar', {}),
      call('GET /api/home/rate', {}),
      call('GET /api/home/language', {}),
    ])
    return { navigation, currencies, languages }
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { title: 'Latchkey' },
    ],
    links: [
      { rel: 'stylesheet', href: theme },
      { rel: 'preload', href: messagesUrl(match.context.locale.code), as: 'fetch', crossOrigin: 'anonymous' },
    ],
    scripts: [{ children: THEME_SCRIPT }],
  }),
  component: Document,
})

function Document() {
  const { locale, currency, mode } = Route.useRouteContext()
  return (
    <html lang={locale.tag} dir={locale.dir} data-locale={locale.code} data-currency={currency} data-mode={mode} suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        <I18nextProvider i18n={translator(locale.code, locale.tag)}>
          <Outlet />
        </I18nextProvider>
        <Scripts />
      </body>
    </html>
  )
}
