// Every SQL statement of refunds. A refund is a row with its own id before its provider is asked; one is open per payment.
import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { SEND_REFUND } from './jobs.ts'
import { REFUND_PROBLEM } from './refund-rules.ts'

export type RefundCause = 'late' | 'surplus' | 'waiting' | 'buyer' | 'operator'

/** `amount` and `refundedBefore` are hundredths of `currency`. */
export interface RefundRow {
  id: string
  orderId: string
  paymentId: string
  amount: number
  currency: string
  cause: RefundCause
  actor: string
  reason: string
  /** Fixed when it is begun. */
  destination: 'source' | 'balance'
  state: 'wanted' | 'asked' | 'pending' | 'done' | 'failed' | 'dropped'
  problem: string | null
  /** What had gone back when the provider was asked. */
  refundedBefore: number | null
  createdAt: Date
}

/** One unit of an order's line that is refunded, counted from 1, and its key if it has one. */
export interface RefundUnit {
  lineId: number
  unit: number
  keyId: number | null
  amount: number
}

/**
 * Wants money back, and the job that sees to it, both or neither: to where it came from, unless its member has chosen his
 * balance when it is begun. `amount` null: all that is left; `currency` null: the payment's.
 * `units`: what it is for, where that is known. The order must be locked. False: a refund of this payment is open already, or nothing is left to refund.
 */
export async function wantRefund(
  tx: Transaction,
  refund: {
    orderId: string
    paymentId: string
    amount: number | null
    currency: string | null
    cause: RefundCause
    actor: string
    reason: string
    units?: RefundUnit[]
  },
): Promise<boolean> {
  const wanted = await tx.run(sql`
    with r as (
      insert into refunds (id, order_id, payment_id, amount, currency, cause, actor, reason)
      select ${randomUUID()}::uuid, ${refund.orderId}::uuid, p.id, coalesce(${refund.amount}::bigint, p.paid_amount - p.refunded_amount), coalesce(${refund.currency}::text, p.currency),
        ${refund.cause}, ${refund.actor}, ${refund.reason}
      from payments p
      where p.id = ${refund.paymentId} and p.paid_amount - p.refunded_amount >= greatest(1, coalesce(${refund.amount}::bigint, 1))
      on conflict (payment_id) where state in ('wanted', 'asked', 'pending') do nothing
      returning id, payment_id
    ), u as (
      insert into refund_units (refund_id, order_line_id, unit, key_id, amount)
      select r.id, u."lineId", u.unit, u."keyId", u.amount
      from r, jsonb_to_recordset(${JSON.stringify(refund.units ?? [])}::jsonb) as u("lineId" bigint, unit int, "keyId" bigint, amount bigint)
    )
    select graphile_worker.add_job(${SEND_REFUND.name}, json_build_object('refundId', r.id), flags => array['outside', 'outside:' || p.provider])
    from r join payments p on p.id = r.payment_id`)
  return wanted === 1
}

/** What has gone back of the payment `p` for single units: of its price, whatever came above it. */
export const BACK_FOR_UNITS = fragment`coalesce((
        select sum(u.amount) from refund_units u join refunds r on r.id = u.refund_id where r.payment_id = p.id and r.state = 'done'), 0)::bigint`

/**
 * What has gone back of what was too much of the payment `p`, which has paid its order: as it was counted, and what has gone or come back
 * since then (a release that counts nothing may have recorded it) as `countBack` would count that.
 */
export const SURPLUS_BACK = fragment`coalesce((
        select p.surplus_back + greatest(0, least(more, coalesce(p.paid_amount, 0) - p.amount - p.surplus_back)) + least(0, more + p.price_back)
        from (select p.refunded_amount - ${BACK_FOR_UNITS} - p.surplus_back - p.price_back as more) m where p.refunded_amount > 0), 0)::bigint`

/** The columns of a RefundRow. */
const REFUND = fragment`id, order_id as "orderId", payment_id as "paymentId", amount, currency, cause, actor, reason, destination, state, refunded_before as "refundedBefore", problem,
      created_at as "createdAt"`

export function refundById(db: Queryable, id: string): Promise<RefundRow | undefined> {
  return db.maybe<RefundRow & Record<string, unknown>>(sql`
    select ${REFUND}
    from refunds where id = ${id}`)
}

