// The calls of reviews.
import type { Database, Queryable } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { serves } from '#platform/http/serve.ts'
import { showing } from '#platform/request-scope.ts'
import { reviewsContract } from './contract.ts'
import { refusalOf, SHOWN } from './rules.ts'
import * as store from './store.ts'

export interface ReviewsOptions {
  db: Database
  /** The shop's switches: `feedback.type` (specification §4) and `feedback.moderation`, '1': a review appears once it was checked. */
  setting: (key: string) => string | undefined
  /** The orders, proven by the caller to be his, by which a key of this product (0: any key) was delivered to this address. */
  receivedBy: (db: Queryable, caller: Caller, email: string, productId: number) => Promise<string[]>
}

export function reviewsCalls({ db, setting, receivedBy }: ReviewsOptions) {
  return serves(reviewsContract, {
    'GET /api/bottom/feedbacks': async ({ query: { pid, pageNum, pageSize } }) => {
      showing(`r:${pid}`)
      const [rows, total] = await Promise.all([
        store.reviewPage(db, pid, { offset: (pageNum - 1) * pageSize, limit: pageSize }),
        store.reviewCount(db, pid),
      ])
      return { rows, total }
    },

    'GET /api/bottom/feedbackSummary': async ({ query: { pid } }) => {
      showing(`r:${pid}`)
      return store.ratingsOf(db, pid, SHOWN)
    },

    'POST /api/bottom/saveFeedbacks': async ({ body }, caller) => {
      const refusal = refusalOf(setting('feedback.type'))
      if (refusal) throw refused(refusal)
      const email = body.email.toLowerCase()
      const state = setting('feedback.moderation') === '1' ? ('pending' as const) : ('published' as const)
      await db.transaction(async (tx) => {
        // Both turns or neither: what is refused costs nobody a minute.
        if (!(await takeTurn(tx, [`review from ${caller.address}`, `review by ${email}`], 60)))
          throw refused('message.feedbackLimit')
        const written = await store.insertReview(tx, {
          productId: body.pid,
          fillName: body.fillName,
          email,
          content: body.content,
          score: body.score,
          locale: caller.locale,
          orderIds: await receivedBy(tx, caller, email, body.pid),
          state,
        })
        if (written === 'no product') throw notFound()
        if (written === 'again') throw refused('feedback.once')
      })
      return { state }
    },
  })
}
