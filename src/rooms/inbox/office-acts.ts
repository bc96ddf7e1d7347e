// What people in the back office do in the inbox: what each room's own functions do, once it is sure that the item is as he saw
// it, with a row in the audit log.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { answerEnquiry, enquiryMessages, lockEnquiry, moveEnquiry, textOfMessage } from '#rooms/enquiries/hands.ts'
import { decideReview, writerOf } from '#rooms/reviews/hands.ts'
import { answerTicket, lockTicket, messagesOf, messageText, moveTicket } from '#rooms/tickets/hands.ts'
import { decideWithdrawal, lockWithdrawal } from '#rooms/withdrawals/hands.ts'
import { isIdOf } from './kinds.ts'
import { MOST_SHOWN } from './limits.ts'
import { inboxActs } from './office-act-contract.ts'
import * as store from './store.ts'
import type { Kind } from './wire.ts'

interface Options {
  db: Database
  events: Events
  mailDomain: () => string
}

/** Of a ticket or an enquiry. */
interface Conversation {
  /** Until the transaction's end nobody else writes there; undefined: there is none. */
  lock(tx: Transaction, id: string): Promise<object | undefined>
  textOf(tx: Transaction, id: string, messageId: string): Promise<string | undefined>
  messages(tx: Transaction, id: string, limit: number): Promise<{ answeredBy: string | null }[]>
  answer(tx: Transaction, of: Options, a: { id: string; to: string; text: string; by: string }): Promise<unknown>
  move(tx: Transaction, id: string, to: 'open' | 'done'): Promise<unknown>
}

const CONVERSATIONS: Record<'ticket' | 'enquiry', Conversation> = {
  ticket: {
    lock: lockTicket,
    textOf: messageText,
    messages: messagesOf,
    answer: (tx, of, { to, ...answer }) => answerTicket(tx, of, { ...answer, ticketId: to }),
    move: (tx, id, to) => moveTicket(tx, id, to === 'done' ? 'closed' : 'open'),
  },
  enquiry: {
    lock: lockEnquiry,
    textOf: textOfMessage,
    messages: enquiryMessages,
    answer: (tx, of, { to, ...answer }) => answerEnquiry(tx, of, { ...answer, enquiryId: to }),
    move: moveEnquiry,
  },
}

export function inboxActCalls(options: Options) {
  const { db, events, mailDomain } = options

  /** Closed, or open again, unless it is so already. */
  const move = (
    caller: Caller,
    { kind, id, seen, to }: { kind: 'ticket' | 'enquiry'; id: string; seen: number; to: 'open' | 'done' },
  ) =>
    db.transaction(async (tx) => {
      if (!(await CONVERSATIONS[kind].lock(tx, id))) throw notFound()
      await asSeen(tx, { kind, id, seen })
      await CONVERSATIONS[kind].move(tx, id, to)
      await audit(tx, {
        by: whoAsks(caller),
        act: `${kind}.${to === 'done' ? 'done' : 'reopen'}`,
        subject: { kind, id },
      })
      return null
    })

  return serves(inboxActs, {
    'POST /office/inbox/{kind}/{id}/assign': ({ params: { kind, id }, body: { to, from } }, caller) =>
      db.transaction((tx) => give(tx, caller, { kind, id, to, from })),

    'POST /office/inbox/{kind}/{id}/answer': ({ params: { kind, id }, body }, caller) =>
      db.transaction(async (tx) => {
        const conversation = CONVERSATIONS[kind]
        if (!(await conversation.lock(tx, id))) throw notFound()
        const known = await conversation.textOf(tx, id, body.id)
        if (known === body.text) return null
        if (known !== undefined) throw refused('error.idempotencyReused')
        const messages = await conversation.messages(tx, id, MOST_SHOWN)
        await asSeen(tx, { kind, id, seen: body.seen, last: messages.at(-1)?.answeredBy })
        if (messages.length >= MOST_SHOWN - 1) throw refused('inbox.refused.full')
        await conversation.answer(tx, options, { id: body.id, to: id, text: body.text, by: staffOf(caller).email })
        if ((await conversation.textOf(tx, id, body.id)) === undefined) throw notFound()
        await audit(tx, {
          ...{ by: whoAsks(caller), act: `${kind}.answer`, subject: { kind, id } },
          after: { message: body.id },
        })
        return null
      }),

    'POST /office/inbox/{kind}/{id}/done': ({ params, body }, caller) =>
      move(caller, { ...params, seen: body.seen, to: 'done' }),

    'POST /office/inbox/{kind}/{id}/reopen': ({ params, body }, caller) =>
      move(caller, { ...params, seen: body.seen, to: 'open' }),

    'POST /office/inbox/withdrawal/{id}/decide': ({ params: { id }, body: { decision, text, seen } }, caller) =>
      db.transaction(async (tx) => {
        const withdrawal = await lockWithdrawal(tx, id)
        if (!withdrawal) throw notFound()
        await asSeen(tx, { kind: 'withdrawal', id, seen })
        const done = await decideWithdrawal(tx, { mailDomain }, { id, decision, text, by: staffOf(caller).email })
        if (done !== 'done') throw refused('inbox.refused.decided')
        const act = decision === 'accepted' ? 'withdrawal.accept' : 'withdrawal.refuse'
        const about = { memberId: null, email: withdrawal.email }
        await audit(tx, { by: whoAsks(caller), act, subject: { kind: 'withdrawal', id }, reason: text, about })
        return null
      }),

    'POST /office/inbox/review/{id}/decide': ({ params: { id }, body: { decision, reason, seen } }, caller) =>
      db.transaction(async (tx) => {
        const done = await decideReview(tx, events, { id, decision, reason, by: staffOf(caller).email })
        if (done === 'no review') throw notFound()
        if (done === 'same') throw refused('inbox.refused.decided')
        // Its own change is one.
        await asSeen(tx, { kind: 'review', id: String(id), seen: seen + 1 })
        const act = decision === 'published' ? 'review.publish' : 'review.reject'
        const about = await writerOf(tx, id)
        await audit(tx, { by: whoAsks(caller), act, subject: { kind: 'review', id: String(id) }, reason, about })
        return null
      }),
  } satisfies Handlers<typeof inboxActs>)
}

/** `last`: who wrote the last message for the shop; null: the customer did. */
async function asSeen(
  tx: Transaction,
  { kind, id, seen, last }: { kind: Kind; id: string; seen: number; last?: string | null | undefined },
): Promise<void> {
  if ((await store.versionOf(tx, kind, id)) === seen) return
  if (last) throw refused('inbox.refused.answered', { who: last })
  throw refused('inbox.refused.changed')
}

async function give(
  tx: Transaction,
  caller: Caller,
  { kind, id, to, from }: { kind: Kind; id: string; to: string | null; from: string | null },
): Promise<null> {
  const row = isIdOf(kind, id) ? await store.lockAssignment(tx, kind, id) : undefined
  if (!row) throw notFound()
  if (row.assignedTo === to) return null
  if (row.assignedTo !== from) {
    if (row.assignedTo === null) throw refused('inbox.refused.free')
    throw refused('inbox.refused.taken', { who: await store.nameOf(tx, row.assignedTo) })
  }
  if (to !== null && !(await store.answerers(tx)).some((one) => one.id === to)) throw refused('inbox.refused.nobody')
  await store.assign(tx, kind, id, to)
  await audit(tx, {
    ...{ by: whoAsks(caller), act: `${kind}.assign`, subject: { kind, id } },
    ...{ before: { to: row.assignedTo }, after: { to } },
  })
  return null
}
