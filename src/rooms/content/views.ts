// From rows to what the calls answer: a banner, a piece of news.
import { textIn } from '#platform/i18n/text-in.ts'
import type { BannerRow } from './banner-store.ts'
import type { Banner, NewsItem } from './contract.ts'
import { bannerPicture, newsPicture } from './pictures.ts'
import type * as store from './store.ts'

export function bannerView(row: BannerRow, locale: string): Banner {
  const href = row.link.startsWith('https://') ? row.link : `/${row.link.replace(/^\/+/, '')}`
  const [urlName = '', zhname = null] = href.startsWith('/') ? href.split('/').filter(Boolean) : []
  return {
    id: row.id,
    imgUrl: bannerPicture(row.id, row, false).path,
    imgUrlRtl: bannerPicture(row.id, row, true).path,
    href,
    urlName,
    zhname,
    title: textIn(row.title, locale),
    line: textIn(row.line, locale),
  }
}

export function newsView(row: store.NewsRow): NewsItem {
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

export function clicksView(clicks: number) {
  return { comments: clicks }
}
