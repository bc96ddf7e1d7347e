// Files that were uploaded (decision F10). The tables that show one refer to it; what nothing refers to goes after a day.
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import type { Cut } from './limits.ts'

export const uploads = pgTable(
  'uploads',
  {
    /** SHA-256 of the file as it came, or of what a cut is of: the same twice is one row, and an id names the same picture for ever. */
    id: text().primaryKey(),
    mediaType: text().notNull(),
    /** Pixels, as it is kept. */
    width: integer().notNull(),
    height: integer().notNull(),
    content: bytea().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Who of the office did so first, by his address; null: a program, or before this was noted. */
    uploadedBy: text(),
    /** Since when nothing refers to it, as the night's job last saw it; null: something does. */
    unusedSince: timestamp({ withTimezone: true }).defaultNow(),
    /** The upload that it is a part of; null: it is whole, as it was uploaded. */
    originalId: text().references((): AnyPgColumn => uploads.id),
    cut: jsonb().$type<Cut>(),
  },
  (t) => [
    index('uploads_library').on(t.createdAt, t.id).where(sql`${t.originalId} is null`),
    index().on(t.originalId).where(sql`${t.originalId} is not null`),
    check('uploads_cut', sql`(${t.originalId} is null) = (${t.cut} is null)`),
  ],
)
