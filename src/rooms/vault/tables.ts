// The keys themselves: sealed, each in exactly one state, sold at most once (decisions C3, C5).
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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'
import { orderLines, orders } from '#rooms/orders/tables.ts'
import { offers } from '#rooms/products/tables.ts'
import { BATCH_STATES, KEY_STATES, type KeyReport } from './limits.ts'

const moment = () => timestamp({ withTimezone: true })

/** Keys that came together. Of a batch that is not `open`, the unsold keys have its state: a trigger sees to what is freed later. */
export const keyBatches = pgTable(
  'key_batches',
  {
    id: uuid().primaryKey(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    source: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    supplier: text().notNull().default(''),
    /** What one key cost, in hundredths of its currency. */
    costMinor: integer(),
    costCurrency: text(),
    /** Who brought it; empty: a command, or before this was kept. */
    actor: text().notNull().default(''),
    state: text({ enum: BATCH_STATES }).notNull().default('open'),
    withdrawnAt: moment(),
    /** Its keys left the shop as a file: they never come back. */
    exportedAt: moment(),
    /** How its import went, by line numbers. */
    report: jsonb().$type<KeyReport>(),
  },
  (t) => [
    index('key_batches_newest').on(t.createdAt, t.id),
    index('key_batches_in_state').on(t.state, t.createdAt, t.id),
    index('key_batches_of_offer').on(t.offerId, t.createdAt, t.id),
    check('key_batches_state', sql`${t.state} in ('open', 'blocked', 'withdrawn')`),
    check('key_batches_cost', sql`(${t.costMinor} is null) = (${t.costCurrency} is null) and ${t.costMinor} >= 0`),
    check('key_batches_withdrawn', sql`(${t.state} = 'withdrawn') = (${t.withdrawnAt} is not null)`),
    check('key_batches_exported', sql`${t.exportedAt} is null or ${t.state} = 'withdrawn'`),
  ],
)

export const vaultKeys = pgTable(
  'vault_keys',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    batchId: uuid()
      .notNull()
      .references(() => keyBatches.id),
    /**
     * `retired` is never sold: it was, after the moment to which the shop was restored, or somebody looked at it in the office.
     * `withheld` may have been sold after that moment, and waits for the operator (decision E8). `replaced`: a buyer had it and was given another; it stays so.
     * `blocked` and `withdrawn`: as its batch is.
     */
    state: text({ enum: KEY_STATES }).notNull().default('available'),
    /** Whose it is while reserved and for good once sold. */
    orderLineId: bigint({ mode: 'number' }).references(() => orderLines.id),
    sealed: bytea().notNull(),
    /** Keyed hash of the key: finds duplicates without knowing any. Unique over the whole shop. */
    fingerprint: bytea().notNull(),
    soldAt: moment(),
    /** Since its mail was written or an answer carried it, it is never sold again, whatever becomes of its money (F7). */
    deliveredAt: moment(),
    /** Its money went back: it is shown no more. */
    refundedAt: moment(),
  },
  (t) => [
    uniqueIndex().on(t.fingerprint),
    // The claim reads the oldest available key of one offer; sold keys, the bulk in time, are not in this index.
    index('vault_keys_available').on(t.offerId, t.id).where(sql`state = 'available'`),
    index('vault_keys_line').on(t.orderLineId).where(sql`order_line_id is not null`),
    index('vault_keys_sold').on(t.offerId, t.soldAt).where(sql`sold_at is not null`),
    index('vault_keys_withheld').on(t.id).where(sql`state = 'withheld'`),
    check('vault_keys_owner', sql`(${t.state} in ('reserved', 'sold')) = (${t.orderLineId} is not null)`),
    index('vault_keys_of_batch').on(t.batchId, t.state, t.id),
    check(
      'vault_keys_state',
      sql`${t.state} in ('available', 'reserved', 'sold', 'withheld', 'retired', 'replaced', 'blocked', 'withdrawn')`,
    ),
  ],
)

/**
 * Keys that were sold, or left the shop, after the moment to which it was restored, and that the backup did not have (decision
 * E8): they are refused when somebody brings them in again.
 */
export const soldBeforeRestore = pgTable('sold_before_restore', {
  /** As `vault_keys` has it. */
  fingerprint: bytea().primaryKey(),
})

/** Each time a key was shown: to whom, when, from where (C5). */
export const keyReveals = pgTable(
  'key_reveals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    keyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => vaultKeys.id),
    at: moment().notNull().defaultNow(),
    /** page, mail */
    via: text().notNull(),
    actor: text().notNull(),
    address: text().notNull(),
  },
  (t) => [index().on(t.orderId, t.at), index('key_reveals_addressed').on(t.at).where(sql`address <> ''`)],
)

/** Keys that were given to a buyer in the place of others. */
export const keyReplacements = pgTable(
  'key_replacements',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderLineId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orderLines.id),
    oldKeyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => vaultKeys.id),
    newKeyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => vaultKeys.id),
    /** The first key of this unit: the new one takes its place among the line's. */
    place: bigint({ mode: 'number' }).notNull(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [
    unique('key_replacements_old_key_id_key').on(t.oldKeyId),
    unique('key_replacements_new_key_id_key').on(t.newKeyId),
    index('key_replacements_line').on(t.orderLineId),
  ],
)

/** Keyed hashes of the keys' last five characters, by which people find them; a trigger adds the row, null until it is worked out. */
export const keyTails = pgTable(
  'key_tails',
  {
    keyId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => vaultKeys.id, { onDelete: 'cascade' }),
    tail: bytea(),
  },
  (t) => [
    index('key_tails_found').on(t.tail, t.keyId).where(sql`tail is not null`),
    index('key_tails_wanted').on(t.keyId).where(sql`tail is null`),
  ],
)

/**
 * Who looked at which key in the back office, or gave it out, and when: so many an hour and person. `handed_out`: it replaced
 * another, or went to another address with its order.
 */
export const keyLooks = pgTable(
  'key_looks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    staffId: uuid().notNull(),
    keyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => vaultKeys.id, { onDelete: 'cascade' }),
    at: moment().notNull().defaultNow(),
    handedOut: boolean().notNull().default(false),
  },
  (t) => [index('key_looks_of_person').on(t.staffId, t.at)],
)
