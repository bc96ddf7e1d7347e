// What a member writes comes in once, however often it is sent, and at a bearable pace; the operator is told by mail.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { mailOperator } from '#rooms/alerts/hands.ts'
import { attachFiles } from './file-store.ts'
import { MOST_MESSAGES, PACE, type Topic } from './limits.ts'
import * as store from './store.ts'

/** Whether there is an order of this number that is this member's own. */
export type OwnsOrder = (db: Queryable, memberId: string, orderNo: string) => Promise<boolean>

export interface WritingOptions {
  db: Database
  ownsOrder: OwnsOrder
  /** The address that the pages name. */
  supportEmail: () => Promise<string>
  mailDomain: () => string
}

interface Written {
  /** Made by the client. */
  id: string
  memberId: string
  text: string
  files: string[]
}

const reused = () => refused('error.idempotencyReused')

/** Sent again is what was written; anything else under its id is refused. */
async function mustBeWritten(
  tx: Transaction,
  { id, ticketId, text, files }: Omit<Written, 'memberId'> & { ticketId: string },
): Promise<void> {
  const known = await store.messageText(tx, ticketId, id)
  if (known === undefined) throw notFound()
  if (known !== text || !(await store.hasFiles(tx, id, files))) throw reused()
}

export type Writing = ReturnType<typeof createWriting>

export function createWriting({ db, ownsOrder, supportEmail, mailDomain }: WritingOptions) {
  /** Whoever closes and opens his tickets in turns does not fill the operator's mailbox. */
  function tellOperator(tx: Transaction, recipient: string, data: { ticketId: string; messageId: string }) {
    const alert = { kind: 'tickets.many', subject: 'tickets' } as const
    return mailOperator(tx, { recipient, template: 'ticketForOperator', data, mailDomain: mailDomain(), alert })
  }

  /** All of them or none: what was sent twice, or is another's, or was forgotten, is not there. */
  async function attach(tx: Transaction, { id, memberId, files }: Pick<Written, 'id' | 'memberId' | 'files'>) {
    if (files.length === 0) return
    if ((await attachFiles(tx, memberId, id, files)) !== files.length) throw refused('support.file.gone')
  }

  return {
    /** A new ticket, or nothing when it is here already. */
    async open(asked: Written & { subject: string; topic: Topic; orderNo: string; locale: string }): Promise<void> {
      const { id, memberId, text, orderNo, ...more } = asked
      const operator = await supportEmail()
      await db.transaction(async (tx) => {
        if ((await store.addTicket(tx, { id, memberId, orderNo: orderNo || null, ...more })) === 0) {
          const known = await store.ownTicket(tx, memberId, id)
          if (!known) throw notFound()
          const { subject, topic } = asked
          if (known.subject !== subject || known.topic !== topic || (known.orderNo ?? '') !== orderNo) throw reused()
          return mustBeWritten(tx, { ...asked, ticketId: id })
        }
        // Whoever writes takes turns with himself: the counts below are of what is through.
        if (!(await takeTurn(tx, [`ticket of ${memberId}`], PACE.ticketSeconds))) throw refused('support.limit.minute')
        if ((await store.writtenToday(tx, memberId)).tickets > PACE.ticketsADay) throw refused('support.limit.day')
        if (orderNo && !(await ownsOrder(tx, memberId, orderNo)))
          throw invalid([{ path: 'orderNo', message: 'support.error.orderNo' }])
        if ((await store.addMessage(tx, { id, ticketId: id, answeredBy: null, text })) === 0) throw notFound()
        await attach(tx, asked)
        await tellOperator(tx, operator, { ticketId: id, messageId: id })
      })
    },

    async reply({ id, ticketId, memberId, text, files }: Written & { ticketId: string }): Promise<void> {
      const operator = await supportEmail()
      await db.transaction(async (tx) => {
        const ticket = await store.lockOwnTicket(tx, memberId, ticketId)
        if (!ticket) throw notFound()
        if ((await store.addMessage(tx, { id, ticketId, answeredBy: null, text })) === 0)
          return mustBeWritten(tx, { id, ticketId, text, files })
        if (!(await takeTurn(tx, [`ticket reply of ${memberId}`], PACE.replySeconds)))
          throw refused('support.limit.soon')
        if ((await store.countMessages(tx, ticketId)) > MOST_MESSAGES) throw refused('support.limit.messages')
        await attach(tx, { id, memberId, files })
        await store.moveTicket(tx, ticketId, 'open')
        if ((await store.writtenToday(tx, memberId)).messages > PACE.repliesADay) throw refused('support.limit.day')
        // As long as nobody has answered, one mail says that there is something to answer.
        if (ticket.state !== 'open') await tellOperator(tx, operator, { ticketId, messageId: id })
      })
    },

    async move({ ticketId, memberId, closed }: { ticketId: string; memberId: string; closed: boolean }): Promise<void> {
      const operator = await supportEmail()
      await db.transaction(async (tx) => {
        const ticket = await store.lockOwnTicket(tx, memberId, ticketId)
        if (!ticket) throw notFound()
        if ((ticket.state === 'closed') === closed) return
        await store.moveTicket(tx, ticketId, closed ? 'closed' : 'open')
        if (closed) return
        if (!(await takeTurn(tx, [`ticket reopened by ${memberId}`], PACE.ticketSeconds)))
          throw refused('support.limit.minute')
        await tellOperator(tx, operator, { ticketId, messageId: ticketId })
      })
    },
  }
}
