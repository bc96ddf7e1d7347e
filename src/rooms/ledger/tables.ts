// Members' money in US cents, by double entry (decisions C9, F4): what moves is entries that add up to zero, and no row is
// ever changed (triggers see to both).
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from '#rooms/members/tables.ts'

export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What caused it: each cause moves money once. */
    cause: text().notNull().unique(),
    kind: text({ enum: ['points', 'purchase', 'refund', 'refundBack', 'topUp', 'topUpBack', 'adjustment'] }).notNull(),
    /** What a member knows it by: the number of an order; of a correction what whoever made it calls it. */
    reference: text(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The attempt at paying an order that it belongs to. */
    paymentId: uuid(),
    /** Who made a correction, and why; of other movements empty. */
    actor: text(),
    reason: text(),
  },
  (t) => [index('ledger_movements_payment').on(t.paymentId).where(sql`payment_id is not null`)],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    movementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerMovements.id),
    account: text({ enum: ['member', 'clearing', 'points', 'sales', 'refunds', 'adjustments'] }).notNull(),
    /** Of the account `member`. Who has closed his account is nobody any more, and his entries stay. */
    memberId: uuid().references(() => members.id),
    cents: bigint({ mode: 'number' }).notNull(),
    /** What the member has from then on. */
    balance: bigint({ mode: 'number' }),
  },
  (t) => [
    index('ledger_entries_movement').on(t.movementId),
    index('ledger_entries_member').on(t.memberId, t.id).where(sql`member_id is not null`),
    check(
      'ledger_entries_account',
      sql`${t.account} in ('member', 'clearing', 'points', 'sales', 'refunds', 'adjustments')`,
    ),
    check('ledger_entries_member_check', sql`(${t.account} = 'member') = (${t.memberId} is not null)`),
    check('ledger_entries_balance_check', sql`(${t.memberId} is null) = (${t.balance} is null)`),
    check('ledger_entries_cents_check', sql`${t.cents} <> 0`),
  ],
)

/** Running totals: what the entries of each member add up to. Below zero: a bank took back what was spent. */
export const memberBalances = pgTable('member_balances', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id),
  cents: bigint({ mode: 'number' }).notNull(),
})
