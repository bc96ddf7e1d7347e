// The inbox, as the back office sees it.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { ITEMS_COUNTED, ITEMS_PER_PAGE, LONGEST_INBOX_SEARCH } from './limits.ts'
import { Item, ItemId, Kind, Person, Row } from './schemas.ts'
import { STATES } from './wire.ts'

const Count = z.object({ count: z.number(), isMore: z.boolean() })

/** What the list is narrowed to; the address of the page holds the same. */
export const InboxFilter = {
  state: z.enum(STATES).default('open'),
  kind: Kind.optional(),
  q: z.string().trim().max(LONGEST_INBOX_SEARCH).optional(),
}

export const inboxOffice = defineContract({
  'GET /office/inbox': {
    summary: `What people wrote to the shop, ${ITEMS_PER_PAGE} at a time: what waits the longest first, what is done the latest first. \`q\` is looked for in all states, the latest first: a reference, the number of an order, or the whole e-mail address. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'inbox.read' },
    query: z.object({ ...InboxFilter, after: z.string().max(200).optional() }),
    data: z.object({ rows: z.array(Row), next: z.string().nullable(), understood: z.boolean() }),
  },
  'GET /office/inbox/count': {
    summary: `How much there is in each state, counted to ${ITEMS_COUNTED}`,
    access: { staff: 'inbox.read' },
    query: z.object({ kind: Kind.optional() }),
    data: z.object({ open: Count, mine: Count, waiting: Count, done: Count }),
  },
  'GET /office/inbox/people': {
    summary: 'To whom something of it can be given: whoever may answer',
    access: { staff: 'inbox.read' },
    data: z.object({ people: z.array(Person) }),
  },
  'GET /office/inbox/{kind}/{id}': {
    summary: 'One item with all that was written, the oldest first',
    access: { staff: 'inbox.read' },
    params: z.object({ kind: Kind, id: ItemId }),
    data: Item,
  },
})

type InboxOfficeCalls = typeof inboxOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends InboxOfficeCalls {}
}
