import { Await, getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'
import { SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'
import type { WebsiteInfo } from '../contract.ts'
import { CONTENT_PAGES, type ContentPageName } from '../rules.ts'
import type { ComingInfo } from './content-route.ts'
import { longDate } from './long-date.ts'
import { Prose } from './prose.tsx'

const root = getRouteApi('__root__')

type ContentPageProps = {
  name: ContentPageName
  info: ComingInfo
  /** Stands above the text. */
  children?: ReactNode
}

/** About us, terms, privacy …: the operator's text beside the menu of its sisters. */
export function ContentPage({ name, info, children }: ContentPageProps) {
  const t = useWords()
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t(`content.pages.${name}`) }]}
      />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[14rem_minmax(0,1fr)] xl:gap-x-16">
        <Menu current={name} />
        <div className="min-w-0">
          <h1 className="mb-6 text-2xl sm:text-3xl lg:mb-8">{t(`content.pages.${name}`)}</h1>
          {children}
          {'then' in info ? (
            <Await promise={info} fallback={<Loading />}>
              {(loaded) => <Text info={loaded} />}
            </Await>
          ) : (
            <Text info={info} />
          )}
        </div>
      </div>
    </PageMain>
  )
}

/**
 * Beside the text; on small screens a row above it, scrolled sideways to the page's edge, where it fades. The fade is as
 * wide as the row's padding: it hides nothing at either end.
 */
function Menu({ current }: { current: ContentPageName }) {
  const t = useWords()
  const { website } = root.useLoaderData()
  const row = useRef<HTMLUListElement>(null)
  const here = useRef<HTMLLIElement>(null)

  // Of the row only: scrollIntoView would move the page too, when it opens further down.
  useLayoutEffect(() => {
    if (!row.current || !here.current) return
    const [all, one] = [row.current.getBoundingClientRect(), here.current.getBoundingClientRect()]
    row.current.scrollBy({ left: (one.left + one.right - all.left - all.right) / 2, behavior: 'instant' })
  }, [])

  const pages = CONTENT_PAGES.filter(({ type }) => website.pages.includes(type))
  return (
    <nav aria-label={t('content.menu')} className="mb-6 lg:pt-2">
      <ul
        ref={row}
        className="scrollbar-none -mx-4 flex scroll-px-4 gap-1 overflow-x-auto mask-x-from-[calc(100%-1rem)] px-4 py-1 md:-mx-6 md:scroll-px-6 md:mask-x-from-[calc(100%-1.5rem)] md:px-6 lg:mask-none lg:overflow-visible lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:mx-0 lg:flex-col lg:px-0"
      >
        {pages.map(({ name, path }) => (
          <li key={name} ref={name === current ? here : undefined} className="shrink-0">
            <UiLink
              href={path}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'touch-target flex min-h-10 items-center rounded-control px-3 py-1.5 transition-colors lg:-ms-3',
                name === current ? 'bg-tint font-medium text-ink' : 'text-muted hover:bg-tint hover:text-ink',
              )}
            >
              {t(`content.pages.${name}`)}
            </UiLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Text({ info }: { info: WebsiteInfo }) {
  const t = useWords()
  return (
    <>
      <Prose html={info.content} language={info.language} />
      <p className="mt-10 text-sm text-muted">{t('content.updated', { date: longDate(info.updatedAt, t.tag) })}</p>
    </>
  )
}

function Loading() {
  const t = useWords()
  return (
    <SkeletonGroup label={t('content.loading')} className="block max-w-[68ch] space-y-1 leading-[1.65]">
      <SkeletonLine />
      <SkeletonLine />
      <SkeletonLine width="long" />
      <span className="block h-4" />
      <SkeletonLine width="short" />
      <SkeletonLine />
      <SkeletonLine />
      <SkeletonLine width="half" />
    </SkeletonGroup>
  )
}
