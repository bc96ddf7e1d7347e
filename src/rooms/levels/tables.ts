// What members have earned by their purchases (decision C8). Points and growth are hundredths.
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from '#rooms/members/tables.ts'
import { orders } from '#rooms/orders/tables.ts'

const moment = () => timestamp({ withTimezone: true })
const count = () => bigint({ mode: 'number' }).notNull().default(0)
const memberId = () =>
  uuid()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' })

/** Running totals: what the entries of each member add up to. Who locks his row is alone with his points. */
export const memberRewards = pgTable('member_rewards', {
  memberId: memberId().primaryKey(),
  /** Below zero when what was turned into balance had to be taken back. */
  points: count(),
  /** Of orders that are not completed yet. */
  pending: count(),
  growth: count(),
})

/** What an order earns in whole, at the rates of when it was paid. */
export const orderRewards = pgTable(
  'order_rewards',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    memberId: memberId(),
    points: count(),
    growth: count(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [
    index('order_rewards_member').on(t.memberId),
    check('order_rewards_check', sql`${t.points} >= 0 and ${t.growth} >= 0`),
  ],
)

/** Every change of them; a trigger keeps what was written as it is. */
export const rewardEntries = pgTable(
  'reward_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: memberId(),
    /** Of what an order earned or lost again. */
    orderId: uuid().references(() => orders.id),
    reason: text({ enum: ['order', 'converted'] }).notNull(),
    points: count(),
    pending: count(),
    growth: count(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [
    index('reward_entries_member').on(t.memberId, t.id),
    index('reward_entries_order').on(t.orderId).where(sql`order_id is not null`),
    check('reward_entries_reason', sql`${t.reason} in ('order', 'converted')`),
  ],
)
