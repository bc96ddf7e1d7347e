// The calls of reviews.
import type { Database, Queryable } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import type { Caller } from '#platform/http/principal.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { serves } from '#platform/http/serve.ts'
import { mailboxOf } from '#platform/mailbox.ts'
import { showing } from '#platform/request-scope.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { memberById } from '#rooms/members/hands.ts'
import { reviewsContract } from './contract.ts'
import { refusalOf, SHOWN } from './rules.ts'
import { FEEDBACK_TYPE, IS_MODERATED } from './settings.ts'
import * as store from './store.ts'
import { REVIEWS } from './tags.ts'

/** The orders, proven by the caller to be his, by which a key of this product (0: any key) was delivered to this address. */
export type Receipts = (db: Queryable, caller: Caller, email: string, productId: number) => Promise<string[]>

export interface ReviewsOptions {
  db: Database
  settings: Settings
  receivedBy: Receipts
}

export function reviewsCalls({ db, settings, receivedBy }: ReviewsOptions) {
  return serves(reviewsContract, {
    'GET /api/bottom/feedbacks': async ({ query: { pid, ...query } }) => {
      showing(REVIEWS(pid))
      const [rows, total] = await Promise.all([
        store.reviewPage(db, pid, rowsOfPage(query)),
        store.reviewCount(db, pid),
      ])
      return { rows, total }
    },

    'GET /api/bottom/feedbackSummary': async ({ query: { pid } }) => {
      showing(REVIEWS(pid))
      return store.ratingsOf(db, pid, SHOWN)
    },

    'POST /api/bottom/saveFeedbacks': async ({ body }, caller) => {
      const member = await memberWho(db, caller, body.uid)
      const refusal = refusalOf(settings.read(FEEDBACK_TYPE), member !== undefined)
      if (refusal) throw refused(refusal)
      // Whoever is signed in writes under his own address, whatever the form says (decision A6).
      const email = (member?.email ?? body.email).toLowerCase()
      const said = { productId: body.pid, fillName: body.fillName, email, content: body.content, score: body.score }
      const attemptId = body.id ?? null
      const state = settings.read(IS_MODERATED) ? ('pending' as const) : ('published' as const)
      return db.transaction(async (tx) => {
        // Its first answer may have been lost: a repetition costs nobody a minute, and no order its review.
        if (attemptId) {
          await store.queueUp(tx, attemptId)
          const known = await store.reviewOfAttempt(tx, attemptId, said)
          if (known && !known.isSame) throw refused('error.idempotencyReused')
          if (known) return { state: known.state === 'published' ? known.state : ('pending' as const) }
        }
        const orderIds = await receivedBy(tx, caller, email, body.pid)
        // A member's turn is his own, and so is a buyer's: that of an address is taken by whoever types it.
        const guest = orderIds.length > 0 ? 'by the buyer' : 'by'
        const turns = [
          `review from ${clientNetwork(caller.address)}`,
          member ? `review of ${member.id}` : `review ${guest} ${mailboxOf(email)}`,
        ]
        // All turns or none: what is refused costs nobody a minute.
        if (!(await takeTurn(tx, turns, 60))) throw refused('message.feedbackLimit')
        const review = { ...said, attemptId, memberId: member?.id ?? null, locale: caller.locale, orderIds, state }
        const written = await store.insertReview(tx, review)
        if (written === 'no product') throw notFound()
        if (written === 'again') throw refused('feedback.once')
        return { state }
      })
    },
  })
}

/** The member who writes; a request that names another one is refused (decision A6). */
async function memberWho(db: Database, { principal }: Caller, uid: string | number | null | undefined) {
  if (principal.kind !== 'member') return undefined
  if (uid && String(uid) !== principal.memberId) throw new CallError(403, 'error.forbidden')
  return memberById(db, principal.memberId)
}
