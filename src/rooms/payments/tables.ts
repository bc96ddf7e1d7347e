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
import { orders } from '#rooms/orders/tables.ts'
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
    /** The part of the refunded amount that was put on his balance: the provider has it still. */
    toBalance: bigint({ mode: 'number' }).notNull().default(0),
    /** The parts of the refunded amount that went back for no single units: of what came above the price, and of the price. */
    surplusBack: bigint({ mode: 'number' }).notNull().default(0),
    priceBack: bigint({ mode: 'number' }).notNull().default(0),
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
    index('payment_events_kept').on(t.lastReceivedAt).where(sql`details <> '{}'`),
    index('payment_events_warning').on(t.paymentId).where(sql`claim ->> 'says' in ('warning', 'disputed')`),
  ],
)

/**
 * The card that an attempt was charged to: all that stays of it (decision C11). The row is there before the provider is asked,
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
    times: integer().notNull().default(1),
    retryAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.method, t.currency] })],
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
