// The SQL statement of a day's figures.
import type { Queryable } from '#platform/database/database.ts'
import type { Span } from '#platform/database/days.ts'
import { sql } from '#platform/database/sql.ts'

export interface Day extends Record<string, unknown> {
  orders: number
  /** US cents. */
  revenue: number
  refunded: number
  /** Null: no key was sold whose cost is known. */
  margin: number | null
  /** Keys that were sold and of which nobody wrote down what they cost. */
  withoutCost: number
  /** Seconds. */
  deliveryP50: number | null
  deliveryP95: number | null
}

/**
 * Of what was placed then, both moments within, and paid. A top-up is no sale: what is bought with it is. The margin is what
 * was kept of a key's price, after discounts and without the method's fee, less what the key cost at today's rates; keys
 * without a known cost are left out of it with their price.
 */
export function figuresOf(db: Queryable, { since, until }: Span): Promise<Day> {
  return db.one<Day>(sql`
    with sold as (
      select o.id, o.goods, o.paid_at, o.delivered_at, p.id is not null as is_paid,
        coalesce(p.paid_amount::numeric * 100000000 / o.rate_e8, 0) as paid,
        coalesce(p.refunded_amount::numeric * 100000000 / o.rate_e8, 0) as refunded,
        greatest(0, coalesce(p.paid_amount - p.refunded_amount - p.fee, 0))::numeric * 100000000 / o.rate_e8 as kept
      from orders o left join payments p on p.id = o.paid_payment_id
      where o.placed_at >= ${since}::timestamptz and o.placed_at <= ${until}::timestamptz
        and o.paid_at is not null and o.top_up_cents is null
    ), keys as (
      select sold.kept * l.total / nullif(sold.goods, 0) / l.quantity as kept, b.cost_minor::numeric * 100000000 / c.rate_e8 as cost
      from sold join order_lines l on l.order_id = sold.id
      join vault_keys k on k.order_line_id = l.id and k.state = 'sold'
      left join key_batches b on b.id = k.batch_id left join currencies c on c.code = b.cost_currency
    )
    select count(*) filter (where is_paid)::int as orders, coalesce(round(sum(paid)), 0)::float8 as revenue,
      coalesce(round(sum(refunded)), 0)::float8 as refunded,
      (select round(sum(coalesce(kept, 0) - cost)) from keys where cost is not null)::float8 as margin,
      (select count(*) from keys where cost is null)::int as "withoutCost",
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at)) filter (where is_paid) as "deliveryP50",
      percentile_cont(0.95) within group (order by extract(epoch from delivered_at - paid_at)) filter (where is_paid) as "deliveryP95"
    from sold`)
}
