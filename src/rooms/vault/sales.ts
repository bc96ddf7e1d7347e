// How long what is in stock will last, as fast as it sold lately.
import type { Queryable } from '#platform/database/database.ts'
import { daysLeft, SALES_COUNTED, SALES_DAYS } from './rules.ts'
import { soldLately } from './sales-store.ts'

/** By offer: keys within `SALES_DAYS`, counted to `SALES_COUNTED`, and for how many whole days the stock lasts at that. */
export async function stockLasts(db: Queryable, offers: readonly { id: number; stock: number }[]) {
  if (offers.length === 0) return new Map<number, { sold: number; daysLeft: number | null }>()
  const stock = new Map(offers.map((offer) => [offer.id, offer.stock]))
  const rows = await soldLately(db, [...stock.keys()], { days: SALES_DAYS, most: SALES_COUNTED })
  return new Map(
    rows.map(({ offerId, ...sales }) => [
      offerId,
      { sold: sales.sold, daysLeft: daysLeft(stock.get(offerId) ?? 0, sales) },
    ]),
  )
}
