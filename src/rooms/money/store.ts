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

/** Whether anybody has changed or added one: a shop begins with rates of a month that is over. */
export async function haveBeenLookedAt(db: Queryable): Promise<boolean> {
  return (await db.query(sql`select from currencies where changed_at is not null limit 1`)).length > 0
}
