import { Await, getRouteApi } from '@tanstack/react-router'
import { BookOpen, Newspaper, Rss } from 'lucide-react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'
import { NEWS_PAGE_SIZE } from '../rules.ts'
import { NewsCard, WideNewsCard } from './news-card.tsx'
import { feedHref } from './news-head.ts'
import { type ComingNews, type NewsPage, newsHref } from './news-route.ts'

const root = getRouteApi('__root__')

/** 12 a page (specification §9), newest first. */
export function NewsListPage({ page, news }: { page: number; news: ComingNews }) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t('content.news.title') }]}
      />
      <div className="mt-3 mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 lg:mb-8">
        <div>
          <h1 className="text-2xl sm:text-3xl">{t('content.news.title')}</h1>
          <p className="mt-1 text-muted">{t('content.news.line')}</p>
        </div>
        <a href={feedHref(locale.code)} className={`inline-flex items-center gap-2 py-1 ${textLinkClass}`}>
          <Rss size={16} aria-hidden="true" />
          {t('content.news.feedLink')}
        </a>
      </div>
      {'then' in news ? (
        // A key of its own for each page: the last one's news is not shown under the next one's address.
        <Await key={page} promise={news} fallback={<Loading />}>
          {(loaded) => <Found page={page} news={loaded} />}
        </Await>
      ) : (
        <Found page={page} news={news} />
      )}
    </PageMain>
  )
}

function Found({ page, news: { rows, total } }: { page: number; news: NewsPage }) {
  const t = useWords()
  const pageCount = Math.ceil(total / NEWS_PAGE_SIZE)
  if (total === 0) return <NoNews />
  if (rows.length === 0) return <PastEnd page={page} pageCount={pageCount} />
  return (
    <>
      <ul className={GRID}>
        {rows.map((item, index) => (
          <li key={item.id} className={item.isAlone === '1' ? 'col-span-full' : undefined}>
            {item.isAlone === '1' ? (
              <WideNewsCard item={item} priority={index === 0} />
            ) : (
              <NewsCard item={item} priority={index === 0} />
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        href={newsHref}
        labels={{
          nav: t('content.news.pages'),
          previous: t('content.news.previousPage'),
          next: t('content.news.nextPage'),
          page: (number) => t('content.news.page', { page: number }),
          position: t('content.news.position', { page, total: pageCount }),
        }}
        className="mt-10"
      />
    </>
  )
}

// Dense: a piece across the page leaves no hole before it.
const GRID = 'grid grid-flow-dense grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

function NoNews() {
  const t = useWords()
  return (
    <EmptyState
      icon={<Newspaper size={24} />}
      title={t('content.news.emptyTitle')}
      action={
        <UiLink href="/" className={buttonClass({ variant: 'primary' })}>
          {t('content.news.toShop')}
        </UiLink>
      }
    >
      <p>{t('content.news.emptyText')}</p>
    </EmptyState>
  )
}

function PastEnd({ page, pageCount }: { page: number; pageCount: number }) {
  const t = useWords()
  return (
    <EmptyState
      icon={<BookOpen size={24} />}
      title={t('content.news.pastEndTitle', { page })}
      action={
        <UiLink href={newsHref(1)} className={buttonClass({ variant: 'primary' })}>
          {t('content.news.firstPage')}
        </UiLink>
      }
    >
      <p>{t('content.news.pastEndText', { count: pageCount })}</p>
    </EmptyState>
  )
}

function Loading() {
  const t = useWords()
  return (
    <SkeletonGroup label={t('content.loading')} className={`relative ${GRID}`}>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} className="block overflow-hidden rounded-card border border-line bg-surface">
          <SkeletonBlock className="aspect-21/9 rounded-none!" />
          <span className="block space-y-2 p-4 sm:p-5">
            <SkeletonLine width="short" />
            <SkeletonLine width="long" />
            <SkeletonLine />
            <SkeletonLine />
            <SkeletonLine width="half" />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  )
}
