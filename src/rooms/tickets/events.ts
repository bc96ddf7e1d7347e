// What happens to tickets that others care about.
import { defineEvent } from '#platform/events/define.ts'

/** Somebody of the shop wrote into it; the subject is the ticket. `memberId`: whose it is. `title` is at hand, not kept. */
export const TICKET_ANSWERED = defineEvent<{ messageId: string; memberId: string }, { title: string }>(
  'ticket.answered',
)
