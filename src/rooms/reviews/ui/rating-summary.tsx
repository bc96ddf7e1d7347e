import { useWords } from '#platform/i18n/messages.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { Ratings } from '../contract.ts'
import { scoreText } from './score-text.ts'

/** How it is rated, in one line that leads to the ratings (`href`: `#ratings`). */
export function RatingSummary({ ratings, href }: { ratings: Ratings; href: string }) {
  const t = useWords()
  const { average, count } = ratings
  return (
    <a
      href={href}
      className="group/rating inline-flex min-h-6 flex-wrap items-center gap-x-2 rounded-mark text-sm pointer-coarse:min-h-11"
    >
      {average !== null && (
        <>
          <RatingStars size="sm" value={average} label={t('feedback.ofFive', { score: scoreText(average, t.tag) })} />
          <span aria-hidden="true" className="figures font-semibold">
            {scoreText(average, t.tag)}
          </span>
        </>
      )}
      <span className="text-muted underline decoration-transparent underline-offset-[0.2em] transition-colors group-hover/rating:decoration-current">
        {count === 0 ? t('feedback.none') : t('feedback.count', { count })}
      </span>
    </a>
  )
}
