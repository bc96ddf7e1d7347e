// What people who work here did: a row for each change and each reveal, which triggers let nobody change or take away.
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
  },
  // Whatever it is narrowed to, the newest come first.
  (t) => [
    index('audit_log_newest').on(t.at, t.id),
    index('audit_log_of_act').on(t.act, t.at, t.id),
    index('audit_log_by_staff').on(t.staffId, t.at, t.id),
    index('audit_log_of_act_by_staff').on(t.staffId, t.act, t.at, t.id),
    index('audit_log_about').on(t.subjectKind, t.subjectId, t.at, t.id),
  ],
)