/** A refund of this payment is open, made, or could not be made: it is not wanted by itself once more. */
export async function hasRefund(tx: Queryable, paymentId: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from refunds where payment_id = ${paymentId} and state <> 'dropped' limit 1`)
  return rows.length > 0
}

/**
 * Why money of this payment goes back by itself, and whether all that was wanted back of it has gone: what is there then has come
 * since. Undefined: nothing goes back so, or a refund of it came to nothing, or was a person's.
 */
export async function sentBackByItself(
  tx: Queryable,
  paymentId: string,
): Promise<{ why: string; isGone: boolean } | undefined> {
  return tx.maybe<{ why: string; isGone: boolean }>(sql`
    select (array_agg(reason order by created_at desc, id))[1] as why, bool_and(state = 'done') as "isGone"
    from refunds where payment_id = ${paymentId} and state <> 'dropped'
    having bool_and(state <> 'failed' and cause in ('late', 'surplus'))`)
}

/** The provider is asked from now on, in the currency that it has the money in. `before` is written by whoever asks first. */
export function markAsked(tx: Transaction, id: string, before: number, currency: string): Promise<number> {
  return tx.run(sql`
    update refunds set state = 'asked', currency = ${currency}, asked_at = now(), updated_at = case when problem is null then now() else updated_at end, refunded_before = coalesce(refunded_before, ${before})
    where id = ${id} and state in ('wanted', 'asked')`)
}

/** What became of it. An end stays: nothing leads on from 'done', 'failed' and 'dropped' here. */
export function markRefund(
  tx: Queryable,
  id: string,
  to: 'pending' | 'done' | 'failed' | 'dropped',
  more: { problem?: string } = {},
): Promise<number> {
  return tx.run(sql`
    update refunds set state = ${to}, problem = ${more.problem ?? null}, updated_at = now()
    where id = ${id} and state in ('wanted', 'asked', 'pending')`)
}

/** Vain tries for so long are a person's to know. */
const VAIN_HOURS = 24

/**
 * Its provider could not be asked, and why: it is tried again. `isLong`: so it has been for a day. Undefined: it has been asked for and
 * taken on, or is over.
 */
export function noteProblem(
  db: Queryable,
  id: string,
  problem: string,
): Promise<(RefundRow & { isLong: boolean }) | undefined> {
  return db.maybe<RefundRow & { isLong: boolean } & Record<string, unknown>>(sql`
    update refunds set problem = ${problem}, updated_at = case when problem is null then now() else updated_at end
    where id = ${id} and state in ('wanted', 'asked')
    returning ${REFUND}, updated_at < now() - make_interval(hours => ${VAIN_HOURS}) as "isLong"`)
}

/** Those of these ids whose provider has been asked since, or that are over. */
export async function notInVain(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from unnest(${ids}::uuid[]) id where not exists (
      select from refunds r where r.id = id.id and r.state in ('wanted', 'asked') and r.problem is not null)
    order by id`)
  return rows.map(({ id }) => id)
}

/** Whether its provider could not be asked when it was tried last. It stays so until the transaction ends. */
export async function isInVain(tx: Transaction, id: string): Promise<boolean> {
  const refund = await tx.maybe<{ yes: boolean }>(sql`
    select state in ('wanted', 'asked') and problem is not null as yes from refunds where id = ${id} for no key update`)
  return refund?.yes ?? false
}

/** Its provider answers, and it waits for something else. */
export function clearProblem(db: Queryable, id: string): Promise<number> {
  return db.run(
    sql`update refunds set problem = null where id = ${id} and state in ('wanted', 'asked') and problem is not null`,
  )
}

/** The provider has taken it on, under this name of its own. Its notice may have come before its answer: an end stays. */
export function markTakenOn(db: Queryable, id: string, providerRef: string): Promise<number> {
  return db.run(sql`
    update refunds set state = case when state in ('wanted', 'asked') then 'pending' else state end,
      problem = case when state in ('wanted', 'asked') then null else problem end, provider_ref = ${providerRef}, updated_at = now()
    where id = ${id}`)
}

/** It goes to its member's balance, in this transaction. */
export function markCredited(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`
    update refunds set state = 'done', destination = 'balance', problem = null, asked_at = now(), updated_at = now() where id = ${id} and state = 'wanted'`)
}

/**
 * The provider's own figures say what it has sent back: refunds that are in it are done, and one that came back has failed. Answers these.
 * `underWay`: what it calls those that it has not made yet, so that what is in its figures was another.
 */
