// For tests: what the database says after a race, and making tomorrow's jobs due now.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { TestShop } from '#test/harness.ts'

type Db = Pick<TestShop, 'db'>

/** How many rows of each table were read for what is asked of the database, by its own account. `plans`: see `plan_cache_mode`. */
export function rowsRead(
  { db }: Db,
  plans: 'force_generic_plan' | 'force_custom_plan',
  ask: (tx: Transaction) => Promise<unknown>,
): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    await tx.run(sql`select set_config('plan_cache_mode', ${plans}, true)`)
    const before = await read()
    await ask(tx)
    return Object.fromEntries((await read()).map(({ table, rows }, i) => [table, rows - before[i]!.rows]))
    function read() {
      return tx.query<{ table: string; rows: number }>(sql`
        select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
        from pg_stat_xact_user_tables order by relname`)
    }
  })
}

export interface Vault {
  available: number
  reserved: number
  sold: number
  /** What the offer says it has. */
  stock: number
  /** Lines whose keys are not exactly as many as they should be, among those that have any. */
  oddLines: number
}

export function vaultOf({ db }: Db, offerId: number): Promise<Vault> {
  return db.one<Vault & Record<string, unknown>>(sql`
    with k as (select * from vault_keys where offer_id = ${offerId})
    select (select count(*) from k where state = 'available') as available,
      (select count(*) from k where state = 'reserved') as reserved,
      (select count(*) from k where state = 'sold') as sold,
      (select stock from offers where id = ${offerId}) as stock,
      (select count(*) from (
        select l.id from order_lines l join k on k.order_line_id = l.id group by l.id having count(*) <> l.quantity
      ) odd) as "oddLines"`)
}

/** How many orders for an offer are in each status. */
export async function statusesOf({ db }: Db, offerId: number): Promise<Record<string, number>> {
  const rows = await db.query<{ status: string; n: number }>(sql`
    select o.status, count(*) as n from orders o join order_lines l on l.order_id = o.id
    where l.offer_id = ${offerId} group by o.status`)
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

/**
 * Rows of everything that an order writes, and jobs that wait; for proving that nothing was written. Where a worker runs,
 * it has done first what was due, or its jobs would seem to have been taken back.
 */
export async function rowCounts({ db, shop }: Pick<TestShop, 'db' | 'shop'>): Promise<Record<string, number>> {
  if (shop.ground.config.worker) await until(async () => (await db.query(DUE)).length === 0, 'no job is due')
  return db.one(sql`
    select (select count(*) from orders) as orders, (select count(*) from order_lines) as lines,
      (select count(*) from order_events) as events, (select count(*) from payments) as payments,
      (select count(*) from payment_events) as notices, (select count(*) from mails where template <> 'operatorAlert') as mails,
      (select count(*) from alerts) as alerts, (select count(*) from vault_keys where state <> 'available') as taken,
      (select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier <> 'payment.poll' and not j.payload::jsonb ? '_cron'
          and not exists (select from mails where id::text = j.payload ->> 'mailId' and template = 'operatorAlert')) as jobs`)
}

const DUE = sql`select 1 from graphile_worker.jobs where run_at <= now() or locked_by is not null union all select 1 from payment_events where due_at is not null and handled_at is null`

/** Waiting jobs of this name are due now, and the workers are told. */
export async function makeDue({ db }: Db, job: string): Promise<void> {
  await db.run(sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = ${job})`)
  await db.run(sql`select pg_notify('jobs:insert', '{"count":50}')`)
}

/** A job of this name waits for its next try, which would come in seconds: it comes in hours, or once it is made due. */
export async function putOff({ db }: Db, job: string): Promise<void> {
  const waits = sql`
    update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
    where locked_at is null and run_at > now()
      and task_id = (select id from graphile_worker._private_tasks where identifier = ${job})`
  await until(async () => (await db.run(waits)) > 0, `${job} waits for its next try`)
}

/** The payment time of these orders is over. */
export async function letTimePass(shop: Db, offerId: number): Promise<void> {
  await shop.db.run(sql`
    update orders set expires_at = now() - interval '1 second'
    where status = 'Unpaid' and id in (select order_id from order_lines where offer_id = ${offerId})`)
}

export async function alertsOf({ db }: Db, orderId: string): Promise<string[]> {
  const rows = await db.query<{ kind: string }>(sql`select kind from alerts where order_id = ${orderId} order by id`)
  return rows.map((row) => row.kind)
}
