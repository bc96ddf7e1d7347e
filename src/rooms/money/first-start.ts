// The currencies that a shop starts with.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { rateFromDecimal } from '#platform/money.ts'

// Units per US dollar, monthly averages of June 2026.
const CURRENCIES: [code: string, symbol: string, name: string, perUsd: string][] = [
  ['USD', '$', 'US dollar', '1'],
  ['EUR', '€', 'Euro', '0.8684'],
  ['GBP', '£', 'Pound sterling', '0.7497'],
  ['CNY', '¥', 'Chinese yuan', '6.7758'],
  ['JPY', '¥', 'Japanese yen', '160.7700'],
  ['KRW', '₩', 'South Korean won', '1529.4619'],
  ['HKD', 'HK$', 'Hong Kong dollar', '7.8377'],
  ['TWD', 'NT$', 'New Taiwan dollar', '31.6195'],
  ['BRL', 'R$', 'Brazilian real', '5.1241'],
  ['CAD', 'C$', 'Canadian dollar', '1.4034'],
  ['AUD', 'A$', 'Australian dollar', '1.4235'],
  ['CHF', 'CHF', 'Swiss franc', '0.7993'],
  ['SEK', 'kr', 'Swedish krona', '9.5155'],
  ['INR', '₹', 'Indian rupee', '94.9600'],
  ['MXN', 'MX$', 'Mexican peso', '17.3792'],
  ['SGD', 'S$', 'Singapore dollar', '1.2878'],
]

/** Where there are none yet; safe at every start and on every instance at once. */
export async function fillCurrencies(db: Queryable): Promise<void> {
  await db.run(sql`
    insert into currencies (code, symbol, name, rate_e8, position)
    select code, symbol, name, rate, position
    from unnest(${CURRENCIES.map((c) => c[0])}::text[], ${CURRENCIES.map((c) => c[1])}::text[], ${CURRENCIES.map((c) => c[2])}::text[],
      ${CURRENCIES.map((c) => rateFromDecimal(c[3]).toString())}::bigint[]) with ordinality as c(code, symbol, name, rate, position)
    where not exists (select 1 from currencies)
    on conflict (code) do nothing`)
}
