// Orders, their lines, and every move between statuses (decisions C1 to C7). Amounts are hundredths of the order's currency.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { members } from '#rooms/members/tables.ts'
import { offers, products, skus } from '#rooms/products/tables.ts'
import { ORDER_STATUSES } from './rules.ts'

const moment = () => timestamp({ withTimezone: true })
const amount = () => bigint({ mode: 'number' }).notNull()
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    orderNo: text().notNull().unique(),
    /** Who was signed in when it was made, or has confirmed its address (decision F2). */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    placedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    paidAt: moment(),
    deliveredAt: moment(),
    /** When its member deleted it from his list; one that is paid after all is shown again (decision C1). */
    hiddenAt: moment(),
    /** When its buyer was reminded that it waits for its payment: once. */
    remindedAt: moment(),
    deliveryEmail: text().notNull(),
    locale: text().notNull(),
    currency: text().notNull(),
    /** The rate that the order was made with; it keeps it (C6). */
    rateE8: bigint('rate_e8', { mode: 'bigint' }).notNull(),
    paymentMethod: integer().notNull(),
    note: text().notNull().default(''),
    goods: amount(),
    discount: amount(),
    fee: amount(),
    coupon: amount(),
    freight: amount(),
    service: amount(),
    total: amount(),
    /** The attempt that paid it; method, fee and total are then that attempt's. */
    paidPaymentId: uuid(),
    /** Where a disputed order returns to when the dispute is won. */
    statusBeforeDispute: text(),
    /** When what was reserved for it was given back. */
    releasedAt: moment(),
    couponId: integer(),
    /** Since when its member wants refunds of it on his balance; null: they go to their source (decision F7). */
    refundToBalanceAt: moment(),
    /** US cents that the member's balance gets of a top-up (decision F5); null: an order of goods. */
    topUpCents: bigint({ mode: 'number' }),
    /** The consent to immediate delivery, word for word as it was given (EU 2011/83 Art. 16 m). */
    waiver: jsonb().$type<{ version: string; locale: string; text: string; at: string }>(),
    /** Keyed hash of the key, kept for 30 days: whoever reads the tables cannot repeat the request. */
    idempotencyHash: bytea(),
    /** Hash of the request that the key was used with: the same key for another order is refused. */
    requestHash: bytea(),
    /** Keyed hash of the cookie of the browser that made it, as long as the hash of the key. */
    browserHash: bytea(),
    /** Keyed hashes of the client address (an IPv6 one by its network) and of the mailbox: unpaid orders are counted by them. */
    clientHash: bytea(),
    mailboxHash: bytea(),
    /** Written into what opens the order; raised, they end every cookie, every link that was given out so far. */
    cookieVersion: integer().notNull().default(1),
    linkVersion: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex().on(t.idempotencyHash),
    index().on(t.status, t.expiresAt),
    // How the back office lists and finds them.
    index('orders_newest').on(t.placedAt, t.id),
    // Written so that no other index gives its order: planned for any status, the newest would be read until some have it.
    index('orders_of_status').on(t.status, sql`(${t.placedAt} at time zone 'UTC')`, t.id),
    index('orders_of_mailbox').on(sql`lower(${t.deliveryEmail})`, t.placedAt, t.id),
    index('orders_of_member').on(t.memberId, t.placedAt, t.id).where(sql`member_id is not null`),
    index('orders_top_ups').on(t.memberId, t.placedAt).where(sql`top_up_cents is not null`),
    // Small: the column is emptied after 30 days (decision A12).
    index('orders_of_browser').on(t.browserHash, t.placedAt).where(sql`browser_hash is not null`),
    index('orders_of_guest').on(sql`lower(${t.deliveryEmail})`).where(sql`member_id is null`),
    index('orders_unpaid_of_client').on(t.clientHash).where(sql`status in ('Unpaid', 'Cancelled', 'Expired')`),
    index('orders_free_of_client').on(t.clientHash, t.placedAt).where(sql`total = 0`),
    check('orders_top_up', sql`${t.topUpCents} > 0`),
    check('orders_status', sql.raw(`status in (${ORDER_STATUSES.map((s) => `'${s}'`).join(', ')})`)),
    check(
      'orders_total',
      sql`${t.total} = greatest(0, ${t.goods} - ${t.discount} + ${t.fee} - ${t.coupon} + ${t.freight} + ${t.service})`,
    ),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    position: integer().notNull(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    skuId: integer()
      .notNull()
      .references(() => skus.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    /** Name and SKU as they were when the order was made. */
    name: text().notNull(),
    skuCode: text().notNull(),
    skuLabel: text().notNull().default(''),
    quantity: integer().notNull(),
    unitUsdCents: integer().notNull(),
    unit: amount(),
    total: amount(),
  },
  (t) => [
    uniqueIndex().on(t.orderId, t.position),
    // How the back office lists the orders of a product or version.
    index('order_lines_of_sku').on(t.skuId, t.id),
    check('order_lines_quantity', sql`${t.quantity} between 1 and 1000`),
  ],
)

/**
 * What each member has keys of: his delivered lines of which not every key was refunded, as triggers keep it. By it one page
 * of his key library is found (docs/decisions/055).
 */
export const libraryLines = pgTable(
  'library_lines',
  {
    lineId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => orderLines.id, { onDelete: 'cascade' }),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    productId: integer().notNull(),
    placedAt: moment().notNull(),
    /** What is looked for. */
    orderNo: text().notNull(),
    name: text().notNull(),
  },
  (t) => [index('library_lines_by_game').on(t.memberId, t.productId, t.placedAt, t.lineId)],
)

/** Money in doubt holds its order until a person decides (decision C4); alerts only tell of it. */
export const orderHolds = pgTable(
  'order_holds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Whose money; payments know orders, not the other way round. */
    paymentId: uuid(),
    reason: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    since: moment().notNull().defaultNow(),
    liftedAt: moment(),
    liftedBy: text(),
    liftedWhy: text(),
  },
  (t) => [
    uniqueIndex('order_holds_open').on(t.orderId, t.paymentId, t.reason).where(sql`lifted_at is null`),
    index('order_holds_payment').on(t.paymentId),
  ],
)

/** What people did to orders, and why. */
export const orderActs = pgTable(
  'order_acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: moment().notNull().defaultNow(),
    act: text().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    did: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('order_acts_order').on(t.orderId, t.id)],
)

/**
 * When a person gave an order to another address, and in whose account it was until then (null: in nobody's): what was paid
 * before is no money of who has it now (docs/decisions/078).
 */
export const orderGivings = pgTable(
  'order_givings',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: moment().notNull(),
    fromMember: uuid().references(() => members.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('order_givings_order').on(t.orderId, t.id),
    index('order_givings_member').on(t.fromMember).where(sql`from_member is not null`),
  ],
)

export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: moment().notNull().defaultNow(),
    fromStatus: text(),
    toStatus: text().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [index().on(t.orderId, t.id)],
)

/** One row: orders from before that moment hold no key of a request and no hash of who made them any more (decision A12). */
export const forgottenRequests = pgTable('forgotten_requests', {
  only: boolean().primaryKey().default(true),
  before: moment().notNull(),
})
