// Addresses and loaders of the news pages.
import { notFound } from '@tanstack/react-router'
import { CallRefused, pageCall } from '#browser/calls.ts'
import { NEWS_PAGE_SIZE } from '../rules.ts'
import { type NewsDetail, type NewsItem, withClicks } from '../wire.ts'

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
