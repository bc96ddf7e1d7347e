// What people write to the shop, and who wants its newsletter (specification §3, decision D5).
import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

export const enquiries = pgTable(
  'enquiries',
  {
    id: uuid().primaryKey(),
    /** 1 sell to us, 2 wholesale (D5). */
    type: smallint().notNull(),
    fillName: text().notNull(),
    email: text().notNull(),
    /** How else to be reached; the specification calls it `skype`. */
    contact: text().notNull().default(''),
    region: text().notNull().default(''),
    message: text().notNull().default(''),
    locale: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** The shop wrote last; null: it waits for an answer. */
    answeredAt: moment(),
    handledAt: moment(),
  },
  (t) => [
    index().on(t.createdAt),
    index('enquiries_lower_idx').on(sql`lower(${t.email})`),
    check('enquiries_type', sql`${t.type} in (1, 2)`),
  ],
)

/** What was written about it after it came. */
export const enquiryMessages = pgTable(
  'enquiry_messages',
  {
    /** Made by whoever writes: what is sent twice is one message. */
    id: uuid().primaryKey(),
    enquiryId: uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: 'cascade' }),
    /** Who answered for the shop, for its own records; null: who enquired. */
    answeredBy: text(),
    text: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [index('enquiry_messages_of').on(t.enquiryId, t.createdAt, t.id)],
)

/** Asked → confirmed by the mailed link (a signature of the id, kept nowhere) → left again. Nobody gets a newsletter that he did not confirm. */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: uuid().primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    locale: text().notNull(),
    state: text({ enum: ['asked', 'confirmed', 'left'] }).notNull(),
    askedAt: moment().notNull().defaultNow(),
    confirmedAt: moment(),
    leftAt: moment(),
  },
  (t) => [uniqueIndex().on(t.email), check('newsletter_state', sql`${t.state} in ('asked', 'confirmed', 'left')`)],
)
