// Every SQL statement about currencies.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface CurrencyRow {
  id: number
  code: string
  symbol: string
  name: string
  rateE8: number
  /** Whether shoppers can choose it. */
  isOn: boolean
}

export const currencyRows = (db: Queryable) =>
  db.query<CurrencyRow>(
    sql`select id, code, symbol, name, rate_e8 as "rateE8", is_on as "isOn" from currencies order by position, id limit 200`,
  )
