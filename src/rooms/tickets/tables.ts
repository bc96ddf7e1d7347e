// What members ask support, what is answered, and the files that go with it (decision F10).
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { members } from '#rooms/members/tables.ts'

const moment = () => timestamp({ withTimezone: true })
const memberId = () =>
  uuid()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' })

export const tickets = pgTable(
  'tickets',
  {
    /** Made by the client: what is sent twice is one ticket. */
    id: uuid().primaryKey(),
    memberId: memberId(),
    subject: text().notNull(),
    topic: text({ enum: ['order', 'key', 'payment', 'account', 'other'] }).notNull(),
    /** Of an order of its member's. */
    orderNo: text(),
    state: text({ enum: ['open', 'answered', 'closed'] }).notNull(),
    /** In which it was asked. */
    locale: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Of the last message, or of the last change of its state. */
    updatedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    index().on(t.memberId, t.updatedAt, t.id),
    index('tickets_order').on(t.orderNo, t.updatedAt, t.id).where(sql`order_no is not null`),
    index('tickets_open').on(t.updatedAt, t.id).where(sql`state = 'open'`),
    index('tickets_closed').on(t.updatedAt, t.id).where(sql`state <> 'open'`),
    check('tickets_topic', sql`${t.topic} in ('order', 'key', 'payment', 'account', 'other')`),
    check('tickets_state', sql`${t.state} in ('open', 'answered', 'closed')`),
  ],
)

export const ticketMessages = pgTable(
  'ticket_messages',
  {
    /** Made by the client; the first of a ticket has the ticket's. */
    id: uuid().primaryKey(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Who answered for the shop, for its own records; null: the member wrote. */
    answeredBy: text(),
    text: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.ticketId, t.createdAt, t.id)],
)

/** Apart from the uploads that everybody may see. */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: uuid().primaryKey(),
    memberId: memberId(),
    /** Null: not sent yet; it goes after a day. */
    messageId: uuid().references(() => ticketMessages.id, { onDelete: 'cascade' }),
    /** Within its message. */
    position: integer(),
    name: text().notNull(),
    mediaType: text().notNull(),
    size: integer().notNull(),
    content: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [
    index().on(t.memberId, t.createdAt),
    index().on(t.messageId, t.position),
    index('ticket_files_unsent').on(t.createdAt, t.id).where(sql`message_id is null`),
  ],
)
