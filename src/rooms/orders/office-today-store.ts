// The SQL statement of a day's figures.
import type { Queryable } from '#platform/database/database.ts'
import type { Span } from '#platform/database/days.ts'
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

/** Of what was placed then, both moments within, and paid. */
export function figuresOf(db: Queryable, { since, until }: Span): Promise<Day> {
  return db.one<Day>(sql`
    with paid as (
      select p.paid_amount, p.refunded_amount, o.rate_e8, o.paid_at, o.delivered_at
      from orders o join payments p on p.id = o.paid_payment_id
      where o.placed_at >= ${since}::timestamptz and o.placed_at <= ${until}::timestamptz
    )
    select count(*)::int as orders,
      coalesce(round(sum(paid_amount::numeric * 100000000 / rate_e8)), 0)::float8 as revenue,
      coalesce(round(sum(refunded_amount::numeric * 100000000 / rate_e8)), 0)::float8 as refunded,
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at)) as "deliveryP50",
      percentile_cont(0.95) within group (order by extract(epoch from delivered_at - paid_at)) as "deliveryP95"
    from paid`)
}
