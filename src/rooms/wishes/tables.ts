// What members wish for, what they were told of it, and what is still to be held against their wishes (decision F9).
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { members } from '#rooms/members/tables.ts'
import { products, skus } from '#rooms/products/tables.ts'

const moment = () => timestamp({ withTimezone: true })
const member = () => uuid().references(() => members.id, { onDelete: 'cascade' })

export const wishes = pgTable(
  'wishes',
  {
    memberId: member().notNull(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The version that was chosen; null: whichever. */
    skuId: integer().references(() => skus.id, { onDelete: 'cascade' }),
    /** What it cost in US cents when it was wished for; null: nobody offered it. */
    priceCents: integer(),
    /** What he knows: the price above, or the one that he was told of since; and whether it can be had. */
    knownCents: integer(),
    knownInStock: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** For a while, so that a removal can be taken back. */
    removedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.productId] }),
    index().on(t.productId, t.memberId),
    index().on(t.skuId).where(sql`sku_id is not null`),
    index().on(t.removedAt).where(sql`removed_at is not null`),
  ],
)

/** Who wants no mails about his wishes. */
export const wishSilence = pgTable('wish_silence', {
  memberId: member().primaryKey(),
})

/** Told, or to be told with the next mail: at most once for a product and day (UTC). */
export const wishNews = pgTable(
  'wish_news',
  {
    memberId: member().notNull(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    kind: text({ enum: ['reduced', 'available'] }).notNull(),
    skuId: integer(),
    cents: integer().notNull(),
    /** What he knew it to cost. */
    beforeCents: integer(),
    createdAt: moment().notNull().defaultNow(),
    /** The mail that tells it; null: it waits for others that come at the same time. */
    mailId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.productId, t.day] }),
    index('wish_news_waiting').on(t.createdAt, t.memberId).where(sql`mail_id is null`),
    index().on(t.mailId).where(sql`mail_id is not null`),
    index().on(t.day),
    index().on(t.productId),
    check('wish_news_kind', sql`${t.kind} in ('reduced', 'available')`),
  ],
)

/** Products whose price or availability moved, filled by triggers on offers. */
export const wishChecks = pgTable(
  'wish_checks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer().notNull(),
    dueAt: moment().notNull().defaultNow(),
    /** How far it has come: the last member whose wish was looked at. */
    afterMember: uuid(),
    /** Whose wish alone is to be looked at; null: everybody's. */
    memberId: uuid(),
    /** Of a change that nobody is told of: what members know follows it. */
    isQuiet: boolean().notNull().default(false),
  },
  (t) => [index().on(t.dueAt, t.id), index().on(t.productId)],
)
