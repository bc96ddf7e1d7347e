// The calls of what the operator writes.
import type { Database } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { notFound } from '#platform/http/errors.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { serves } from '#platform/http/serve.ts'
import { showing } from '#platform/request-scope.ts'
import type { Previews } from '#rooms/previews/hands.ts'
import { contentContract } from './contract.ts'
import { markdownToHtml } from './markdown.ts'
import { previewedPage } from './previewing.ts'
import { PAGE_TYPES } from './rules.ts'
import { isSeoKey, type SiteTexts } from './site-texts.ts'
import * as store from './store.ts'
import { bannerView, clicksView, newsView } from './views.ts'

export function contentCalls(db: Database, texts: SiteTexts, previews: Previews) {
  return serves(contentContract, {
    'GET /api/home/scrollPhoto': async (_, caller) => {
      showing('content')
      return (await texts.banners()).map((row) => bannerView(row, caller.locale))
    },

    'GET /api/website/info/{type}': async ({ params: { type } }, caller) => {
      showing('content')
      const previewed = await previewedPage(db, await previews.asked(caller, 'page'))
      const row = previewed?.type === type ? previewed : await store.infoRow(db, type, caller.locale)
      if (!row?.content) throw notFound()
      const content = PAGE_TYPES.includes(type) ? markdownToHtml(row.content) : row.content
      return { type, content, language: row.language, updatedAt: row.updatedAt.toISOString() }
    },

    'GET /api/website/seller': async () => {
      showing(ALL_PAGES)
      const seller = texts.seller()
      return seller ? { ...seller, email: seller.email || (await texts.supportEmail()) } : null
    },

    'GET /api/website/shell': async (_, caller) => {
      showing('content')
      const shell = await texts.shell(caller.locale)
      const previewed = await previewedPage(db, await previews.asked(caller, 'page'))
      if (!previewed) return shell
      const others = shell.pages.filter((type) => type !== previewed.type)
      return { ...shell, pages: previewed.isWritten ? [...others, previewed.type] : others }
    },

    'GET /api/bottom/news': async ({ query }, { locale }) => {
      showing('content')
      const [rows, total] = await Promise.all([store.newsRows(db, locale, rowsOfPage(query)), store.newsCount(db)])
      return { rows: rows.map(newsView), total }
    },

    'GET /api/bottom/news/{id}': async ({ params: { id } }, { locale }) => {
      showing('content')
      const row = await store.newsDetailRow(db, id, locale)
      if (!row) throw notFound()
      const { seoTitle, seoKey, seoDec, previous, next } = row
      return { ...newsView(row), content: markdownToHtml(row.content), seoTitle, seoKey, seoDec, previous, next }
    },

    'POST /api/bottom/news/{id}/click': async ({ params: { id } }, { address }) => {
      // A reader who comes back after ten minutes reads anew; one who presses a thousand times has read once.
      const clicks = await db.transaction(async (tx) =>
        (await takeTurn(tx, [`news click\n${id}\n${clientNetwork(address)}`], 600))
          ? store.countClick(tx, id)
          : store.clicksOf(tx, id),
      )
      if (clicks === undefined) throw notFound()
      return clicksView(clicks)
    },

    'GET /api/home/seo/seoIndex/{id}': async ({ params: { id } }, { locale }) => {
      showing('content')
      if (!isSeoKey(id)) throw notFound()
      return texts.seo(id, locale)
    },
  })
}
