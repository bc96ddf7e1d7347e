import { useEffect, useRef, useState } from 'react'
import { call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import type { Review } from '../contract.ts'
import { SHOWN } from '../rules.ts'
import { ReviewItem } from './review-item.tsx'

type ReviewListProps = {
  /** The product's id; 0: the shop. */
  pid: number
  /** The newest five. */
  first: readonly Review[]
  total: number
}

/** Five reviews, and five more at each press (specification §9). */
export function ReviewList({ pid, first, total: known }: ReviewListProps) {
  const t = useWords()
  const [more, setMore] = useState<Review[]>([])
  const [page, setPage] = useState(1)
  const [total, setTotal] = useState(known)
  const [loading, setLoading] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const goesOnAt = useRef<number>(undefined)
  const reviews = [...first, ...more]

  // The button goes down; who reads by ear or keyboard goes on at the first new one.
  useEffect(() => {
    if (goesOnAt.current === undefined || more.length === 0) return
    list.current?.children[goesOnAt.current]?.querySelector('article')?.focus()
    goesOnAt.current = undefined
  }, [more])

  async function showMore() {
    setLoading(true)
    try {
      const query = { pid, pageNum: page + 1, pageSize: SHOWN }
      const answer = await call('GET /api/bottom/feedbacks', { query })
      // A review that came in meanwhile has moved the pages: nothing is shown twice.
      const shown = new Set(reviews.map((review) => review.id))
      goesOnAt.current = reviews.length
      setMore([...more, ...answer.rows.filter((review) => !shown.has(review.id))])
      setPage(page + 1)
      setTotal(answer.total)
    } catch {
      toast({ tone: 'bad', message: t('feedback.failed') })
    } finally {
      setLoading(false)
    }
  }

  return (
    <>
      <ul ref={list} aria-label={t('feedback.list')} className="divide-y divide-line">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      {total > SHOWN && (
        <p role="status" className="figures mt-2 text-sm text-muted noscript:hidden">
          {t('feedback.shown', { shown: Math.min(reviews.length, total), total })}
        </p>
      )}
      {page * SHOWN < total && (
        <Button
          className="mt-3 noscript:hidden"
          loading={loading}
          loadingLabel={t('feedback.loading')}
          onClick={showMore}
        >
          {t('feedback.showMore')}
        </Button>
      )}
    </>
  )
}
