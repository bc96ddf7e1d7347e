// Payment attempts and what providers said of them (decision C4).
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '../orders/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const payments = pgTable(
  'payments',
  {
    /** The attempt's id, which the provider gets as its order id: one per attempt, unguessable. */
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    /** The provider's own id; null until its answer to the creation was stored. */
    providerRef: text(),
    redirectUrl: text(),
    /** Last state that the provider itself told us when asked. */
    state: text().notNull().default('created'),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    paidAmount: bigint({ mode: 'number' }),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    /** When to ask the provider again, webhook or not; null once its answer is final. The delay grows with `polls`. */
    pollAt: moment(),
    polls: integer().notNull().default(0),
  },
  (t) => [
    index().on(t.orderId, t.createdAt),
    uniqueIndex().on(t.provider, t.providerRef),
    index('payments_poll').on(t.pollAt).where(sql`poll_at is not null`),
    check('payments_amount', sql`${t.amount} >= 0`),
  ],
)

/** Every webhook, stored before it is handled; unique per provider and event, so that a repetition is seen. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    eventId: text().notNull(),
    kind: text().notNull(),
    providerRef: text(),
    attemptId: text(),
    receivedAt: moment().notNull().defaultNow(),
    handledAt: moment(),
    outcome: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [uniqueIndex().on(t.provider, t.eventId)],
)
