// Every SQL statement about the payment methods, and about what their providers refuse.
import type { Database, Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Method } from './methods.ts'
import type { AnyProvider } from './providers/define.ts'

export function methodRows(db: Queryable): Promise<Method[]> {
  return db.query(sql`
    select id, provider, label, fee_bp as "feeBp", currencies, minimum, product_types as "productTypes", enabled
    from payment_methods order by position, id limit 1000`)
}

/**
 * The methods that a provider begins with, where it has none yet; safe at every start and on every instance at once. The
 * first to be numbered are those of the first provider.
 */
export async function fillMethods(db: Database, providers: readonly AnyProvider[]): Promise<void> {
  const known = await db.query<{ provider: string }>(sql`select distinct provider from payment_methods`)
  const without = providers.filter(({ name }) => !known.some(({ provider }) => provider === name))
  if (without.length === 0) return
  await db.transaction(async (tx) => {
    await tx.run(sql`lock table payment_methods in share row exclusive mode`)
    for (const { name, methods } of without)
      await tx.run(sql`
        insert into payment_methods (id, provider, label, fee_bp, currencies, minimum, under_way_hours, position, enabled)
        select (select coalesce(max(id), 0) from payment_methods) + n, ${name}, m.label, m."feeBp", m.currencies, m.minimum, m."underWayHours", m.position, coalesce(m.enabled, true)
        from rows from (jsonb_to_recordset(${JSON.stringify(methods)}) as (label jsonb, "feeBp" int, currencies text[], minimum jsonb, "underWayHours" int, position int, enabled boolean))
          with ordinality as m(label, "feeBp", currencies, minimum, "underWayHours", position, enabled, n)
        where not exists (select from payment_methods where provider = ${name})`)
  })
}

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
