// Payment attempts and what providers said of them (decision C4).
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orderLines, orders } from '#rooms/orders/tables.ts'
import type { Claim, Instruction, PaymentForm } from './providers/provider.ts'

const moment = () => timestamp({ withTimezone: true })

/** What shoppers pay by, as the operator has set it; orders refer to the ids. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: integer().primaryKey(),
    /** Its name among the providers that the shop knows. */
    provider: text().notNull(),
    /** By language code; null: as its provider is called. */
    label: jsonb().$type<Record<string, string>>(),
    /** Basis points of goods. */
    feeBp: integer().notNull().default(0),
    /** ISO 4217 codes, or `*` alone: any. */
    currencies: text().array().notNull().default(['*']),
    /** ISO 4217 code → the least that is taken, in hundredths. */
    minimum: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** For how long keys stay reserved while the payer's bank works (decision C2). */
    underWayHours: integer().notNull().default(72),
    /** Only orders of these alone; empty: whatever is ordered. */
    productTypes: integer().array().notNull().default([]),
    /** Its provider's name for it, of one that has many; null: the one that the provider is set up with. */
    code: text(),
    /** ISO 3166; empty: everywhere. */
    countries: text().array().notNull().default([]),
    /** `countries` are those where it is not offered; else those where alone it is. */
    countriesExcluded: boolean().notNull().default(false),
    position: integer().notNull().default(100),
    enabled: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('payment_methods_code').on(t.provider, t.code),
    check('payment_methods_id_check', sql`${t.id} > 0`),
    check(
      'payment_methods_label_check',
      sql`jsonb_typeof(${t.label}) = 'object' and not jsonb_path_exists(${t.label}, '$.* ? (@.type() != "string")')`,
    ),
    check('payment_methods_fee_check', sql`${t.feeBp} between 0 and 10000`),
    check(
      'payment_methods_currencies_check',
      sql`array_to_string(${t.currencies}, ',', 'null') ~ '^(\\*|[A-Z]{3}(,[A-Z]{3})*)$'`,
    ),
    check(
      'payment_methods_minimum_check',
      sql`jsonb_typeof(${t.minimum}) = 'object' and not jsonb_path_exists(${t.minimum}, '$.* ? (@.type() != "number" || @ < 0 || @.floor() != @)')`,
    ),
    check('payment_methods_under_way_check', sql`${t.underWayHours} between 1 and 8760`),
    check('payment_methods_product_types_check', sql`array_position(${t.productTypes}, null) is null`),
    check('payment_methods_code_check', sql`${t.code} ~ '^[a-z0-9_]{2,40}$'`),
    check(
      'payment_methods_countries_check',
      sql`array_to_string(${t.countries}, ',', 'null') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'`,
    ),
  ],
)

