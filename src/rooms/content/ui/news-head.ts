// What the news pages say of themselves: fetched with them, for no other page needs it.
import type { Locale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'
import { offeredHere } from '#platform/i18n/site-facts.ts'
import type { NewsDetail } from '../wire.ts'
import { articleHref, type ComingNews, newsHref } from './news-route.ts'
import { articlePreload } from './wide-pictures.ts'

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
  return code === offeredHere().first.code ? '/news/rss.xml' : `/news/rss.xml?lang=${code}`
}

function feedLink(locale: Locale) {
  return {
    rel: 'alternate',
    type: 'application/rss+xml',
    title: translator(locale)('content.news.feed'),
    href: feedHref(locale.code),
  }
}
