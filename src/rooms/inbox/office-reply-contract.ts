// Texts that are answered again and again, shared by all who answer.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { SavedReplyForm } from './forms.ts'
import { SavedReply } from './schemas.ts'

const OfReply = z.object({ id: z.uuid() })
/** Of the reply as he had seen it; 0: it is new. */
const seen = z.coerce.number().int().min(0).max(2_147_483_647)

export const inboxReplies = defineContract({
  'GET /office/saved-replies': {
    summary: 'All saved replies, by name and language',
    access: { staff: 'inbox.answer' },
    data: z.object({ replies: z.array(SavedReply) }),
  },
  'POST /office/saved-replies/{id}': {
    summary:
      'Saves one; the id of a new one is made by the client. `{{name}}` and `{{order}}` in its text become the customer’s name and the number of his order when it is inserted.',
    access: { staff: 'inbox.answer' },
    params: OfReply,
    body: z.object({ ...SavedReplyForm.shape, seen }),
    data: SavedReply,
  },
  'POST /office/saved-replies/{id}/forget': {
    summary: 'Forgets one',
    access: { staff: 'inbox.answer' },
    params: OfReply,
    body: z.object({ seen }),
    data: z.null(),
  },
})

type InboxReplies = typeof inboxReplies
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends InboxReplies {}
}
