// Sessions of members, the browsers that they have signed in from, and when.
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { members } from '#rooms/members/tables.ts'

const moment = () => timestamp({ withTimezone: true })
const memberId = () =>
  uuid()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' })

export const knownDevices = pgTable(
  'known_devices',
  {
    memberId: memberId(),
    /** Hash of the browser's own random cookie. */
    deviceHash: bytea().notNull(),
    lastSeenAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.deviceHash] })],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the token, which is random: nothing is gained by a slower hash. */
    tokenHash: bytea().notNull(),
    memberId: memberId(),
    /** How long it lives without being used. */
    seconds: integer().notNull(),
    address: text().notNull(),
    country: text(),
    system: text().notNull(),
    device: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When its member last proved who he is: at the sign-in, or since by step-up (decision F3). */
    provedAt: moment().notNull().defaultNow(),
    usedAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (t) => [unique('sessions_token_hash_key').on(t.tokenHash), index().on(t.memberId), index().on(t.expiresAt)],
)

export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: memberId(),
    address: text().notNull(),
    country: text(),
    system: text().notNull(),
    device: text().notNull(),
    method: text().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.memberId, t.at, t.id), index().on(t.at)],
)
