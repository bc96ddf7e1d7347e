// Changes of many products at once.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { BulkChange } from './bulk-rules.ts'

const moment = () => timestamp({ withTimezone: true })

/** One change of many products at once. */
export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: uuid().primaryKey(),
    change: jsonb().$type<BulkChange>().notNull(),
    /** What it takes back. */
    undoes: uuid()
      .unique('bulk_edits_undoes_key')
      .references((): AnyPgColumn => bulkEdits.id, { onDelete: 'cascade' }),
    state: text({ enum: ['running', 'done'] })
      .notNull()
      .default('running'),
    total: integer().notNull(),
    changed: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** Members who wished for what is changed are told of it (docs/decisions/040). */
    tells: boolean().notNull().default(false),
    reason: text().notNull(),
    staffId: uuid().notNull(),
    actor: text().notNull(),
    address: text().notNull(),
    madeAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (t) => [
    index('bulk_edits_latest').on(t.madeAt, t.id),
    check('bulk_edits_state', sql`${t.state} in ('running', 'done')`),
  ],
)

export const BULK_ROW_STATES = ['waiting', 'changed', 'same', 'touched', 'impossible', 'gone'] as const

/** Each row that it was frozen to when it began: an offer, or a product. */
export const bulkEditRows = pgTable(
  'bulk_edit_rows',
  {
    bulkId: uuid()
      .notNull()
      .references(() => bulkEdits.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    productId: integer().notNull(),
    /** Null: the product itself is changed. */
    offerId: integer(),
    /** US cents, flags of `SALE` (bulk-rules.ts), or a category: what it was; of what takes back what it must be still. */
    before: integer(),
    after: integer(),
    state: text({ enum: BULK_ROW_STATES }).notNull().default('waiting'),
  },
  (t) => [
    primaryKey({ columns: [t.bulkId, t.n] }),
    index('bulk_edit_rows_waiting').on(t.bulkId, t.n).where(sql`${t.state} = 'waiting'`),
    index('bulk_edit_rows_skipped').on(t.bulkId, t.n).where(sql`${t.state} not in ('waiting', 'changed')`),
    check('bulk_edit_rows_state', sql`${t.state} in ('waiting', 'changed', 'same', 'touched', 'impossible', 'gone')`),
  ],
)
