// What happens to reviews that others care about.
import { defineEvent } from '#platform/events/define.ts'

/** Somebody has read it; the subject is the review. `memberId`: who wrote it, where a member did. */
export const REVIEW_DECIDED = defineEvent<{
  decision: 'published' | 'rejected'
  memberId: string | null
  /** 0: the shop. */
  productId: number
}>('review.decided')
