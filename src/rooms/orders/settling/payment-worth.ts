// What money of a payment is worth in US cents: at the rate that its order was made with, and where a person accepted another
// currency than the order's, at today's of that.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { PaymentRow } from '#rooms/payments/hands.ts'
import { inUsd } from '../rules.ts'
import type { OrderRow } from '../store.ts'

/** `minor` in hundredths of the payment's currency. Infinite where the shop has no rate of it: nobody knows. */
export async function inCents(
  db: Queryable,
  order: Pick<OrderRow, 'currency' | 'rateE8'>,
  { currency }: Pick<PaymentRow, 'currency'>,
  minor: number,
): Promise<number> {
  const rateE8 = currency === order.currency ? order.rateE8 : await rateOf(db, currency)
  return rateE8 === undefined ? Number.POSITIVE_INFINITY : inUsd(minor, BigInt(rateE8))
}

async function rateOf(db: Queryable, currency: string): Promise<string | undefined> {
  const row = await db.maybe<{ rate: string }>(
    sql`select rate_e8::text as rate from currencies where code = ${currency}`,
  )
  return row?.rate
}
