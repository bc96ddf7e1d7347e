// What people in the back office do in the inbox.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/reviews/rules.ts'
import { LONGEST_ANSWER } from './limits.ts'
import { ItemId, Kind } from './schemas.ts'

/** The item as he had seen it: after anything that was written or decided he looks again (`inbox.refused.…`). */
const seen = z.number().int().min(0).max(2_147_483_647)
const text = z
  .string()
  .transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim())
  .pipe(z.string().max(LONGEST_ANSWER))
const Written = z.object({ kind: z.enum(['ticket', 'enquiry']), id: z.uuid() })

export const inboxActs = defineContract({
  'POST /office/inbox/{kind}/{id}/assign': {
    summary: 'Gives it to somebody who may answer, or to nobody; `from` is who had it as far as the caller knows',
    access: { staff: 'inbox.answer' },
    params: z.object({ kind: Kind, id: ItemId }),
    body: z.object({ to: z.uuid().nullable(), from: z.uuid().nullable() }),
    data: z.null(),
  },
  'POST /office/inbox/{kind}/{id}/answer': {
    summary:
      'Answers, by mail in the language in which it was written. `id` in the body is made by the client: sent again, the same request answers once.',
    access: { staff: 'inbox.answer' },
    params: Written,
    body: z.object({ id: z.uuid(), text: text.pipe(z.string().min(1)), seen }),
    data: z.null(),
  },
  'POST /office/inbox/{kind}/{id}/done': {
    summary: 'It needs no answer any more',
    access: { staff: 'inbox.answer' },
    params: Written,
    body: z.object({ seen }),
    data: z.null(),
  },
  'POST /office/inbox/{kind}/{id}/reopen': {
    summary: 'It needs an answer after all',
    access: { staff: 'inbox.answer' },
    params: Written,
    body: z.object({ seen }),
    data: z.null(),
  },
  'POST /office/inbox/withdrawal/{id}/decide': {
    summary:
      'Accepts a withdrawal, or refuses it with the reason as `text`; who declared it is told by mail. The money goes back by the refund of its order, a call of its own.',
    access: { staff: 'inbox.answer' },
    params: z.object({ id: z.uuid() }),
    body: z
      .object({ decision: z.enum(['accepted', 'refused']), text, seen })
      .refine(({ decision, text: reason }) => decision === 'accepted' || reason !== '', {
        path: ['text'],
        error: 'act.reasonRequired',
      }),
    data: z.null(),
  },
  'POST /office/inbox/review/{id}/decide': {
    summary:
      'Publishes a review, or rejects it with a reason that its writer reads; what was published can be taken back by rejecting it',
    access: { staff: 'reviews.moderate' },
    params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    body: z
      .object({ decision: z.enum(['published', 'rejected']), reason: z.string().trim().max(LONGEST_REASON), seen })
      .refine(({ decision, reason }) => decision === 'published' || reason !== '', {
        path: ['reason'],
        error: 'act.reasonRequired',
      }),
    data: z.null(),
  },
})

type InboxActs = typeof inboxActs
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends InboxActs {}
}
