// Which offers run low on keys, or have some and are off sale, kept a moment behind them (docs/decisions/067).
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { STOCK_STATES } from './limits.ts'

/** Offers whose stock has crossed what counts; triggers add to it. */
export const stockChecks = pgTable('stock_checks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  offerId: integer().notNull(),
})

/** A row stands here from one crossing to the other. No foreign key: whoever sells must not wait for whoever looks. */
export const offerStocks = pgTable(
  'offer_stocks',
  {
    offerId: integer().primaryKey(),
    /** `low`: on sale with no more keys than its threshold. `idle`: keys that nobody can buy, for it is off sale. */
    state: text({ enum: STOCK_STATES }).notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('offer_stocks_in_state').on(t.state, t.since, t.offerId),
    check('offer_stocks_state', sql`${t.state} in ('low', 'idle')`),
  ],
)
