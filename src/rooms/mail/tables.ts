// Every mail, from the moment that it is promised. What is queued is a template and ids; the words are written when it
// is sent, and kept sealed, because a delivery mail holds keys (decision E3).
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

const moment = () => timestamp({ withTimezone: true })

export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    /** Message-ID of every try, so that a mail which was sent twice is recognised as one. */
    messageId: text().notNull().unique(),
    recipient: text().notNull(),
    /** The recipient by whichever of his addresses (platform/mailbox.ts): what goes to him is counted by it. */
    mailbox: text(),
    locale: text().notNull(),
    template: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Sealed JSON of subject, html and text, once written. */
    sealed: bytea(),
    /** queued → sent, or kept where there is no mail server; or lapsed: what it tells was over before it could be sent. */
    state: text({ enum: ['queued', 'sent', 'kept', 'lapsed'] })
      .notNull()
      .default('queued'),
    /** Keyed hash of the network of the stranger who caused it; forgotten after days. */
    asker: bytea(),
    attempts: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    sentAt: moment(),
  },
  (t) => [
    index('mails_mailbox').on(t.mailbox, t.template, t.createdAt),
    index('mails_of_order').on(sql`(${t.data} ->> 'orderId')`, t.createdAt).where(sql`data ? 'orderId'`),
    index('mails_of_writing')
      .on(sql`coalesce(data ->> 'ticketId', data ->> 'enquiryId')`)
      .where(sql`data ?| array['ticketId', 'enquiryId']`),
    index('mails_unwritten').on(sql`(${t.data} ->> 'orderId')`).where(sql`sealed is null`),
    index('mails_askers').on(t.createdAt).where(sql`asker is not null`),
    index('mails_newest').on(t.createdAt, t.id),
    index('mails_sent').on(t.createdAt, t.id).where(sql`state = 'sent'`),
    index('mails_kept').on(t.createdAt, t.id).where(sql`state = 'kept'`),
    index('mails_lapsed').on(t.createdAt, t.id).where(sql`state = 'lapsed'`),
    index('mails_queued').on(t.createdAt).where(sql`state = 'queued'`),
  ],
)
