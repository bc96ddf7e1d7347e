// Who the members are, who wants to become one, and how a forgotten password is replaced.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

export const members = pgTable(
  'members',
  {
    id: uuid().primaryKey(),
    /** As it was chosen, and as it is compared (decision F1). It does not change. */
    username: text().notNull(),
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** argon2id with its parameters; null: only passkeys open the account. */
    passwordHash: text(),
    /** The name shown. */
    uname: text().notNull(),
    country: text().notNull().default(''),
    phone: text().notNull().default(''),
    mobile: text().notNull().default(''),
    zip: text().notNull().default(''),
    address: text().notNull().default(''),
    locale: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    passwordChangedAt: moment().notNull().defaultNow(),
    closedAt: moment(),
    /** An operator has barred him from signing in. */
    blockedAt: moment(),
    /** When he was shown what else protects his account: once. */
    securityOfferedAt: moment(),
  },
  (t) => [unique('members_username_key_key').on(t.usernameKey), unique('members_email_key_key').on(t.emailKey)],
)

/** What operators did about members, and why. */
export const memberActs = pgTable(
  'member_acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    at: moment().notNull().defaultNow(),
    act: text().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    did: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('member_acts_member').on(t.memberId, t.id)],
)

/** Pending until the mail is answered (decision D2); an address may have several, and a username is not held. */
export const registrations = pgTable(
  'registrations',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    emailKey: text().notNull(),
    username: text().notNull(),
    passwordHash: text().notNull(),
    subscribes: boolean().notNull(),
    locale: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When it was seen to, once: its address was written to, or it was given up. */
    mailedAt: moment(),
    usedAt: moment(),
  },
  (t) => [index().on(t.emailKey, t.createdAt), index().on(t.createdAt)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid().primaryKey(),
    /** Null: there is no such member. Asking is the same work for both. */
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    /** In which it was asked. */
    locale: text().notNull().default('en-US'),
    createdAt: moment().notNull().defaultNow(),
    mailedAt: moment(),
    usedAt: moment(),
  },
  (t) => [index().on(t.memberId), index().on(t.createdAt)],
)

/**
 * Asked → confirmed by the link that went to the new address → perhaps taken back, by the link that went to the old one or by a
 * change that leads back to it, which then counts as taken back itself (decision F3).
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    emailKey: text().notNull(),
    oldEmail: text().notNull(),
    oldEmailKey: text().notNull(),
    locale: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When it was seen to, once: the new address, or whoever has it already, was written to. */
    mailedAt: moment(),
    confirmedAt: moment(),
    undoneAt: moment(),
  },
  (t) => [
    index().on(t.memberId, t.createdAt, t.id),
    uniqueIndex('email_changes_one_pending').on(t.memberId).where(sql`${t.confirmedAt} is null`),
    index().on(t.createdAt),
    index().on(t.oldEmailKey, t.confirmedAt),
  ],
)
