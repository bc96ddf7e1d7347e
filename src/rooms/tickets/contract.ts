// A member writes to support (decision A10). Every call is about the member's own tickets; any other is not there.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { ReplyForm, TicketForm } from './forms.ts'
import { MOST_FILE_BYTES, MOST_FILES } from './limits.ts'
import { Conversation, Ticket, TicketFile } from './schemas.ts'

const OfTicket = z.object({ id: z.uuid() })

/** Made by the client for what it sends: the same id a second time is the same message. */
const id = z.uuid()

/** Uploaded before, and part of no message yet. */
const files = z.array(z.uuid()).max(MOST_FILES).default([])

export const ticketsContract = defineContract({
  'GET /api/profile/tickets': {
    summary: 'The member’s tickets, the last one written to first',
    access: 'member',
    query: z.object({
      ...pageQuery(),
    }),
    rows: Ticket,
  },
  'POST /api/profile/tickets': {
    summary:
      'Asks support. `id` is made by the client: sent again, the same request makes no second ticket. `orderNo` is of an order of his own; `files` were uploaded before. One per minute, 20 a day.',
    access: 'member',
    perMinute: 30,
    body: z.object({ id, ...TicketForm.shape, files }),
    data: Conversation,
  },
  'POST /api/profile/tickets/files': {
    summary:
      'Uploads a file for a message that is not written yet: PNG, JPEG, WebP or PDF, as its bytes say. Pictures are drawn anew. What is in no message is forgotten after a day.',
    access: 'member',
    perMinute: 60,
    file: { maxBytes: MOST_FILE_BYTES },
    data: TicketFile,
  },
  'GET /api/profile/tickets/files/{id}': {
    summary: 'One of the member’s own files. A PDF is only ever saved, never shown.',
    access: 'member',
    params: OfTicket,
    download: ['image/webp', 'application/pdf'],
  },
  'DELETE /api/profile/tickets/files/{id}': {
    summary: 'Forgets a file that is in no message yet',
    access: 'member',
    params: OfTicket,
    data: z.null(),
  },
  'GET /api/profile/tickets/{id}': {
    summary: 'A ticket with all of its messages, the oldest first',
    access: 'member',
    params: OfTicket,
    data: Conversation,
  },
  'POST /api/profile/tickets/{id}/reply': {
    summary: 'Writes into a ticket; one that was closed is open again. `id` in the body is made by the client.',
    access: 'member',
    perMinute: 30,
    params: OfTicket,
    body: z.object({ id, ...ReplyForm.shape, files }),
    data: Conversation,
  },
  'POST /api/profile/tickets/{id}/close': {
    summary: 'Its member needs no answer any more',
    access: 'member',
    perMinute: 30,
    params: OfTicket,
    data: Conversation,
  },
  'POST /api/profile/tickets/{id}/reopen': {
    summary: 'Its member needs an answer after all',
    access: 'member',
    perMinute: 30,
    params: OfTicket,
    data: Conversation,
  },
})

type TicketsCalls = typeof ticketsContract
declare module '#browser/calls.ts' {
  interface Calls extends TicketsCalls {}
}
