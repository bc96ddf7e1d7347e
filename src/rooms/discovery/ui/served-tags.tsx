import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { CONTENT_ID } from '#browser/page-main.tsx'
import type { Locale } from '#platform/i18n/locales.ts'
import { offeredHere, siteFacts } from '#platform/i18n/site-facts.ts'
import { territory } from './territory.ts'
import { THEME_COLOURS } from './theme-colours.ts'

/**
 * Tags of the head that are the same on every page of a language. The router keeps one tag of a name, and of these there
 * are several. The browser has them from the server and never needs them again.
 */
export const ServedTags: (props: { locale: Locale }) => ReactNode = createIsomorphicFn()
  .server(({ locale }: { locale: Locale }): ReactNode => {
    const { locales, first } = offeredHere()
    const { logo, colours } = siteFacts()
    const lang = locale.code === first.code ? '' : `?lang=${locale.code}`
    return (
      <>
        {/* What stands above the page is painted whole or not yet: half of it would move when the rest arrives. */}
        <link rel="expect" href={`#${CONTENT_ID}`} blocking="render" />
        <meta
          name="theme-color"
          content={THEME_COLOURS.light}
          media="(prefers-color-scheme: light)"
          data-theme="light"
        />
        <meta name="theme-color" content={THEME_COLOURS.dark} media="(prefers-color-scheme: dark)" data-theme="dark" />
        {colours && <link rel="stylesheet" href={colours} precedence="default" />}
        <link rel="manifest" href={`/manifest.webmanifest${lang}`} />
        {/* What was uploaded has no drawing that browsers could prefer to its pixels. */}
        {!logo && <link rel="icon" type="image/svg+xml" href="/media/icons/mark.svg" />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/media/icons/apple-180.png" />
        {locales
          .filter(({ code }) => code !== locale.code)
          .map(({ code, tag }) => (
            <meta key={code} property="og:locale:alternate" content={territory(tag)} />
          ))}
      </>
    )
  })
  .client((_: { locale: Locale }): ReactNode => null)
