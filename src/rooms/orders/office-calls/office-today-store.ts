// The SQL statement of a day's figures.
import type { Queryable } from '#platform/database/database.ts'
import type { Span } from '#platform/database/days.ts'
import { sql } from '#platform/database/sql.ts'
import { BACK_FOR_UNITS, SURPLUS_BACK } from '#rooms/payments/hands.ts'

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
 * Of what was placed then, both moments within, and paid. A top-up is no sale: what is bought with it is. What came above an
 * order's total is owed back: it is no revenue, and no refund once it has gone. What was accepted in another currency than the
 * order's counts at today's rates; where that is more than the total, what came is the total, and nothing of it is owed back.
 * The margin is what was kept of a key's price, after discounts and without the method's fee, less what the key cost at today's
 * rates; keys without a known cost are left out of it with their price. A unit that was refunded brings nothing, and costs what
 * its key has cost where that is lost; any other refund is of all units that are left by their prices, and of price and fee alike.
 */
export function figuresOf(db: Queryable, { since, until }: Span): Promise<Day> {
  return db.one<Day>(sql`
    with paid as (
      select o.id, o.goods, o.fee, o.rate_e8, o.paid_at, o.delivered_at, p.id is not null as is_paid,
        coalesce(least(o.total, p.paid_amount * f.rate), 0) as price,
        coalesce((p.refunded_amount - ${SURPLUS_BACK}) * f.rate, 0) as back, ${BACK_FOR_UNITS} * f.rate as for_units
      from orders o left join payments p on p.id = o.paid_payment_id
      left join currencies theirs on theirs.code = p.currency and p.currency <> o.currency
      left join currencies ours on ours.code = o.currency
      cross join lateral (select case when p.currency <> o.currency
        then least(coalesce(ours.rate_e8::numeric / theirs.rate_e8, 1), o.total::numeric / nullif(least(p.amount, p.paid_amount), 0)) else 1 end as rate) f
      where o.placed_at >= ${since}::timestamptz and o.placed_at <= ${until}::timestamptz
        and o.paid_at is not null and o.top_up_cents is null
    ), sold as (
      select *, least(price, back) as gone from paid
    ), keys as (
      select sold.id, b.cost_minor::numeric * 100000000 / c.rate_e8 as cost,
        case when not exists (
          select from refunds r join refund_units u on u.refund_id = r.id where r.order_id = sold.id and r.state = 'done' and u.key_id = k.id
        ) then l.unit else 0 end as kept
      from sold join order_lines l on l.order_id = sold.id
      join vault_keys k on k.order_line_id = l.id and k.state = 'sold'
      left join key_batches b on b.id = k.batch_id left join currencies c on c.code = b.cost_currency
    ), margins as (
      -- Summed up before it is divided, so that an order's keys have exactly what was kept of it.
      select coalesce(greatest(0, price - fee) * (price - gone) * sum(kept) * 100000000 / nullif((price - for_units) * goods * rate_e8, 0), 0) - sum(cost) as margin
      from sold join keys on keys.id = sold.id where cost is not null
      group by sold.id, price, fee, gone, for_units, goods, rate_e8
    )
    select count(*) filter (where is_paid)::int as orders, coalesce(round(sum(price * 100000000 / rate_e8)), 0)::float8 as revenue,
      coalesce(round(sum(gone * 100000000 / rate_e8)), 0)::float8 as refunded,
      (select round(sum(margin)) from margins)::float8 as margin,
      (select count(*) from keys where cost is null)::int as "withoutCost",
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at)) filter (where is_paid) as "deliveryP50",
      percentile_cont(0.95) within group (order by extract(epoch from delivered_at - paid_at)) filter (where is_paid) as "deliveryP95"
    from sold`)
}
