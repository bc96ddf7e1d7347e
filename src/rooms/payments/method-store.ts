// Every SQL statement about what providers refuse.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface RefusalRow {
  method: number
  /** ISO 4217; empty: every currency. */
  currency: string
  call: string
  /** In hundredths; null: nothing is taken. */
  minimum: number | null
  /** Not to be tried again yet. */
  holds: boolean
}

export function refusals(db: Queryable): Promise<RefusalRow[]> {
  return db.query(sql`
    select method, currency, call, minimum, retry_at > now() as holds from method_refusals order by method, currency limit 1000`)
}

/** A method that refuses is tried again after 5, 10, 20, 40 minutes, then hourly; a currency or a minimum after a day. */
export async function recordRefusal(
  tx: Queryable,
  refusal: { method: number; currency: string; code: string; call: string; minimum: number | null },
): Promise<void> {
  await tx.run(sql`
    insert into method_refusals as r (method, currency, code, call, minimum, retry_at)
    values (${refusal.method}, ${refusal.currency}, ${refusal.code}, ${refusal.call}, ${refusal.minimum},
      now() + case when ${refusal.currency} = '' then interval '5 minutes' else interval '1 day' end)
    on conflict (method, currency) do update set code = excluded.code, call = excluded.call,
      -- Several shoppers at once are one refusal.
      times = r.times + (r.retry_at <= now())::int,
      minimum = case when r.minimum is not null then greatest(r.minimum, excluded.minimum) else excluded.minimum end,
      retry_at = case
        when r.currency <> '' then now() + interval '1 day'
        when r.retry_at > now() then r.retry_at
        else now() + least(60, 5 * power(2, least(r.times, 10))) * interval '1 minute'
      end`)
}

/** Answers whether there was anything to forget. */
export async function forgetRefusal(tx: Queryable, method: number, currency: string): Promise<boolean> {
  return (await tx.run(sql`delete from method_refusals where method = ${method} and currency = ${currency}`)) > 0
}
