// Every SQL statement about the payment methods, and about what their providers refuse.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { Method } from './methods.ts'
import type { AnyProvider } from './providers/define.ts'

const METHOD = fragment`id, provider, label, fee_bp as "feeBp", currencies, minimum, product_types as "productTypes", code,
      countries, countries_excluded as "countriesExcluded", enabled`

export function methodRows(db: Queryable): Promise<Method[]> {
  return db.query(sql`
    select ${METHOD}
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

/** It is offered all the same; false: something of the whole method is noted already. */
export async function recordFailing(
  tx: Queryable,
  refusal: { method: number; code: string; call: string },
): Promise<boolean> {
  const noted = await tx.run(sql`
    insert into method_refusals (method, currency, code, call, times, retry_at)
    values (${refusal.method}, '', ${refusal.code}, ${refusal.call}, 0, now())
    on conflict (method, currency) do nothing`)
  return noted === 1
}

/** Attempts that are looked at for the next figure: one order may have several. */
const LAST_ATTEMPTS = 50

/** How many other orders' payments were not opened since the last that was, within a week: refused, or given up for want of an answer. */
export async function unopenedInARow(
  db: Queryable,
  { id, provider }: Pick<Method, 'id' | 'provider'>,
  orderId: string,
): Promise<number> {
  const { orders } = await db.one<{ orders: number }>(sql`
    with attempts as (
      select order_id, state, provider_ref, created_at from payments
      where provider = ${provider} and method_id = ${id} and created_at > now() - interval '7 days'
      order by created_at desc, id desc limit ${LAST_ATTEMPTS}
    )
    select count(distinct order_id)::int as orders from attempts
    where order_id <> ${orderId} and provider_ref is null and (state = 'failed' or state = 'created' and created_at < now() - interval '1 minute')
      and created_at > coalesce((select max(created_at) from attempts where provider_ref is not null), '-infinity')`)
  return orders
}

/** Answers whether there was anything to forget. */
export async function forgetRefusal(tx: Queryable, method: number, currency: string): Promise<boolean> {
  return (await tx.run(sql`delete from method_refusals where method = ${method} and currency = ${currency}`)) > 0
}

/** What is not in it stays. */
export type MethodChange = Partial<Omit<Method, 'id' | 'provider' | 'code'>> & {
  position?: number
  underWayHours?: number
}

/** From here to the end of the transaction changes of methods and settings are remembered as this person's. */
export function changedBy(tx: Transaction, actor: string): Promise<unknown> {
  return tx.run(sql`select set_config('latchkey.actor', ${actor}, true)`)
}

/** As its row has it. */
export interface WholeMethod extends Method {
  position: number
  underWayHours: number
  /** Another after every change. */
  seen: string
}

const WHOLE = fragment`${METHOD}, position, under_way_hours as "underWayHours", md5(payment_methods::text) as seen`

/** Nobody else changes it until the transaction ends. */
export function lockMethod(tx: Transaction, id: number): Promise<WholeMethod | undefined> {
  return tx.maybe<WholeMethod & Record<string, unknown>>(
    sql`select ${WHOLE} from payment_methods where id = ${id} for update`,
  )
}

/** With who changed each last; null: it is as the shop began with it. */
export function wholeMethods(
  db: Queryable,
): Promise<(WholeMethod & { changedAt: Date | null; changedBy: string | null })[]> {
  return db.query(sql`
    select m.*, c.at as "changedAt", c.actor as "changedBy" from (
      select ${WHOLE} from payment_methods order by position, id limit 1000
    ) m left join lateral (
      select at, actor from payment_method_changes c
      -- That the shop itself made it at its first start is no change.
      where method_id = m.id and not (actor = session_user and exists (
        select from payment_method_changes made where made.method_id = c.method_id and made.field = 'id' and made.at = c.at))
      order by id desc limit 1
    ) c on true order by m.position, m.id`)
}

/** False: there is none of this number. */
export async function changeMethod(tx: Transaction, id: number, change: MethodChange): Promise<boolean> {
  const changed = await tx.run(sql`
    update payment_methods m set (label, fee_bp, currencies, minimum, product_types, countries, countries_excluded, enabled, position, under_way_hours) = (
      select label, fee_bp, currencies, minimum, product_types, countries, countries_excluded, enabled, position, under_way_hours
      from jsonb_populate_record(m, ${JSON.stringify(columnsOf(change))}::jsonb))
    where id = ${id}`)
  return changed === 1
}

/** As its column is called. */
const COLUMNS: Record<keyof MethodChange, string> = {
  label: 'label',
  feeBp: 'fee_bp',
  currencies: 'currencies',
  minimum: 'minimum',
  productTypes: 'product_types',
  countries: 'countries',
  countriesExcluded: 'countries_excluded',
  enabled: 'enabled',
  position: 'position',
  underWayHours: 'under_way_hours',
}

const columnsOf = (change: MethodChange) =>
  Object.fromEntries(Object.entries(change).map(([field, value]) => [COLUMNS[field as keyof MethodChange], value]))

/**
 * Switched off, until somebody offers it. Undefined: its provider's method of this name is there already. `isOne`: so is any of its
 * provider's.
 */
export async function addMethod(
  tx: Transaction,
  { provider, code, ...first }: Pick<Method, 'provider' | 'code'> & Required<Omit<MethodChange, 'enabled' | 'label'>>,
  isOne: boolean,
): Promise<number | undefined> {
  await tx.run(sql`lock table payment_methods in share row exclusive mode`)
  const row = await tx.maybe<{ id: number }>(sql`
    insert into payment_methods (id, provider, code, enabled)
    select (select coalesce(max(id), 0) + 1 from payment_methods), ${provider}, ${code}, false
    where not (${isOne} and exists (select from payment_methods where provider = ${provider}))
    on conflict (provider, code) do nothing returning id`)
  if (row) await changeMethod(tx, row.id, first)
  return row?.id
}

export interface MethodHistory {
  at: Date
  field: string
  before: unknown
  after: unknown
  actor: string
}

/** The newest first; of what it was made with the field `id` alone. */
export function methodHistory(db: Queryable, id: number): Promise<MethodHistory[]> {
  return db.query<MethodHistory & Record<string, unknown>>(sql`
    select at, field, before, after, actor from payment_method_changes c
    where method_id = ${id} and (field = 'id' or not exists (
      select from payment_method_changes made where made.method_id = c.method_id and made.field = 'id' and made.at = c.at))
    order by id desc limit 50`)
}

/** What stands only in its row. */
export function methodDetails(
  db: Queryable,
  id: number,
): Promise<{ position: number; underWayHours: number } | undefined> {
  return db.maybe(sql`select position, under_way_hours as "underWayHours" from payment_methods where id = ${id}`)
}
