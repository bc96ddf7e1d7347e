// How fast offers sell their keys.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface SoldOf {
  offerId: number
  /** To one more than asked for. */
  sold: number
  /** Days since the first of these that were counted. */
  days: number
  /** Days since it is offered, at least one. */
  age: number
}

/** Of each of these offers the latest so many keys that it sold within so many days; `vault_keys_sold`. */
export function soldLately(
  db: Queryable,
  offerIds: readonly number[],
  { days, most }: { days: number; most: number },
): Promise<SoldOf[]> {
  return db.query<SoldOf & Record<string, unknown>>(sql`
    select o.id as "offerId", k.sold, coalesce(extract(epoch from now() - k.first) / 86400, 0)::float8 as days,
      greatest(1, extract(epoch from now() - o.created_at) / 86400)::float8 as age
    from unnest(${offerIds}::int[]) as w(id) join offers o on o.id = w.id cross join lateral (
      select count(*)::int as sold, min(sold_at) as first from (
        select sold_at from vault_keys where offer_id = o.id and sold_at > now() - make_interval(days => ${days})
        order by sold_at desc limit ${most}
      ) latest
    ) k order by o.id`)
}
