// Currencies and their rates.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const currencies = pgTable(
  'currencies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    code: text().notNull().unique(),
    symbol: text().notNull(),
    name: text().notNull(),
    /** Units of this currency per US dollar, times 1e8. */
    rateE8: bigint('rate_e8', { mode: 'bigint' }).notNull(),
    position: integer().notNull(),
    /** Whether shoppers can choose it. Orders that were made in it stay in it. */
    isOn: boolean().notNull().default(true),
    /** Whether its rate is the central bank's; else somebody set it. */
    followsBank: boolean().notNull().default(false),
    /** What the bank said last, and of which day: not its rate where that was too far away from the one before. */
    bankRateE8: bigint('bank_rate_e8', { mode: 'bigint' }),
    bankDate: date(),
    changedAt: timestamp({ withTimezone: true }),
    changedBy: text(),
  },
  (t) => [
    check('currencies_rate', sql`${t.rateE8} > 0`),
    check('currencies_bank', sql`(${t.bankRateE8} is null) = (${t.bankDate} is null) and ${t.bankRateE8} > 0`),
    check(
      'currencies_dollar',
      sql`${t.code} <> 'USD' or (${t.isOn} and not ${t.followsBank} and ${t.rateE8} = 100000000)`,
    ),
  ],
)

/** What a currency's rate was until it was changed, by a trigger: a price in that currency changes with it. */
export const pastRates = pgTable(
  'past_rates',
  {
    currencyId: integer()
      .notNull()
      .references(() => currencies.id, { onDelete: 'cascade' }),
    until: timestamp({ withTimezone: true }).notNull(),
    rateE8: bigint('rate_e8', { mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.currencyId, t.until] })],
)
