// Members' passkeys, under which handle their devices know them, and the challenges that wait for an answer.
import { bigint, boolean, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { members } from '#rooms/members/tables.ts'
import { sessions } from '#rooms/sessions/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const passkeyHandles = pgTable(
  'passkey_handles',
  {
    memberId: uuid()
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Random: devices keep it and show it to whoever holds them, so it says nothing of the member. */
    handle: bytea().notNull(),
  },
  (t) => [unique('passkey_handles_handle_key').on(t.handle)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    credentialId: bytea().notNull(),
    /** COSE. */
    publicKey: bytea().notNull(),
    /** The host for which it was made; no browser uses it for another. */
    rpId: text().notNull(),
    /** How the browser reaches it, in WebAuthn's words. */
    transports: text().array().notNull(),
    name: text().notNull(),
    /** As the authenticator counts; those that are synced do not, and say 0. */
    signCount: bigint({ mode: 'number' }).notNull(),
    /** Whether its maker keeps a copy for the member's other devices. */
    synced: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
    usedAt: moment(),
    /** Its counter went backwards, so there may be a copy: it opens nothing any more. */
    doubtedAt: moment(),
  },
  (t) => [unique('passkeys_credential_id_key').on(t.credentialId), index().on(t.memberId, t.createdAt, t.id)],
)

export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge, which is random. */
    hash: bytea().primaryKey(),
    purpose: text({ enum: ['add', 'login', 'prove'] }).notNull(),
    /** Whose answer counts; null: anybody’s, for he is about to log in. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.createdAt), index().on(t.sessionId)],
)
