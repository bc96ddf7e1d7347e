// Every SQL statement of holds, and of what people do to orders.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { SURPLUS_BACK } from '#rooms/payments/hands.ts'

/**
 * By payment: `amount` (not what was to be paid came), `state` (a state that nobody knows, money without an end that fits, or an answer that
 * contradicts an earlier one), `other attempt` (it names another attempt), `disputed` (contested, and not what paid the order),
 * `review` (the provider's people look at it), `warning` (the provider warns of fraud). `refund failed`: money should go back and cannot.
 * `person`: somebody here wants to look at the order first.
 */
export type HoldReason =
  | 'amount'
  | 'state'
  | 'other attempt'
  | 'disputed'
  | 'refund failed'
  | 'review'
  | 'warning'
  | 'person'

export interface Hold {
  reason: HoldReason
  paymentId: string | null
  since: Date
  details: Record<string, unknown>
}

/**
 * Holds the order. The order must be locked. False: it is held for this already, or a person has released it from just
 * this, and then it goes on as if it had never been held (decision C4).
 */
export async function hold(
  tx: Transaction,
  orderId: string,
  what: { paymentId: string | null; reason: HoldReason; details: object },
): Promise<boolean> {
  const held = await tx.run(sql`
    insert into order_holds (order_id, payment_id, reason, details)
    select ${orderId}::uuid, ${what.paymentId}::uuid, ${what.reason}, ${JSON.stringify(what.details)}::jsonb
    where not exists (
      select from order_holds h where h.order_id = ${orderId} and h.payment_id is not distinct from ${what.paymentId}::uuid
        and h.reason = ${what.reason} and h.lifted_at is not null and h.lifted_by <> 'system' and h.details = ${JSON.stringify(what.details)}::jsonb)
    on conflict (order_id, payment_id, reason) where lifted_at is null do update set details = excluded.details
      where order_holds.details <> excluded.details`)
  return held === 1
}

/** Lifts holds of the order: of one payment, for these reasons, or all. Answers how many. */
export function lift(
  tx: Transaction,
  orderId: string,
  by: { actor: string; why: string; paymentId?: string; reasons?: HoldReason[] },
): Promise<number> {
  return tx.run(sql`
    update order_holds set lifted_at = now(), lifted_by = ${by.actor}, lifted_why = ${by.why}
    where order_id = ${orderId} and lifted_at is null
      and (${by.paymentId ?? null}::uuid is null or payment_id = ${by.paymentId ?? null}::uuid)
      and (${by.reasons ?? null}::text[] is null or reason = any(${by.reasons ?? null}::text[]))`)
}

export function openHolds(db: Queryable, orderId: string): Promise<Hold[]> {
  return db.query<Hold & Record<string, unknown>>(sql`
    select reason, payment_id as "paymentId", since, details from order_holds
    where order_id = ${orderId} and lifted_at is null order by since, id limit 100`)
}

/** In which currency the money came that the order was held for last; undefined: it was held for none of this payment. */
export async function heldCurrency(tx: Transaction, paymentId: string): Promise<string | undefined> {
  const row = await tx.maybe<{ currency: string }>(sql`
    select details ->> 'currency' as currency from order_holds
    where payment_id = ${paymentId} and reason <> 'other attempt' and details ->> 'currency' <> ''
    order by coalesce(lifted_at, 'infinity') desc, id desc limit 1`)
  return row?.currency
}

/**
 * Whether the order is neither delivered, given up nor paid again: money of it is in doubt, or on its way back. Doubt about
 * another payment than the one that has paid it bars nothing.
 */
export async function isHeld(tx: Queryable, orderId: string): Promise<boolean> {
  const { held } = await tx.one<{ held: boolean }>(sql`
    select exists (
      select from order_holds h join orders o on o.id = h.order_id
      where h.order_id = ${orderId} and h.lifted_at is null
        and (o.paid_payment_id is null or h.payment_id is null or h.payment_id = o.paid_payment_id)
    ) or exists (
      select from refunds r join orders o on o.id = r.order_id
      where r.order_id = ${orderId} and r.state in ('wanted', 'asked', 'pending') and r.payment_id = o.paid_payment_id
    ) as held`)
  return held
}

