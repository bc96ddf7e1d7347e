// Reviews of products and of the shop (specification §3, decision D4).
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { members } from '#rooms/members/tables.ts'
import { orders } from '#rooms/orders/tables.ts'
import { products } from '#rooms/products/tables.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: about the shop; the calls say 0. */
    productId: integer().references(() => products.id, { onDelete: 'cascade' }),
    /** Who was signed in when he wrote it. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    fillName: text().notNull(),
    /** Never shown. */
    email: text().notNull(),
    content: text().notNull(),
    score: smallint().notNull(),
    locale: text().notNull(),
    /** Written by somebody to whom a key of this product was delivered (for the shop: any key). */
    verified: boolean().notNull().default(false),
    /** The order that makes it verified. */
    orderId: uuid().references(() => orders.id, { onDelete: 'set null' }),
    /** Made by the client: what is sent twice is one review. */
    attemptId: uuid(),
    state: text({ enum: ['pending', 'published', 'rejected'] }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: text(),
    /** Why it was rejected; its writer reads it. */
    decisionReason: text(),
  },
  (t) => [
    uniqueIndex('reviews_order').on(t.orderId, sql`coalesce(product_id, 0)`).where(sql`order_id is not null`),
    uniqueIndex('reviews_attempt').on(t.attemptId).where(sql`attempt_id is not null`),
    index('reviews_published').on(t.productId, t.id).where(sql`state = 'published'`),
    index().on(t.memberId).where(sql`member_id is not null`),
    index().on(t.email),
    index('reviews_pending').on(t.createdAt, t.id).where(sql`state = 'pending'`),
    check('reviews_score', sql`${t.score} between 1 and 5`),
    check('reviews_state', sql`${t.state} in ('pending', 'published', 'rejected')`),
  ],
)
