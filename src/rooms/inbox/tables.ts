// What people wrote to the shop, as one queue. Triggers on the tables of the four kinds write its rows (docs/decisions/060);
// this room itself writes whose an item is, and the replies that it keeps.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { staff } from '#rooms/staff/tables.ts'

export const inboxItems = pgTable(
  'inbox_items',
  {
    kind: text({ enum: ['enquiry', 'review', 'ticket', 'withdrawal'] }).notNull(),
    /** In the table of its kind. */
    itemId: text().notNull(),
    /** `open`: it waits for the shop; `waiting`: for whoever wrote it; `done`: for nobody. */
    state: text({ enum: ['open', 'waiting', 'done'] }).notNull(),
    /** Since when it is in this state. */
    since: timestamp({ withTimezone: true }).notNull(),
    /** Another after everything that was written or decided. */
    version: integer().notNull().default(1),
    assignedTo: uuid().references(() => staff.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.itemId] }),
    index('inbox_items_queue').on(t.kind, t.state, t.since, t.itemId),
    index('inbox_items_mine').on(t.assignedTo, t.kind, t.since, t.itemId).where(sql`state = 'open'`),
    check('inbox_items_kind', sql`${t.kind} in ('enquiry', 'review', 'ticket', 'withdrawal')`),
    check('inbox_items_state', sql`${t.state} in ('open', 'waiting', 'done')`),
  ],
)

export const inboxReplies = pgTable(
  'inbox_replies',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** In which language it is written. */
    locale: text().notNull(),
    body: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [index('inbox_replies_name').on(t.name, t.locale, t.id)],
)
