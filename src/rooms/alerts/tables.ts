// What an operator must look at: nothing is ever held or dropped in silence (decisions C4, E7).
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orders } from '#rooms/orders/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const alerts = pgTable(
  'alerts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When it was first raised, and last. */
    at: moment().notNull().defaultNow(),
    lastAt: moment().notNull().defaultNow(),
    kind: text().notNull(),
    /** What it is about: an order, a payment, a job. Open alerts are unique per kind and subject. */
    subject: text().notNull(),
    orderId: uuid().references(() => orders.id),
    /** As they were said last. Never a secret: they are mailed. */
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Money waits for a decision: the operator is told at once. */
    money: boolean().notNull().default(false),
    /** How often it was raised since it is open. */
    count: integer().notNull().default(1),
    /** When the operator was told what stands here; null: not yet. */
    toldAt: moment(),
    resolvedAt: moment(),
    /** When a person said that he has seen to it; null again once it has mended itself. */
    settledAt: moment(),
  },
  (t) => [
    index().on(t.orderId),
    uniqueIndex('alerts_open').on(t.kind, t.subject).where(sql`resolved_at is null`),
    index('alerts_open_latest').on(t.money, t.lastAt, t.id).where(sql`resolved_at is null`),
    index('alerts_untold').on(t.kind).where(sql`told_at is null`),
    index('alerts_of_subject').on(t.kind, t.subject),
  ],
)

/** What is told of alerts besides by mail: one message per channel, kind and telling. */
export const alertMessages = pgTable(
  'alert_messages',
  {
    id: uuid().primaryKey(),
    at: moment().notNull().defaultNow(),
    channel: text().notNull(),
    /** Null: a test. */
    kind: text(),
    alertIds: bigint({ mode: 'number' }).array().notNull(),
    tries: integer().notNull().default(0),
    sentAt: moment(),
    /** When it was first not taken. */
    failedAt: moment(),
    givenUpAt: moment(),
    /** One word of why, never an address. */
    error: text(),
  },
  (t) => [
    index('alert_messages_at').on(t.at, t.id),
    index('alert_messages_sent').on(t.channel, t.sentAt).where(sql`sent_at is not null`),
    index('alert_messages_failed').on(t.channel, t.failedAt).where(sql`failed_at is not null`),
  ],
)
