// What the routes of the content pages have in common.
import { notFound } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { CallRefused, pageCall } from '#browser/calls.ts'
import type { Locale } from '#platform/i18n/locales.ts'
import { type TranslateMessage, translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import type { WebsiteInfo, WebsiteShell } from '../contract.ts'
import { CONTENT_PAGES, type ContentPageName } from '../rules.ts'

/** At once in the server's HTML; a promise when the visitor comes from another page: the frame need not wait for it. */
export type ComingInfo = WebsiteInfo | Promise<WebsiteInfo>

export function contentPage(name: ContentPageName) {
  return CONTENT_PAGES.find((page) => page.name === name)!
}

/** Loader of a content page; a page without a text does not exist. */
export async function loadContent(
  name: ContentPageName,
  { parentMatchPromise, abortController: { signal } }: LoaderContext,
): Promise<{ info: ComingInfo }> {
  const { type } = contentPage(name)
  const { website } = (await parentMatchPromise).loaderData ?? {}
  // None at all: it could not be had, or there is no such page either; the page's own call says which.
  if (website && website.pages.length > 0 && !website.pages.includes(type)) throw notFound()
  const coming = pageCall('GET /api/website/info/{type}', { params: { type } }, { signal })
  const info = await served(coming)
  if (info) return { info }
  // Whoever shows it hears of a failure; until then nobody needs to.
  coming.catch(() => {})
  return { info: coming }
}

/** The server's HTML has the text, or says that there is no such page. */
const served = createIsomorphicFn().server((coming: Promise<WebsiteInfo>) =>
  coming.catch((error: unknown) => {
    throw error instanceof CallRefused && error.status === 404 ? notFound() : error
  }),
)

interface LoaderContext {
  parentMatchPromise: Promise<{ loaderData?: { website: WebsiteShell } }>
  abortController: AbortController
}

const TYPES: Partial<Record<ContentPageName, 'AboutPage' | 'ContactPage'>> = {
  about: 'AboutPage',
  contact: 'ContactPage',
}

function descriptionOf(t: TranslateMessage, name: ContentPageName): string {
  const text = t(`content.descriptions.${name}`)
  return name === 'contact' && siteFacts().alwaysOpen ? `${text} ${t('content.descriptions.contactAlways')}` : text
}

/** What a content page says of itself. */
export function contentHead(name: ContentPageName, locale: Locale) {
  const t = translator(locale)
  return {
    path: contentPage(name).path,
    meta: [
      { title: t('content.headTitle', { name: t(`content.pages.${name}`) }) },
      { name: 'description', content: descriptionOf(t, name) },
    ],
    about: { kind: 'page' as const, type: TYPES[name], crumbs: [{ label: t(`content.pages.${name}`) }] },
  }
}

/** What the page says of itself that names the seller. */
export function legalNoticeHead(locale: Locale) {
  const t = translator(locale)
  const name = t('content.legal.title')
  return {
    path: '/legal-notice',
    meta: [
      { title: t('content.headTitle', { name }) },
      { name: 'description', content: t('content.legal.description') },
    ],
    about: { kind: 'page' as const, crumbs: [{ label: name }] },
  }
}
