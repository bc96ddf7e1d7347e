// What somebody typed in the back office and has not saved, for as long as its preview is open to him.
import { boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import type { FieldValue } from '#platform/field-changes.ts'
import { staff } from '#rooms/staff/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const previews = pgTable(
  'previews',
  {
    /** Whoever reads this table can open none of them. */
    tokenHash: bytea().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['product', 'page'] }).notNull(),
    /** Which one: the id of a product, the name of a page. */
    subject: text().notNull(),
    /** The page of the shop that it is for, and the language that it is in. */
    path: text().notNull(),
    locale: text().notNull(),
    /** By the field, as it would be saved. */
    said: jsonb().$type<Record<string, FieldValue>>().notNull(),
    isDraft: boolean().notNull(),
    /** Language of the back office for whoever asked. */
    officeLocale: text().notNull(),
    madeAt: moment().notNull().defaultNow(),
  },
  (t) => [index('previews_of_person').on(t.staffId, t.madeAt), index('previews_oldest').on(t.madeAt)],
)
