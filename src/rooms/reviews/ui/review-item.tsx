import { BadgeCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { findLocale } from '#platform/i18n/locales.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { Review } from '../contract.ts'
import { isLong } from '../rules.ts'

/** One review. A long one is cut to some lines, all of it in the HTML, and unfolds. */
export function ReviewItem({ review }: { review: Review }) {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const textId = useId()
  const { fillName, content, score, verified, createTime, locale } = review
  const long = isLong(content)
  return (
    <article tabIndex={-1} className="rounded-mark py-5 outline-none focus-visible:outline-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <RatingStars size="sm" value={score} label={t('feedback.ofFive', { score })} />
        <h3 className="text-base font-medium tracking-normal">
          <bdi>{fillName}</bdi>
        </h3>
        {verified && (
          <Badge tone="outline" icon={<BadgeCheck size={14} aria-hidden="true" />}>
            {t('feedback.verified')}
          </Badge>
        )}
        <time dateTime={createTime} className="text-sm sm:ms-auto text-muted">
          {dateText(createTime, t.tag)}
        </time>
      </header>
      <p
        id={textId}
        dir="auto"
        lang={findLocale(locale)?.tag}
        className={cx(
          'mt-2 max-w-[68ch] text-match-parent break-words whitespace-pre-line',
          long && !open && 'line-clamp-4 noscript:line-clamp-none',
        )}
      >
        {content}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={textId}
          onClick={() => setOpen(!open)}
          className={`${textLinkClass} touch-target mt-1 text-sm font-medium pointer-coarse:py-2.5 noscript:hidden`}
        >
          {t(open ? 'feedback.readLess' : 'feedback.readMore')}
          {/* Heard out of its place it still says whose. */}
          <span className="sr-only"> ({fillName})</span>
        </button>
      )}
    </article>
  )
}

/** In UTC, so that server and browser write the same day. */
function dateText(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(iso),
  )
}
