// Comparing payments with what each provider has on its own list.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { payments } from './tables.ts'

const moment = () => timestamp({ withTimezone: true })

/** How far the nightly comparison with each provider's own list has come; one row each (docs/decisions/051). */
export const reconciliations = pgTable(
  'reconciliations',
  {
    provider: text().primaryKey(),
    /** Since when the shop knows this provider. */
    since: moment().notNull().defaultNow(),
    /** Null: none is under way. */
    stage: text({ enum: ['list', 'unlisted', 'ask', 'open'] }),
    /** Where within the stage; what it means is the stage's business, or the provider's. */
    cursor: text(),
    /** What happened at the provider between these is compared. */
    fromAt: moment(),
    toAt: moment(),
    beganAt: moment(),
    finishedAt: moment(),
    /** Up to where all has been compared. */
    finishedTo: moment(),
    /** Counts of the latest comparison: lines of the provider's list, payments asked about, and those without an answer. */
    seen: integer().notNull().default(0),
    asked: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
  },
  (t) => [check('reconciliations_stage_check', sql`${t.stage} in ('list', 'unlisted', 'ask', 'open')`)],
)

/** What a provider has otherwise than we do. Open ones are unique, so that the same is told once. */
export const paymentDifferences = pgTable(
  'payment_differences',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    what: text().notNull(),
    /** Our attempt, or what the provider calls a payment that we do not have. */
    ref: text().notNull(),
    paymentId: uuid().references(() => payments.id),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    foundAt: moment().notNull().defaultNow(),
    /** When the operator was last told what it says; null: the provider is just being asked about it. */
    toldAt: moment(),
    /** When both said the same again; of a settled one also when they came to differ otherwise. */
    goneAt: moment(),
    /** A person has dealt with it: just this is not told again. */
    settledAt: moment(),
    settledBy: text(),
    settledReason: text(),
    /** Of `listedOtherwise`: whether the list has it as it is known on every page of this comparison. Null: it has named it on none. */
    listedAsKnown: boolean(),
  },
  (t) => [uniqueIndex('payment_differences_open').on(t.provider, t.what, t.ref).where(sql`gone_at is null`)],
)
