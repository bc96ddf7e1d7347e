// Who works here, what each may do, and how he signs in.
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

const moment = () => timestamp({ withTimezone: true })

export const staffRoles = pgTable('staff_roles', {
  /** `owner` may do everything, whatever is granted. */
  name: text().primaryKey(),
})

export const staffGrants = pgTable(
  'staff_grants',
  {
    role: text()
      .notNull()
      .references(() => staffRoles.name, { onDelete: 'cascade' }),
    permission: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.role, t.permission] })],
)

/** Permissions that were granted to the roles that they are meant for at first: once, then roles are what people make of them. */
export const staffPermissions = pgTable('staff_permissions', { name: text().primaryKey() })

export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** By which it is found and is one. */
    emailKey: text().notNull(),
    name: text().notNull().default(''),
    role: text()
      .notNull()
      .references(() => staffRoles.name),
    /** Argon2id. Null: the invitation waits. */
    passwordHash: text(),
    /** Who a demo shop's visitors are in its office; in a shop that sells he is nobody. */
    isDemo: boolean().notNull().default(false),
    madeAt: moment().notNull().defaultNow(),
    blockedAt: moment(),
    /** In which his mails are: of the browser in which he signed in last. */
    locale: text().notNull().default('en-US'),
    /** When he last pressed or typed something, to the minute; sessions are forgotten sooner. */
    activeAt: moment(),
  },
  (t) => [unique('staff_email_key_key').on(t.emailKey), index('staff_listed_by_role').on(t.role, t.emailKey)],
)

const staffId = () =>
  uuid()
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' })

/** Links with which somebody begins, or begins anew; each person has one at most. */
export const staffLinks = pgTable(
  'staff_links',
  {
    staffId: staffId().primaryKey(),
    /** SHA-256 of the token, which is random. */
    tokenHash: bytea().notNull(),
    /** The secret of the authenticator app that the page shows, until a code of it comes. */
    sealedSecret: bytea(),
    expiresAt: moment().notNull(),
    /** Who made it and may know it; null: a command of the shop's machine. */
    madeBy: uuid().references(() => staff.id, { onDelete: 'cascade' }),
  },
  (t) => [unique('staff_links_token_hash_key').on(t.tokenHash), index('staff_links_over').on(t.expiresAt)],
)

export const staffAuthenticators = pgTable('staff_authenticators', {
  staffId: staffId().primaryKey(),
  sealed: bytea().notNull(),
  madeAt: moment().notNull().defaultNow(),
  /** Thirty seconds since the epoch: a code counts once, so none of this step or before counts again. */
  lastStep: bigint({ mode: 'number' }).notNull(),
})

export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    staffId: staffId(),
    /** Keyed: 50 random bits are guessed from a plain one. */
    hash: bytea().notNull(),
    usedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.hash] })],
)

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey(),
    staffId: staffId(),
    tokenHash: bytea().notNull(),
    address: text().notNull(),
    system: text().notNull(),
    device: text().notNull(),
    beganAt: moment().notNull().defaultNow(),
    /** When a person last pressed or typed something in it. */
    usedAt: moment().notNull().defaultNow(),
    provedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    unique('staff_sessions_token_hash_key').on(t.tokenHash),
    index('staff_sessions_of').on(t.staffId),
    index('staff_sessions_used').on(t.usedAt),
  ],
)

/** Browsers in which somebody has signed in; another is told him by mail. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    staffId: staffId(),
    /** SHA-256 of what its cookie holds, which is random. */
    deviceHash: bytea().notNull(),
    lastSeenAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.deviceHash] }), index('staff_devices_old').on(t.lastSeenAt)],
)

export const staffPasskeyHandles = pgTable(
  'staff_passkey_handles',
  {
    staffId: staffId().primaryKey(),
    /** Random: devices keep it and show it to whoever holds them, so it says nothing of the person. */
    handle: bytea().notNull(),
  },
  (t) => [unique('staff_passkey_handles_handle_key').on(t.handle)],
)

/** As members have them, and none of theirs. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: uuid().primaryKey(),
    staffId: staffId(),
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
    /** Whether its maker keeps a copy for the person's other devices. */
    synced: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
    usedAt: moment(),
    /** Its counter went backwards, so there may be a copy: it opens nothing any more. */
    doubtedAt: moment(),
  },
  (t) => [
    unique('staff_passkeys_credential_id_key').on(t.credentialId),
    index('staff_passkeys_of').on(t.staffId, t.createdAt, t.id),
  ],
)

export const staffPasskeyChallenges = pgTable(
  'staff_passkey_challenges',
  {
    /** SHA-256 of the challenge, which is random. */
    hash: bytea().primaryKey(),
    purpose: text({ enum: ['add', 'login', 'prove'] }).notNull(),
    /** Whose answer counts; null: anybody's, for he is about to sign in. */
    sessionId: uuid().references(() => staffSessions.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [index('staff_passkey_challenges_old').on(t.createdAt), index('staff_passkey_challenges_of').on(t.sessionId)],
)
