// What members are told in their centre. The words are chosen when it is read, in the language in which it is.
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from '#rooms/members/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const memberNotices = pgTable(
  'member_notices',
  {
    id: uuid().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Which words: `notices.<kind>`. */
    kind: text().notNull(),
    /** What fills them. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: moment().notNull().defaultNow(),
    readAt: moment(),
  },
  (t) => [
    index().on(t.memberId, t.createdAt, t.id),
    index('member_notices_unread').on(t.memberId).where(sql`read_at is null`),
    index().on(t.createdAt),
  ],
)
