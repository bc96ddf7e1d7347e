// Refunds: which units they are for, and those that a person makes (decision F7).
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orderLines, orders } from '#rooms/orders/tables.ts'
import { payments } from './tables.ts'

const moment = () => timestamp({ withTimezone: true })

/** Money on its way back: the row is there, with its own id, before the provider is asked, so that it goes once. */
export const refunds = pgTable(
  'refunds',
  {
    /** The idempotency key at the provider. */
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** late, surplus: by itself. waiting, buyer: an order that waits too long. operator: a person. */
    cause: text({ enum: ['late', 'surplus', 'waiting', 'buyer', 'operator'] }).notNull(),
    /** Fixed when it is begun: to a balance only where its member has chosen that (decision F7). */
    destination: text({ enum: ['source', 'balance'] })
      .notNull()
      .default('source'),
    actor: text().notNull(),
    reason: text().notNull(),
    state: text({ enum: ['wanted', 'asked', 'pending', 'done', 'failed', 'dropped'] })
      .notNull()
      .default('wanted'),
    /** What had gone back when the provider was asked: what it says later tells whether this one is in it. */
    refundedBefore: bigint({ mode: 'number' }),
    providerRef: text(),
    problem: text(),
    createdAt: moment().notNull().defaultNow(),
    askedAt: moment(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    // Also what is done or failed, of which there is more each year: asked for after each answer of a provider.
    index('refunds_of_payment').on(t.paymentId),
    uniqueIndex('refunds_open').on(t.paymentId).where(sql`state in ('wanted', 'asked', 'pending')`),
    index('refunds_order').on(t.orderId),
    check('refunds_amount_check', sql`${t.amount} > 0`),
    check('refunds_destination_check', sql`${t.destination} in ('source', 'balance')`),
    check('refunds_state_check', sql`${t.state} in ('wanted', 'asked', 'pending', 'done', 'failed', 'dropped')`),
  ],
)

/** Which units of an order's lines a refund is for (decision F7). */
export const refundUnits = pgTable(
  'refund_units',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    orderLineId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orderLines.id),
    /** Counted from 1 within the line. */
    unit: integer().notNull(),
    /** Its key in the vault; null while it waits for one. */
    keyId: bigint({ mode: 'number' }),
    amount: bigint({ mode: 'number' }).notNull(),
    /** When its money had gone and its key was taken back. */
    settledAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.orderLineId, t.unit] }),
    index('refund_units_line').on(t.orderLineId),
    check('refund_units_unit_check', sql`${t.unit} between 1 and 1000`),
    check('refund_units_amount_check', sql`${t.amount} >= 0`),
  ],
)

/** Refunds that a person makes, at a provider that has no call for them (docs/decisions/057). */
export const refundTasks = pgTable(
  'refund_tasks',
  {
    /** Read out and typed. */
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    since: moment().notNull().defaultNow(),
    /** made: a person says so. seen: its provider does, and nobody had said it before. givenUp: it is not made. */
    outcome: text({ enum: ['made', 'seen', 'givenUp'] }),
    endedAt: moment(),
    /** What the provider calls the refund. */
    reference: text(),
    actor: text(),
    reason: text(),
    /** Since when the provider's own figures contain what a person said that he made. */
    seenAt: moment(),
  },
  (t) => [
    uniqueIndex('refund_tasks_refund').on(t.refundId),
    index('refund_tasks_open').on(t.number).where(sql`outcome is null`),
    check('refund_tasks_outcome_check', sql`${t.outcome} in ('made', 'seen', 'givenUp')`),
    check('refund_tasks_ended_check', sql`(${t.outcome} is null) = (${t.endedAt} is null)`),
  ],
)
