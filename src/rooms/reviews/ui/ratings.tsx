import { type ComponentType, useState } from 'react'
import { call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { Ratings as RatingsData } from '../contract.ts'
import { Histogram } from './histogram.tsx'
import type { ReviewFormProps } from './review-form.tsx'
import { ReviewList } from './review-list.tsx'
import { scoreText } from './score-text.ts'
import { useRefusal } from './use-refusal.ts'
import { WriteReview } from './write-review.tsx'

export type RatingsProps = {
  /** The product's id; 0: the shop. */
  pid: number
  ratings: RatingsData
  /** Shown at once; without it a button fetches the form. */
  form?: ComponentType<ReviewFormProps>
}

/** Average, histogram, reviews and the form, for a product or the shop. */
export function Ratings({ pid, ratings: loaded, form }: RatingsProps) {
  const t = useWords()
  const [fresh, setFresh] = useState<RatingsData>()
  const ratings = fresh ?? loaded
  const { average, count, stars, reviews } = ratings
  // Nobody is invited to write who may not.
  const open = useRefusal() === undefined

  async function refresh() {
    try {
      setFresh(await call('GET /api/bottom/feedbackSummary', { query: { pid } }))
    } catch {
      // It was written all the same; the next page shows it.
    }
  }

  return (
    <div
      data-ratings=""
      className="grid gap-x-10 gap-y-8 md:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-5">
        {average === null ? (
          <div>
            <p className="font-medium">{t('feedback.noneTitle')}</p>
            {open && <p className="mt-1 text-muted">{t(pid === 0 ? 'feedback.noneShop' : 'feedback.noneText')}</p>}
          </div>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span aria-hidden="true" className="figures text-4xl font-semibold tracking-tight">
                {scoreText(average, t.tag)}
              </span>
              <div>
                <RatingStars value={average} label={t('feedback.ofFive', { score: scoreText(average, t.tag) })} />
                <p className="figures text-sm text-muted">{t('feedback.count', { count })}</p>
              </div>
            </div>
            <Histogram stars={stars} />
          </>
        )}
        <div className="text-sm text-muted">
          {open && <p>{t('feedback.anyone')}</p>}
          <p>{t(pid === 0 ? 'feedback.howVerifiedShop' : 'feedback.howVerified')}</p>
        </div>
      </div>
      <div className="min-w-0">
        <WriteReview pid={pid} form={form} onPublished={refresh} />
        {count > 0 && (
          <div className="mt-3">
            {/* Begins anew with what was loaded anew. */}
            <ReviewList key={reviews[0]?.id} pid={pid} first={reviews} total={count} />
          </div>
        )}
      </div>
    </div>
  )
}