/** A payment of the order whose payer has authorised it while the bank still works (decision C2). */
export async function isUnderWay(tx: Queryable, orderId: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from payments where order_id = ${orderId} and state = 'processing' limit 1`)
  return rows.length > 0
}

/**
 * Condition on the payment `p` and its method `m`: its bank has not taken longer than that says. A card that is being charged has no
 * word of its provider yet.
 */
const BANK_IN_TIME = fragment`coalesce(p.under_way_since, p.updated_at) > now() - make_interval(hours => coalesce(m.under_way_hours, 72))`

/** Of an order whose money is under way: no bank of it is still in time. */
export async function isBankOverdue(tx: Queryable, orderId: string): Promise<boolean> {
  const inTime = await tx.query(sql`
    select 1 from payments p left join payment_methods m on m.id = p.method_id
    where p.order_id = ${orderId} and p.state = 'processing' and ${BANK_IN_TIME} limit 1`)
  return inTime.length === 0
}

/**
 * Unpaid orders whose time is over and for which nothing may come, the longest overdue first. Which of more than `limit`, is left to
 * chance: the same that fail each time would keep those behind them waiting for ever, were they always among the first.
 */
export async function overdueOrders(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with overdue as (
      select id, expires_at from orders o
      where status = 'Unpaid' and expires_at <= now()
        and not exists (select from order_holds where order_id = o.id and lifted_at is null)
        and not exists (select from payments where order_id = o.id and state = 'processing')
      order by random() limit ${limit})
    select id from overdue order by expires_at, id`)
  return rows.map((row) => row.id)
}

/**
 * Condition on the order `o`: unpaid and not given up, but others may have its keys now: held after the payment time, or with money
 * under way for as many hours as its method says.
 */
const RESERVATION_IS_OVERDUE = fragment`
  o.status = 'Unpaid' and o.expires_at <= now() and o.released_at is null
    and case when exists (select from payments where order_id = o.id and state = 'processing')
      then not exists (
        select from payments p left join payment_methods m on m.id = p.method_id
        where p.order_id = o.id and p.state = 'processing'
          and ${BANK_IN_TIME})
      else exists (select from order_holds where order_id = o.id and lifted_at is null) end`

export async function overdueReservations(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with overdue as (select id, expires_at from orders o where ${RESERVATION_IS_OVERDUE} order by random() limit ${limit})
    select id from overdue order by expires_at, id`)
  return rows.map((row) => row.id)
}

/** What is seen under way only now keeps its keys. The order must be locked. */
export async function isReservationOverdue(tx: Transaction, orderId: string): Promise<boolean> {
  return (await tx.query(sql`select 1 from orders o where id = ${orderId} and ${RESERVATION_IS_OVERDUE}`)).length > 0
}

/** The reservation was given back. */
export function markReleased(tx: Transaction, orderId: string, released: boolean): Promise<number> {
  return tx.run(sql`update orders set released_at = case when ${released} then now() end where id = ${orderId}`)
}

/** Condition on the failed refund `r`: there are units that it was to give back, and each of them has gone back by another refund. */
const ALL_UNITS_WENT_BACK = fragment`
  exists (select from refund_units where refund_id = r.id) and not exists (
    select from refund_units f where f.refund_id = r.id and not exists (
      select from refund_units u join refunds d on d.id = u.refund_id and d.state = 'done'
      where u.order_line_id = f.order_line_id and u.unit = f.unit))`

/** Condition on the failed refund `r`: a person has said that it is not made any more. */
const GIVEN_UP = fragment`exists (select from refund_tasks where refund_id = r.id and outcome = 'givenUp')`

/** A refund of what paid the order o that is under way, or that failed and may be made another way by a person. */
const REFUND_IN_THE_WAY = fragment`
  select from refunds r where r.order_id = o.id and r.payment_id = o.paid_payment_id and (
    r.state in ('wanted', 'asked', 'pending')
    or r.state = 'failed' and r.cause in ('waiting', 'buyer')
    or r.state = 'failed' and r.cause = 'operator' and not ${GIVEN_UP} and not (${ALL_UNITS_WENT_BACK}))`

const MONEY_IN_DOUBT = fragment`
  select from order_holds h where h.order_id = o.id and h.lifted_at is null
    and h.reason not in ('review', 'warning', 'person') and (h.payment_id is null or h.payment_id = o.paid_payment_id)`

/**
 * Condition on the order `o`: it waits, and its money may go back without a person. One whose money is in doubt waits on. What could not be
 * sent back because of the wait is a person's from then on; and what a person wanted back and the provider refused he may have sent
 * another way: it bars until just these units have gone after all, or he has said that it is not made.
 */
const MAY_BE_GIVEN_BACK = fragment`
  o.status = 'Processing' and not exists (${REFUND_IN_THE_WAY}) and not exists (${MONEY_IN_DOUBT})`

/**
 * Paid orders that have waited for so long, any of them: the same that fail each time would keep those behind them waiting
 * for ever, were they always the first.
 */
export async function ordersWaitingTooLong(db: Queryable, hours: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orders o where ${MAY_BE_GIVEN_BACK} and paid_at < now() - make_interval(hours => ${hours}::int)
    order by random() limit ${limit}`)
  return rows.map((row) => row.id)
}

