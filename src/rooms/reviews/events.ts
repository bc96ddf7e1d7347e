// What happens to reviews that others care about.
import { defineEvent } from '#platform/events/define.ts'

/** Somebody has read it; the subject is the review. `memberId`: who wrote it, where a member did. How it begins is at hand, not kept. */
export const REVIEW_DECIDED = defineEvent<
  { decision: 'published' | 'rejected'; memberId: string | null },
  { excerpt: string; reason: string }
>('review.decided')