export function matchRefunds(
  tx: Transaction,
  paymentId: string,
  refundedMinor: number,
  underWay: readonly string[] = [],
): Promise<Pick<RefundRow, 'state' | 'amount'>[]> {
  return tx.query<Pick<RefundRow, 'state' | 'amount'> & Record<string, unknown>>(sql`
    update refunds set state = case when refunded_before + amount <= ${refundedMinor} then 'done' else 'failed' end,
      problem = case when refunded_before + amount <= ${refundedMinor} then null else ${REFUND_PROBLEM.cameBack} end, updated_at = now()
    where payment_id = ${paymentId} and destination = 'source'
      and ((state in ('asked', 'pending') and refunded_before + amount <= ${refundedMinor}
          and coalesce(provider_ref <> all(${underWay}::text[]), true))
        or (state = 'done' and refunded_before + amount > ${refundedMinor}))
    returning state, amount`)
}

/**
 * Counts what has gone back of a payment since it was last counted, for no single units: first of what was too much by then, as far as
 * some was left of that, and of its price. What came back to the shop was of the price first. What went back before it paid (`pays`:
 * the order) was of its price only where it was more than is too much now.
 */
export function countBack(tx: Transaction, paymentId: string, pays: boolean): Promise<number> {
  return tx.run(sql`
    update payments p set surplus_back = n.surplus_back, price_back = n.back - n.surplus_back
    from (
      select id, back, case when ${pays} then ${SURPLUS_BACK} else least(back, greatest(0, coalesce(p.paid_amount, 0) - p.amount)) end as surplus_back
      from payments p cross join lateral (select p.refunded_amount - ${BACK_FOR_UNITS} as back) b
      where p.id = ${paymentId}
    ) n where p.id = n.id and (p.surplus_back, p.price_back) is distinct from (n.surplus_back, n.back - n.surplus_back)`)
}

/** What of a payment's surplus has gone back, hundredths; what went back for single units is of its price. */
export async function surplusBack(db: Queryable, paymentId: string): Promise<number> {
  const { back } = await db.one<{ back: number }>(
    sql`select ${SURPLUS_BACK} as back from payments p where id = ${paymentId}`,
  )
  return back
}

/** What the shop's own refunds of a payment have sent back so far, to where it came from or to a balance; hundredths. */
export async function sentByShop(db: Queryable, paymentId: string): Promise<number> {
  const { sent } = await db.one<{ sent: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as sent from refunds where payment_id = ${paymentId} and state = 'done'`)
  return sent
}

/**
 * The provider says that it could not make a refund: one that it has taken on and that its figures do not contain has
 * failed. What it says in the first minute may be of an earlier one; it is asked again. Those of people they end themselves.
 */
export function failTakenOn(tx: Transaction, paymentId: string, problem: string): Promise<RefundRow[]> {
  return tx.query<RefundRow & Record<string, unknown>>(sql`
    update refunds set state = 'failed', problem = ${problem}, updated_at = now()
    where payment_id = ${paymentId} and destination = 'source' and state = 'pending' and updated_at < now() - interval '1 minute'
      and not exists (select from refund_tasks where refund_id = refunds.id)
    returning ${REFUND}`)
}

/** Fails the refunds that the provider names by its own names. */
export function failNamed(
  tx: Transaction,
  paymentId: string,
  names: readonly string[],
  problem: string,
): Promise<RefundRow[]> {
  return tx.query<RefundRow & Record<string, unknown>>(sql`
    update refunds set state = 'failed', problem = ${problem}, updated_at = now()
    where payment_id = ${paymentId} and destination = 'source' and state = 'pending' and provider_ref = any(${names}::text[])
    returning ${REFUND}`)
}

/** All refunds of an order, the oldest first. */
export function refundsOf(db: Queryable, orderId: string): Promise<RefundRow[]> {
  return db.query<RefundRow & Record<string, unknown>>(sql`
    select ${REFUND}
    from refunds where order_id = ${orderId} order by created_at, id limit 200`)
}

/** Refunds of a payment that nobody has asked the provider for are not made. Answers how many. */
export function dropWanted(tx: Transaction, paymentId: string): Promise<number> {
  return tx.run(sql`
    update refunds set state = 'dropped', problem = null, updated_at = now() where payment_id = ${paymentId} and state = 'wanted'`)
}
