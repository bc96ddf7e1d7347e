// Addresses, loaders and heads of the news pages.
import { notFound } from '@tanstack/react-router'
import { CallRefused, pageCall } from '#browser/calls.ts'
import { DEFAULT_LOCALE, type Locale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'
import { NEWS_PAGE_SIZE } from '../rules.ts'
import { type NewsDetail, type NewsItem, withClicks } from '../wire.ts'
import { articlePreload } from './wide-pictures.ts'

export interface NewsPage {
  rows: NewsItem[]
  total: number
}

/** At once in the server's HTML; a promise when the visitor comes from another page. */
export type ComingNews = NewsPage | Promise<NewsPage>

/** A page number of the address; everything that is none is page 1. */
export function pageOf(text: unknown): number {
  return typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

export function newsHref(page: number): string {
  return page > 1 ? `/news?page=${page}` : '/news'
}

export function articleHref(id: number): string {
  return `/newsInfo?id=${id}`
}

export async function loadNews(page: number, signal: AbortSignal): Promise<{ page: number; news: ComingNews }> {
  const coming = pageCall('GET /api/bottom/news', { query: { pageNum: page, pageSize: NEWS_PAGE_SIZE } }, { signal })
  if (typeof document === 'undefined') return { page, news: await coming }
  // Whoever shows it hears of a failure; until then nobody needs to.
  coming.catch(() => {})
  return { page, news: coming }
}

/** An id of the address that is none, or that nothing has: not found. */
export async function loadArticle(id: string | undefined, signal: AbortSignal): Promise<NewsDetail> {
  if (!id || !/^[1-9]\d{0,8}$/.test(id)) throw notFound()
  try {
    return withClicks(await pageCall('GET /api/bottom/news/{id}', { params: { id: Number(id) } }, { signal }))
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) throw notFound()
    throw error
  }
}

export function newsHead({ page, news }: { page: number; news?: ComingNews }, locale: Locale) {
  const t = translator(locale)
  return {
    // Past its end a list is nothing to be found.
    path: page > 1 && news && 'rows' in news && news.rows.length === 0 ? undefined : newsHref(page),
    meta: [
      {
        title:
          page > 1
            ? t('content.news.headTitlePage', { page })
            : t('content.headTitle', { name: t('content.news.title') }),
      },
      { name: 'description', content: t('content.news.description') },
    ],
    about: {
      kind: 'page' as const,
      type: 'CollectionPage' as const,
      crumbs: [{ label: t('content.news.title') }],
    },
    links: [feedLink(locale)],
  }
}

export function articleHead(article: NewsDetail, locale: Locale) {
  const { id, title, abstractInfo, seoTitle, seoKey, seoDec } = article
  const t = translator(locale)
  const description = seoDec || abstractInfo
  return {
    path: articleHref(id),
    meta: [
      { title: t('content.headTitle', { name: seoTitle || title }) },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(seoKey ? [{ name: 'keywords', content: seoKey }] : []),
    ],
    about: { kind: 'news' as const, article },
    links: [articlePreload(article, locale.dir), feedLink(locale)],
  }
}

/** Address of the feed in a language. */
export function feedHref(code: string): string {
  return code === DEFAULT_LOCALE.code ? '/news/rss.xml' : `/news/rss.xml?lang=${code}`
}

function feedLink(locale: Locale) {
  return {
    rel: 'alternate',
    type: 'application/rss+xml',
    title: translator(locale)('content.news.feed'),
    href: feedHref(locale.code),
  }
}
