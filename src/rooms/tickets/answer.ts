// Somebody of the shop answers a ticket. The member is told by a mail that holds nothing of it, and by whoever subscribes.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { memberById } from '#rooms/members/hands.ts'
import { TICKET_ANSWERED } from './events.ts'
import * as store from './store.ts'

interface TicketAnswer {
  /** Made by whoever answers: the same answer twice is one. */
  id: string
  ticketId: string
  text: string
  /** Who answers, for the shop's own records. */
  by: string
}

interface AnsweringOptions {
  events: Events
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
}

/** False: there is no such ticket. The same answer twice is one, and its member is told once. */
export async function answerTicket(
  tx: Transaction,
  { events, mailDomain }: AnsweringOptions,
  { id, ticketId, text, by }: TicketAnswer,
): Promise<boolean> {
  const ticket = await store.lockTicket(tx, ticketId)
  if (!ticket) return false
  if ((await store.addMessage(tx, { id, ticketId, answeredBy: by, text })) === 0) return true
  await store.moveTicket(tx, ticketId, 'answered')
  const { memberId, subject: title, locale } = ticket
  await events.append(tx, TICKET_ANSWERED.of(ticketId, { messageId: id, memberId }, { title }))
  const member = await memberById(tx, memberId)
  if (!member) return true
  const mailId = randomUUID()
  await promiseMail(tx, {
    id: mailId,
    messageId: `<${mailId}@${mailDomain()}>`,
    recipient: member.email,
    locale,
    template: 'ticketAnswered',
    data: { ticketId },
  })
  return true
}