/** True of this moment only, unless the order is locked. */
export async function mayBeGivenBack(db: Queryable, orderId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from orders o where id = ${orderId} and ${MAY_BE_GIVEN_BACK}`)).length > 0
}

/** Method, fee and total become those of the attempt that pays the order. */
export function takeOver(
  tx: Transaction,
  orderId: string,
  paid: { paymentId: string; method: number; fee: number },
): Promise<number> {
  return tx.run(sql`
    update orders set paid_payment_id = ${paid.paymentId}, payment_method = ${paid.method}, fee = ${paid.fee},
      total = greatest(0, goods - discount + ${paid.fee}::bigint - coupon + freight + service)
    where id = ${orderId}`)
}

/** A part of what the payment that paid it was for has gone back. */
export async function isPartlyRefunded(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from orders o join payments p on p.id = o.paid_payment_id
    where o.id = ${id} and p.refunded_amount > ${SURPLUS_BACK}`)
  return rows.length > 0
}

export interface TodayLine {
  quantity: number
  unit: number
  /** Null: it is no longer sold. */
  todayUsdCents: number | null
}

/** The order's lines with what they cost today, and today's rate of its currency. */
export async function pricesToday(
  tx: Queryable,
  orderId: string,
): Promise<{ rateE8: string | null; lines: TodayLine[] }> {
  const [rate, lines] = [
    await tx.maybe<{ rateE8: string }>(
      sql`select c.rate_e8::text as "rateE8" from orders o join currencies c on c.code = o.currency where o.id = ${orderId}`,
    ),
    await tx.query<TodayLine & Record<string, unknown>>(sql`
      select l.quantity, l.unit, case when o.active and not p.is_draft then o.price_cents end as "todayUsdCents"
      from order_lines l join offers o on o.id = l.offer_id join products p on p.id = o.product_id where l.order_id = ${orderId} order by l.position limit 100`),
  ]
  return { rateE8: rate?.rateE8 ?? null, lines }
}

export function recordAct(
  tx: Transaction,
  act: { orderId: string; act: string; actor: string; reason: string; did: object },
): Promise<number> {
  return tx.run(sql`
    insert into order_acts (order_id, act, actor, reason, did)
    values (${act.orderId}, ${act.act}, ${act.actor}, ${act.reason}, ${JSON.stringify(act.did)}::jsonb)`)
}

/** What this act did to the order when it was asked for by what a person calls it; undefined if it never was. The order must be locked. */
export async function whatWasDone(
  tx: Transaction,
  { orderId, act, reference }: { orderId: string; act: string; reference: string },
): Promise<string | undefined> {
  const done = await tx.maybe<{ did: string }>(sql`
    select did ->> 'did' as did from order_acts
    where order_id = ${orderId} and act = ${act} and did ->> 'reference' = ${reference} order by id limit 1`)
  return done?.did
}

/** For the operator: orders with open holds, the longest held first. */
export function heldOrders(
  db: Queryable,
  limit: number,
): Promise<(Omit<Hold, 'paymentId'> & { orderNo: string; status: string })[]> {
  return db.query(sql`
    select o.order_no as "orderNo", o.status, h.reason, h.since, h.details from order_holds h join orders o on o.id = h.order_id
    where h.lifted_at is null order by h.since, h.id limit ${limit}`)
}

export function movesOf(
  db: Queryable,
  orderId: string,
): Promise<{ at: Date; from: string | null; to: string; actor: string; reason: string }[]> {
  return db.query(sql`
    select at, from_status as "from", to_status as "to", actor, reason from order_events where order_id = ${orderId} order by id limit 200`)
}

export function actsOf(
  db: Queryable,
  orderId: string,
): Promise<{ at: Date; act: string; reference: string | null; actor: string; reason: string; did: string }[]> {
  return db.query(sql`
    select at, act, did ->> 'reference' as reference, actor, reason, did ->> 'did' as did from order_acts where order_id = ${orderId} order by id limit 200`)
}
