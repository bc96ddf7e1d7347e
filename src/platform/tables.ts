// Tables of the ground itself.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea, xid8 } from './database/columns.ts'

/** Calls per minute; the bucket is a hash of the call and the address. */
export const rateLimits = pgTable('rate_limits', {
  bucket: bytea().primaryKey(),
  minute: timestamp({ withTimezone: true }).notNull(),
  calls: integer().notNull(),
})

/** Every key that ever sealed something here, by its short name: what must be in the keyring as long as it is needed. */
export const keyringKeys = pgTable('keyring_keys', {
  id: text().primaryKey(),
  since: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** The keys of fingerprints, which outlive the keyring's; sealed with its newest. */
export const fingerprintKeys = pgTable('fingerprint_keys', {
  purpose: text().primaryKey(),
  sealed: bytea().notNull(),
})

/** What must not be forgotten by a restore to an earlier moment, until it stands in the journal's file (decision E8). */
export const journalEntries = pgTable('journal_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  value: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** One row: whose journal it is, and how many batches were written to files. */
export const journal = pgTable('journal', {
  only: boolean().primaryKey().default(true),
  shop: uuid().notNull().defaultRandom(),
  batch: bigint({ mode: 'number' }).notNull().default(0),
})

/** What an operator may change while the shop runs, by the keys under which rooms declare it (settings/define.ts). */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** Every change of a setting, written by a trigger; null: there was none, or there is none any more. */
export const settingChanges = pgTable(
  'setting_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    before: text(),
    after: text(),
    actor: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.key, t.id)],
)

/** When each process last found that it can write. */
export const heartbeats = pgTable('heartbeats', {
  instance: uuid().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
})

/** What happened, appended in the transaction of what did (events/define.ts). Ids and facts; nothing of a person. */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Its transaction: read in this order, and never beyond one that is still open. */
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
    name: text().notNull(),
    subject: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.xid, t.id] })],
)

/** How far each subscriber is that is told afterwards. */
export const eventCursors = pgTable('event_cursors', {
  subscriber: text().primaryKey(),
  xid: xid8().notNull(),
  id: bigint({ mode: 'number' }).notNull(),
  /** When a process last said that it has this subscriber. */
  seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  failures: integer().notNull().default(0),
  failedSince: timestamp({ withTimezone: true }),
  retryAt: timestamp({ withTimezone: true }),
})
