// Reviews of products and of the shop (specification §3, §7; decisions A2, A6, A9, D4).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { ReviewForm } from './forms.ts'

/** A product's id, or 0: the shop itself. */
const pid = z.coerce.number().int().min(0).max(2_147_483_647)

/** As everybody sees it; the e-mail address is never part of it. */
export const Review = z.object({
  id: z.number(),
  fillName: z.string(),
  /** Plain text. */
  content: z.string(),
  score: z.number().int().min(1).max(5),
  /** Language code that it was written under. */
  locale: z.string(),
  /** Its writer's address has received a key of this product (of the shop: any key). */
  verified: z.boolean(),
  createTime: z.iso.datetime(),
})
export type Review = z.infer<typeof Review>

export const Ratings = z.object({
  /** Mean score to two decimals; null: nobody has rated. */
  average: z.number().nullable(),
  count: z.number(),
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.number()).length(5),
  /** The newest five. */
  reviews: z.array(Review),
})
export type Ratings = z.infer<typeof Ratings>

export const reviewsContract = defineContract({
  'GET /api/bottom/feedbacks': {
    summary: 'Reviews of a product (pid 0: of the shop), the newest first.',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({
      pid,
      ...pageQuery(5),
    }),
    rows: Review,
  },
  'GET /api/bottom/feedbackSummary': {
    summary: 'How a product (pid 0: the shop) is rated, with its newest five reviews.',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({ pid }),
    data: Ratings,
  },
  'POST /api/bottom/saveFeedbacks': {
    summary:
      'Writes a review: one per minute; a member’s under his own address, whatever `email` says. Published at once, or pending where the operator checks them first. `id`, where the client makes one, makes a repetition the same review.',
    access: 'public',
    knowsMembers: true,
    perMinute: 30,
    body: z.object({
      pid: z.number().int().min(0).max(2_147_483_647),
      ...ReviewForm.shape,
      /** Made by the client for what it sends: the same id a second time is the same review. */
      id: z.uuid().optional(),
      /** Selects nobody (decision A6): a member is known by his session, and his address is that of his account. */
      uid: z.union([z.string().max(100), z.number()]).nullish(),
    }),
    data: z.object({ state: z.enum(['published', 'pending']) }),
  },
})

type ReviewsCalls = typeof reviewsContract
declare module '#browser/calls.ts' {
  interface Calls extends ReviewsCalls {}
}
