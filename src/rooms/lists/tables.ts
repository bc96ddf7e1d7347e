// Lists of the back office: files of them, which columns each person sees, views with a name.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { staff } from '#rooms/staff/tables.ts'

const moment = () => timestamp({ withTimezone: true })
const personId = () =>
  uuid()
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' })

/** A list as a file that is too long to be answered at once, or was. */
export const listFiles = pgTable(
  'list_files',
  {
    id: uuid().primaryKey(),
    staffId: personId(),
    list: text().notNull(),
    query: jsonb().$type<Record<string, string>>().notNull(),
    columns: text().array().notNull(),
    /** Language of its headings, and the time zone of its moments, as they were when it was asked for. */
    locale: text().notNull(),
    /** Asked for by a visitor of a demo shop's office. */
    isDemo: boolean().notNull().default(false),
    zone: text().notNull(),
    state: text({ enum: ['running', 'done'] })
      .notNull()
      .default('running'),
    /** The list's own word for where it goes on. */
    after: text(),
    rows: integer().notNull().default(0),
    parts: integer().notNull().default(0),
    /** The list goes on, the file does not. */
    isCut: boolean().notNull().default(false),
    madeAt: moment().notNull().defaultNow(),
    doneAt: moment(),
  },
  (t) => [
    index('list_files_of_person').on(t.staffId, t.madeAt, t.id),
    index('list_files_oldest').on(sql`coalesce(${t.doneAt}, ${t.madeAt})`),
    check('list_files_state', sql`${t.state} in ('running', 'done')`),
  ],
)

export const listFileParts = pgTable(
  'list_file_parts',
  {
    fileId: uuid()
      .notNull()
      .references(() => listFiles.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    sealed: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.n] })],
)

/** Which columns of a list a person sees, in his order. */
export const listColumns = pgTable(
  'list_columns',
  {
    staffId: personId(),
    list: text().notNull(),
    columns: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.list] })],
)

/** What a list is narrowed to, in which order and with which columns, under a name. */
export const listViews = pgTable(
  'list_views',
  {
    id: uuid().primaryKey(),
    list: text().notNull(),
    /** Whose it is alone; null: everybody's who may see the list. */
    staffId: uuid().references(() => staff.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    search: jsonb().$type<Record<string, string>>().notNull(),
    madeAt: moment().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('list_views_own').on(t.list, t.staffId, t.name).where(sql`staff_id is not null`),
    uniqueIndex('list_views_shared').on(t.list, t.name).where(sql`staff_id is null`),
    index('list_views_of_person').on(t.staffId),
  ],
)
