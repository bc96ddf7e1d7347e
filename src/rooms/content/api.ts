// The calls of what the operator writes.
import type { Database } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { notFound } from '#platform/http/errors.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { serves } from '#platform/http/serve.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { showing } from '#platform/request-scope.ts'
import { contentContract, type NewsItem } from './contract.ts'
import { markdownToHtml } from './markdown.ts'
import { bannerPicture, newsPicture } from './pictures.ts'
import { PAGE_TYPES } from './rules.ts'
import { isSeoKey, type SiteTexts } from './site-texts.ts'
import * as store from './store.ts'

export function contentCalls(db: Database, texts: SiteTexts) {
  return serves(contentContract, {
    'GET /api/home/scrollPhoto': async (_, caller) => {
      showing('content')
      return (await texts.banners()).map((banner) => {
        const [urlName = '', zhname = null] = banner.link.split('/').filter(Boolean)
        return {
          id: banner.id,
          imgUrl: bannerPicture(banner.id, banner, false).path,
          imgUrlRtl: bannerPicture(banner.id, banner, true).path,
          urlName,
          zhname,
          title: textIn(banner.title, caller.locale),
          line: textIn(banner.line, caller.locale),
        }
      })
    },

    'GET /api/website/info/{type}': async ({ params: { type } }, { locale }) => {
      showing('content')
      const row = await store.infoRow(db, type, locale)
      if (!row) throw notFound()
      const content = PAGE_TYPES.includes(type) ? markdownToHtml(row.content) : row.content
      return { type, content, language: row.language, updatedAt: row.updatedAt.toISOString() }
    },

    'GET /api/website/shell': async (_, { locale }) => {
      showing('content')
      return texts.shell(locale)
    },

    'GET /api/bottom/news': async ({ query: { pageNum, pageSize } }, { locale }) => {
      showing('content')
      const [rows, total] = await Promise.all([
        store.newsRows(db, locale, (pageNum - 1) * pageSize, pageSize),
        store.newsCount(db),
      ])
      return { rows: rows.map(newsItem), total }
    },

    'GET /api/bottom/news/{id}': async ({ params: { id } }, { locale }) => {
      showing('content')
      const row = await store.newsDetailRow(db, id, locale)
      if (!row) throw notFound()
      const { seoTitle, seoKey, seoDec, previous, next } = row
      return { ...newsItem(row), content: markdownToHtml(row.content), seoTitle, seoKey, seoDec, previous, next }
    },

    'POST /api/bottom/news/{id}/click': async ({ params: { id } }, { address }) => {
      // A reader who comes back after ten minutes reads anew; one who presses a thousand times has read once.
      const comments = await db.transaction(async (tx) =>
        (await takeTurn(tx, [`news click\n${id}\n${clientNetwork(address)}`], 600))
          ? store.countClick(tx, id)
          : store.clicksOf(tx, id),
      )
      if (comments === undefined) throw notFound()
      return { comments }
    },

    'GET /api/home/seo/seoIndex/{id}': async ({ params: { id } }, { locale }) => {
      showing('content')
      if (!isSeoKey(id)) throw notFound()
      return texts.seo(id, locale)
    },
  })
}

function newsItem(row: store.NewsRow): NewsItem {
  return {
    id: row.id,
    title: row.title,
    imgUrl: newsPicture(row.id, row, false).path,
    imgUrlRtl: newsPicture(row.id, row, true).path,
    author: row.author,
    comments: row.clicks,
    createTime: row.publishedAt.toISOString(),
    abstractInfo: row.abstractInfo,
    isAlone: row.isAlone,
    language: row.language,
  }
}
