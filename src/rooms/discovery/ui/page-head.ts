// The head of a page. Crawlers read what the server sends, so most of it is made there only and weighs nothing in the
// browser; a browser that moves on to the next page keeps title, description and canonical address up to date.
import { createIsomorphicFn } from '@tanstack/react-start'
import { canonicalLink } from '#browser/page-links.ts'
import { servedHead } from '../served-head.ts'
import type { About, Meta, Visitor } from './about.ts'

export interface HeadOf {
  match: { context: Visitor }
  /** From the root on. */
  matches: readonly { loaderData?: unknown }[]
}

export interface HeadPage {
  /** Title and description, in the page's language. */
  meta: Meta[]
  /** With the parameters that make it another page, without those that do not. Absent: search engines leave it out. */
  path?: string
  about?: About
  /** What this page alone asks for: it comes first. */
  links?: object[]
}

export function pageHead(
  { match: { context }, matches }: HeadOf,
  { meta, path, about = { kind: 'page' }, links = [] }: HeadPage,
) {
  const served = onServer(context, matches, meta, path, about)
  return {
    meta: [...meta, ...(path === undefined ? [{ name: 'robots', content: 'noindex' }] : []), ...served.meta],
    links: [...links, ...(path === undefined ? [] : [canonicalLink(context, path)]), ...served.links],
    scripts: served.scripts,
  }
}

const onServer = createIsomorphicFn()
  .server(servedHead)
  .client((): ReturnType<typeof servedHead> => ({ meta: [], links: [], scripts: [] }))

/** What only the server sent is about the page that was loaded: it goes when another one comes. */
export function forgetServedHead(): void {
  const served = '[hreflang],[property^="og:"],[name^="twitter:"],[type="application/ld+json"]'
  for (const tag of document.head.querySelectorAll(served)) tag.remove()
}
