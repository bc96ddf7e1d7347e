// Members' secrets for authenticator apps, and the codes for the day on which the telephone is lost.
import { bigint, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { members } from '#rooms/members/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const totpSecrets = pgTable(
  'totp_secrets',
  {
    memberId: uuid()
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    sealed: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Null: shown to its member, who has not typed a code yet. */
    enabledAt: moment(),
    /** Thirty seconds since the epoch: a code counts once, so none of this step or before counts again. */
    lastStep: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [index().on(t.createdAt)],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Keyed: 50 random bits are guessed from a plain one. */
    hash: bytea().notNull(),
    usedAt: moment(),
    madeAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.hash] })],
)
