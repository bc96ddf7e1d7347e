import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { UiLink } from '#ui/link.tsx'
import type { NewsItem } from '../wire.ts'
import { longDate } from './long-date.ts'
import { NewsPicture } from './news-picture.tsx'
import { articleHref } from './news-route.ts'
import { languageOf } from './prose.tsx'

const root = getRouteApi('__root__')

type CardProps = { item: NewsItem; priority: boolean }

const CARD_SIZES = '(min-width: 82.5rem) 25.5rem, (min-width: 62rem) 31vw, (min-width: 36rem) 47vw, 100vw'
const WIDE_SIZES = '(min-width: 82.5rem) 79.5rem, (min-width: 36rem) 100vw, 40rem'

/** Picture, date, title, the beginning of the text; all of it is one link. */
export function NewsCard({ item, priority }: CardProps) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  return (
    <article className="group/news relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong">
      <NewsPicture item={item} dir={locale.dir} sizes={CARD_SIZES} priority={priority} rounded={false} />
      <div {...languageOf(item.language)} className="flex flex-1 flex-col gap-2 p-4 sm:p-5">
        <time dateTime={item.createTime} lang={locale.tag} dir={locale.dir} className="text-sm text-muted">
          {longDate(item.createTime, t.tag)}
        </time>
        <h2 className="line-clamp-3 text-lg leading-snug">
          <UiLink href={articleHref(item.id)} className={WHOLE_CARD}>
            {item.title}
          </UiLink>
        </h2>
        <p className="line-clamp-3 text-muted">{item.abstractInfo}</p>
      </div>
    </article>
  )
}

/** A piece that stands alone: only its title and picture, across the page. */
export function WideNewsCard({ item, priority }: CardProps) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  return (
    <article className="group/news relative h-[16rem] overflow-hidden rounded-card bg-picture-ground text-on-picture sm:aspect-21/9 sm:h-auto lg:aspect-auto lg:h-96">
      <NewsPicture
        item={item}
        dir={locale.dir}
        sizes={WIDE_SIZES}
        priority={priority}
        rounded={false}
        // The calm side is where the words stand.
        className="aspect-auto! size-full max-sm:[&>img]:object-[32%_50%] max-sm:rtl:[&>img]:object-[68%_50%]"
      />
      <div className="pointer-events-none absolute inset-y-0 start-0 flex w-[70%] flex-col justify-center gap-3 p-5 sm:w-[46%] sm:p-8 xl:ps-12">
        <time dateTime={item.createTime} className="text-sm opacity-90">
          {longDate(item.createTime, t.tag)}
        </time>
        <h2
          {...languageOf(item.language)}
          className="line-clamp-5 text-xl leading-tight sm:line-clamp-4 sm:text-2xl md:text-3xl"
        >
          <UiLink
            href={articleHref(item.id)}
            className={`pointer-events-auto ${WHOLE_CARD} focus-visible:after:outline-on-picture`}
          >
            {item.title}
          </UiLink>
        </h2>
      </div>
    </article>
  )
}

const WHOLE_CARD =
  'underline-offset-4 outline-none after:absolute after:inset-0 after:rounded-card group-hover/news:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-4 focus-visible:after:outline-focus'
