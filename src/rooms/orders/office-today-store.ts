// The SQL statement of a day's figures.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface Day extends Record<string, unknown> {
  orders: number
  /** US cents. */
  revenue: number
  refunded: number
  /** Seconds. */
  deliveryP50: number | null
  deliveryP95: number | null
}

/**
 * Of the day that began so many days ago at midnight of the zone, up to the time of day that it is there now. Where clocks
 * were changed in between that day is an hour longer or shorter; the time on the wall counts.
 */
export function dayOf(db: Queryable, zone: string, daysAgo: number): Promise<Day> {
  return db.one<Day>(sql`
    with span as (
      select (date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${daysAgo})) at time zone ${zone} as since,
        ((now() at time zone ${zone}) - make_interval(days => ${daysAgo})) at time zone ${zone} as until
    ), paid as (
      select p.paid_amount, p.refunded_amount, o.rate_e8, o.paid_at, o.delivered_at
      from span, orders o join payments p on p.id = o.paid_payment_id
      where o.placed_at >= span.since and o.placed_at <= span.until
    )
    select count(*)::int as orders,
      coalesce(round(sum(paid_amount::numeric * 100000000 / rate_e8)), 0)::float8 as revenue,
      coalesce(round(sum(refunded_amount::numeric * 100000000 / rate_e8)), 0)::float8 as refunded,
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at)) as "deliveryP50",
      percentile_cont(0.95) within group (order by extract(epoch from delivered_at - paid_at)) as "deliveryP95"
    from paid`)
}
