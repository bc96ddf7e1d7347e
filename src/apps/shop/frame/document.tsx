import { getRouteApi, HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterLink } from '#browser/router-link.tsx'
import { translator, WordsProvider } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { ServedTags } from '#rooms/discovery/ui/served-tags.tsx'
import { LinkProvider } from '#ui/link.tsx'

const root = getRouteApi('__root__')

/** The HTML document, around whatever is shown: a page, or the news that there is none. */
export function Document({ children }: { children: ReactNode }) {
  const { locale, currency, mode, cookieDomain } = root.useRouteContext()
  return (
    <html
      lang={locale.tag}
      dir={locale.dir}
      data-locale={locale.code}
      data-currency={currency}
      data-mode={mode}
      data-cookie-domain={cookieDomain}
      data-site={JSON.stringify(siteFacts())}
      className="[--header-height:--spacing(14)] lg:[--header-height:--spacing(17)]"
      // The theme script adds its attribute before React comes alive.
      suppressHydrationWarning
    >
      <head>
        <HeadContent />
        <ServedTags locale={locale} />
      </head>
      <body>
        <WordsProvider value={translator(locale)}>
          <LinkProvider value={RouterLink}>{children}</LinkProvider>
        </WordsProvider>
        <Scripts />
      </body>
    </html>
  )
}
