// Every statement about prices that are planned for a moment.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface Plan {
  id: number
  offerId: number
  productId: number
  priceCents: number
  at: Date
  state: 'waiting' | 'done' | 'cancelled'
  beforeCents: number | null
  reason: string
  staffId: string
  actor: string
  address: string
}

export function plansOf(db: Queryable, productId: number): Promise<Plan[]> {
  return db.query<Plan & Record<string, unknown>>(sql`
    select p.id, p.offer_id as "offerId", o.product_id as "productId", p.price_cents as "priceCents", p.at, p.state,
      p.before_cents as "beforeCents", p.reason, p.staff_id as "staffId", p.actor, p.address
    from planned_prices p join offers o on o.id = p.offer_id
    where o.product_id = ${productId} order by (p.state = 'waiting') desc, p.at desc, p.id desc limit 50`)
}

export async function countWaiting(tx: Transaction, offerId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from planned_prices where offer_id = ${offerId} and state = 'waiting'`,
  )
  return count
}

/** The dearest that waits to come until this moment; undefined: none does. */
export async function dearestUntil(tx: Transaction, offerId: number, at: string): Promise<number | undefined> {
  const { dearest } = await tx.one<{ dearest: number | null }>(sql`
    select max(price_cents) as dearest from planned_prices
    where offer_id = ${offerId} and state = 'waiting' and at <= ${at}::timestamptz`)
  return dearest ?? undefined
}

export async function addPlan(
  tx: Transaction,
  plan: Pick<Plan, 'offerId' | 'priceCents' | 'reason' | 'staffId' | 'actor' | 'address'> & { at: string },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into planned_prices (offer_id, price_cents, at, reason, staff_id, actor, address)
    values (${plan.offerId}, ${plan.priceCents}, ${plan.at}::timestamptz, ${plan.reason}, ${plan.staffId}, ${plan.actor}, ${plan.address})
    returning id`)
  return id
}

/** Those of them that waited: the others were done or cancelled. */
export function cancelPlans(tx: Transaction, ids: readonly number[]): Promise<Plan[]> {
  return tx.query<Plan & Record<string, unknown>>(sql`
    update planned_prices p set state = 'cancelled', ended_at = now() from offers o
    where p.id = any(${[...ids]}::int[]) and p.state = 'waiting' and o.id = p.offer_id
    returning p.id, p.offer_id as "offerId", o.product_id as "productId", p.price_cents as "priceCents", p.at, p.state,
      p.before_cents as "beforeCents", p.reason, p.staff_id as "staffId", p.actor, p.address`)
}

const OF_PERSON = fragment`p.state = 'waiting' and p.staff_id`

/** How many wait that this person has planned. */
export async function countPlansOf(db: Queryable, staffId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from planned_prices p where ${OF_PERSON} = ${staffId}`,
  )
  return count
}

/** Until the transaction ends nobody else locks several plans: one order for all would not hold across several people. */
const holdPlans = (tx: Transaction): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('planned prices', 0))`)

export async function waitingPlansOf(tx: Transaction, staffId: string): Promise<number[]> {
  await holdPlans(tx)
  const rows = await tx.query<{ id: number }>(
    sql`select p.id from planned_prices p where ${OF_PERSON} = ${staffId} order by p.id for no key update of p`,
  )
  return rows.map(({ id }) => id)
}

export async function isAnyDue(db: Queryable): Promise<boolean> {
  const { due } = await db.one<{ due: boolean }>(
    sql`select exists (select from planned_prices where state = 'waiting' and at <= now()) as due`,
  )
  return due
}

/** Locked until the transaction ends, the earliest first. One process at a time, so that the later of two plans for one offer wins. */
export async function duePlans(tx: Transaction, limit: number): Promise<Plan[]> {
  await holdPlans(tx)
  return tx.query<Plan & Record<string, unknown>>(sql`
    select p.id, p.offer_id as "offerId", o.product_id as "productId", p.price_cents as "priceCents", p.at, p.state,
      p.before_cents as "beforeCents", p.reason, p.staff_id as "staffId", p.actor, p.address
    from planned_prices p join offers o on o.id = p.offer_id
    where p.state = 'waiting' and p.at <= now() order by p.at, p.id limit ${limit} for no key update of p`)
}

/** `before`: what the price was. */
export function endPlans(tx: Transaction, plans: readonly { id: number; before: number }[]): Promise<number> {
  return tx.run(sql`
    update planned_prices p set state = 'done', ended_at = now(), before_cents = d.before
    from unnest(${plans.map(({ id }) => id)}::int[], ${plans.map(({ before }) => before)}::int[]) as d(id, before) where p.id = d.id`)
}

/** What came or was cancelled. */
export function forgetPlans(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from planned_prices where id = any(array(
      select id from planned_prices where state <> 'waiting' and ended_at < now() - make_interval(days => ${days}) limit ${limit}))`)
}
