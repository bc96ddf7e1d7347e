import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'
import type { NewsDetail } from '../wire.ts'
import { longDate } from './long-date.ts'
import { NewsPicture } from './news-picture.tsx'
import { articleHref } from './news-route.ts'
import { languageOf, Prose } from './prose.tsx'
import { ShareButton } from './share-button.tsx'
import { useClickCount } from './use-click-count.ts'
import { ARTICLE_PICTURE_SIZES } from './wide-pictures.ts'

const root = getRouteApi('__root__')

export function ArticlePage({ article }: { article: NewsDetail }) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  const reads = useClickCount(article)
  const { title, author, createTime, content, language } = article
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[
          { label: t('content.home'), href: '/' },
          { label: t('content.news.title'), href: '/news' },
          { label: title },
        ]}
      />
      <div className="mx-auto mt-6 max-w-[45rem] lg:mt-10">
        <article>
          <h1 {...languageOf(language)} className="text-3xl sm:text-4xl">
            {title}
          </h1>
          <div className="mt-4 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
              <time dateTime={createTime}>{longDate(createTime, t.tag)}</time>
              <span>{t('content.news.by', { author })}</span>
              <span>{t('content.news.reads', { count: reads })}</span>
            </p>
            <ShareButton title={title} />
          </div>
          <NewsPicture item={article} dir={locale.dir} sizes={ARTICLE_PICTURE_SIZES} priority />
          <Prose html={content} language={language} className="mt-8 max-w-none! text-lg leading-[1.65]" />
        </article>
        <GoOn article={article} />
      </div>
    </PageMain>
  )
}

function GoOn({ article: { previous, next } }: { article: NewsDetail }) {
  const t = useWords()
  return (
    <nav aria-label={t('content.news.goOn')} className="mt-12 border-t border-line pt-6">
      <ul className="grid gap-4 sm:grid-cols-2">
        {previous && (
          <li>
            <Neighbour {...previous} name={t('content.news.older')} />
          </li>
        )}
        {next && (
          <li className="sm:col-start-2">
            <Neighbour {...next} name={t('content.news.newer')} onward />
          </li>
        )}
      </ul>
      <p className="mt-6 text-center">
        <UiLink href="/news" className={buttonClass()}>
          {t('content.news.all')}
        </UiLink>
      </p>
    </nav>
  )
}

function Neighbour({ id, title, name, onward = false }: { id: number; title: string; name: string; onward?: boolean }) {
  const Arrow = onward ? ArrowRight : ArrowLeft
  return (
    <UiLink
      href={articleHref(id)}
      className={cx(
        'flex h-full flex-col gap-1 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-tint',
        onward && 'sm:items-end sm:text-end',
      )}
    >
      <span className={cx('flex items-center gap-1.5 text-sm text-muted', onward && 'sm:flex-row-reverse')}>
        <Arrow size={16} className="flip-rtl" aria-hidden="true" />
        {name}
      </span>
      <span className="line-clamp-2 font-medium">{title}</span>
    </UiLink>
  )
}

export function ArticleLoading() {
  const t = useWords()
  return (
    <PageMain className="shell pt-4 pb-16">
      <SkeletonGroup label={t('content.loading')} className="mx-auto block max-w-[45rem] pt-12 lg:pt-16">
        <span className="block text-3xl sm:text-4xl">
          <SkeletonLine width="long" />
        </span>
        <span className="mt-4 mb-6 block py-1.5">
          <SkeletonLine width="half" />
        </span>
        <SkeletonBlock className="aspect-21/9" />
        <span className="mt-8 block text-lg leading-[1.65]">
          <SkeletonLine />
          <SkeletonLine />
          <SkeletonLine width="long" />
        </span>
      </SkeletonGroup>
    </PageMain>
  )
}
