// What people who work here did: a row for each change and each reveal, which triggers let nobody change or take away.
import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null: a command on the shop's own machine. */
    staffId: uuid(),
    /** By which address he was known then, or which user of the machine. */
    actor: text().notNull(),
    /** From where; null: from the machine itself. */
    address: text(),
    /** `staff.signIn`: a noun and a verb. */
    act: text().notNull(),
    /** Whatever it was done to: `staff`, `order`, and its id. */
    subjectKind: text().notNull(),
    subjectId: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text().notNull().default(''),
    /** Whom it is about, and what it says of him, sealed under his key; once that is gone, for ever. */
    personId: bigint({ mode: 'number' }),
    sealed: bytea(),
  },
  // Whatever it is narrowed to, the newest come first.
  (t) => [
    index('audit_log_newest').on(t.at, t.id),
    index('audit_log_of_act').on(t.act, t.at, t.id),
    index('audit_log_by_staff').on(t.staffId, t.at, t.id),
    index('audit_log_of_act_by_staff').on(t.staffId, t.act, t.at, t.id),
    index('audit_log_of_person').on(t.personId, t.at).where(sql`person_id is not null`),
    index('audit_log_about').on(t.subjectKind, t.subjectId, t.at, t.id),
  ],
)

/** A key for each person whom the log says something of: with its row, what was sealed under it is gone (decision F11). */
export const auditPeople = pgTable(
  'audit_people',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: uuid(),
    /** In lower case, of whoever is no member. */
    address: text(),
    key: bytea().notNull(),
  },
  (t) => [
    unique('audit_people_member_id_key').on(t.memberId),
    unique('audit_people_address_key').on(t.address),
    check('audit_people_are_known', sql`num_nonnulls(${t.memberId}, ${t.address}) = 1`),
  ],
)
