// The words of a sitemap (sitemaps.org 0.9, with Google's alternates): pure, piece by piece, so that no file is ever whole
// in memory.

import { pageAddress } from '#browser/page-links.ts'
import type { Locale, Offered } from '#platform/i18n/locales.ts'
import { escapeMarkup } from '#platform/markup.ts'

export interface Entry {
  path: string
  /** When what the page shows last changed; only where that is known. */
  changed?: Date
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
// A piece of some 130 kB: large enough to compress well, small enough to wait for a slow reader.
const ENTRIES_PER_PIECE = 50

/** One language's pages, each naming itself and its siblings in the other languages. */
export function* urlSet(
  origin: string,
  locale: Locale,
  offered: Offered,
  entries: readonly Entry[],
): Generator<string> {
  yield `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (let at = 0; at < entries.length; at += ENTRIES_PER_PIECE) {
    let piece = ''
    for (const entry of entries.slice(at, at + ENTRIES_PER_PIECE)) piece += url(origin, locale, offered, entry)
    yield piece
  }
  yield '</urlset>\n'
}

function url(origin: string, locale: Locale, offered: Offered, { path, changed }: Entry): string {
  const address = (code: string) => escapeMarkup(pageAddress(origin, path, code, offered))
  const alternate = (tag: string, code: string) =>
    `<xhtml:link rel="alternate" hreflang="${tag}" href="${address(code)}"/>`
  return (
    `<url><loc>${address(locale.code)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}` +
    `${offered.locales.map(({ tag, code }) => alternate(tag, code)).join('')}${alternate('x-default', offered.first.code)}</url>\n`
  )
}

/** Which files there are. */
export function* sitemapIndex(addresses: readonly string[]): Generator<string> {
  yield `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
  for (const address of addresses) yield `<sitemap><loc>${escapeMarkup(address)}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}