/** Who changed which field of a method from what to what, written by the database itself. */
export const paymentMethodChanges = pgTable(
  'payment_method_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: integer().notNull(),
    /** The column. */
    field: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    actor: text().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [index('payment_method_changes_method').on(t.methodId, t.id)],
)

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
    /** What the shopper must do where the provider has no page to send him to. */
    instructions: jsonb().$type<Instruction[]>(),
    /** What the browser posts to the provider, for one that takes no other way. */
    form: jsonb().$type<PaymentForm>(),
    /** Last state that the provider itself told us when asked. */
    state: text().notNull().default('created'),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    paidAmount: bigint({ mode: 'number' }),
    /** What has gone back to the payer so far, to where it came from or to his balance. */
    refundedAmount: bigint({ mode: 'number' }).notNull().default(0),
    /** Of that, what was put on his balance: the provider has it still. */
    toBalance: bigint({ mode: 'number' }).notNull().default(0),
    /** The provider's own word. */
    rawState: text(),
    /** The method that the shopper chose, and its fee: the order takes both over from the attempt that pays it. */
    methodId: integer().references(() => paymentMethods.id),
    fee: bigint({ mode: 'number' }),
    /** Until when a voucher can be paid. */
    payableUntil: moment(),
    /** Until when what is contested of it can be answered. */
    answerUntil: moment(),
    /** Since when the provider says that only the bank still works (decision C2). It stays when that is over. */
    underWaySince: moment(),
    /** When a shopper last made us ask. */
    askedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    /** When to ask the provider again, webhook or not; null once its answer is final. The delay grows with `polls`. */
    pollAt: moment(),
    polls: integer().notNull().default(0),
    /** When it was found on its provider's own list of what was paid, just as we know it. */
    listedAt: moment(),
  },
  (t) => [
    index().on(t.orderId, t.createdAt),
    index('payments_by_provider').on(t.provider, t.createdAt, t.id),
    uniqueIndex().on(t.provider, t.providerRef),
    index('payments_disputed').on(t.answerUntil, t.id).where(sql`state = 'disputed'`),
    index('payments_poll').on(t.pollAt).where(sql`poll_at is not null`),
    check('payments_amount', sql`${t.amount} >= 0`),
    check('payments_to_balance_check', sql`${t.toBalance} >= 0`),
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
    /** The payment that it is about, once found. */
    paymentId: uuid().references(() => payments.id),
    /** What it says of the money. */
    claim: jsonb().$type<Claim>().notNull().default({ says: 'nothing' }),
    /** It names this shop. */
    ours: boolean().notNull().default(false),
    receivedAt: moment().notNull().defaultNow(),
    /** A repetition asks the provider anew. */
    repeats: integer().notNull().default(0),
    lastReceivedAt: moment().notNull().defaultNow(),
    /** When the provider's own answer agreed with it. */
    handledAt: moment(),
    /** Until when whoever stored it handles it; then it becomes a job. Null: it is one. */
    dueAt: moment(),
    outcome: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    uniqueIndex().on(t.provider, t.eventId),
    index('payment_events_open').on(t.paymentId).where(sql`handled_at is null`),
    index('payment_events_of_provider').on(t.provider, t.id),
    index('payment_events_due').on(t.dueAt).where(sql`handled_at is null and due_at is not null`),
    index('payment_events_warning').on(t.paymentId).where(sql`claim ->> 'says' in ('warning', 'disputed')`),
  ],
)

/**
 * Of which card an attempt was charged: all that stays of it (decision C11). The row is there before the provider is asked,
 * so that no card is charged twice for one attempt, whoever dies.
 */
export const cardCharges = pgTable(
  'card_charges',
  {
    paymentId: uuid()
      .primaryKey()
      .references(() => payments.id),
    brand: text().notNull(),
    lastFour: text().notNull(),
    /** refused: the provider never took it on. */
    state: text({ enum: ['asked', 'answered', 'refused'] })
      .notNull()
      .default('asked'),
    askedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    check('card_charges_brand_check', sql`${t.brand} ~ '^[a-z]{1,20}$'`),
    check('card_charges_last_four_check', sql`${t.lastFour} ~ '^[0-9]{4}$'`),
    check('card_charges_state_check', sql`${t.state} in ('asked', 'answered', 'refused')`),
  ],
)

/** What a provider refuses that it was set up to do; while it does, checkout does not offer it (decision E7). */
export const methodRefusals = pgTable(
  'method_refusals',
  {
    method: integer().notNull(),
    /** ISO 4217; empty: every currency. */
    currency: text().notNull().default(''),
    code: text().notNull(),
    /** The question that was refused; answered well, it ends the refusal. */
    call: text().notNull(),
    /** The least that is taken, in hundredths; null: nothing is. */
    minimum: bigint({ mode: 'number' }),
    since: moment().notNull().defaultNow(),
    times: integer().notNull().default(1),
    retryAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.method, t.currency] })],
)

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
    /** Of the latest: lines of the provider's list, payments asked about, and those without an answer. */
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
    /** When the operator was told; null: the provider is just being asked about it. */
    toldAt: moment(),
    /** When both said the same again. */
    goneAt: moment(),
    /** A person has dealt with it: it is not told again. */
    settledAt: moment(),
    settledBy: text(),
    settledReason: text(),
  },
  (t) => [uniqueIndex('payment_differences_open').on(t.provider, t.what, t.ref).where(sql`gone_at is null`)],
)

/** Money that came past every provider, as people have recorded it. */
export const paymentsByHand = pgTable(
  'payments_by_hand',
  {
    paymentId: uuid()
      .primaryKey()
      .references(() => payments.id),
    /** Hundredths of the payment's currency. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** What the bank calls it; the same money pays once. */
    reference: text().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('payments_by_hand_reference').on(sql`lower(${t.reference})`),
    check('payments_by_hand_amount', sql`${t.amount} > 0`),
  ],
)
