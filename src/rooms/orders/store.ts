// The statements that read an order, lock it and move it. Two others write one (making/make-store.ts), one settles most of them
// (settling/settle-store.ts), and each part of an order's life has a store of its own. A status is changed by `move` alone, whose
// condition is the state machine itself, and by the statement that settles.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { NewEvent } from '#platform/events/define.ts'
import { eventRows } from '#platform/events/store.ts'
import { BALANCE } from '#rooms/payments/hands.ts'
import type { GivenWaiver } from './making/waiver.ts'
import { mayMove, type OrderStatus, reachableFrom } from './rules.ts'

/** Its money is in doubt, a person looks at it before anything is paid, or its bank still works; null: nothing bars it. */
export type Barred = 'held' | 'person' | 'underWay' | null

/** Amounts are hundredths of `currency`; `rateE8` is that currency for one US dollar, times 10⁸. */
export interface OrderRow {
  id: string
  orderNo: string
  /** Whose it is; null: a guest's. */
  memberId: string | null
  status: OrderStatus
  placedAt: Date
  expiresAt: Date
  deliveryEmail: string
  locale: string
  currency: string
  rateE8: number
  paymentMethod: number
  goods: number
  discount: number
  fee: number
  coupon: number
  freight: number
  service: number
  total: number
  couponId: number | null
  /** US cents that the member's balance gets of a top-up (decision F5); null: an order of goods. */
  topUpCents: number | null
}

export interface KeptOrder extends OrderRow {
  cookieVersion: number
  linkVersion: number
  /** The database's clock. */
  now: Date
  paidAt: Date | null
  paidPaymentId: string | null
  statusBeforeDispute: OrderStatus | null
  /** What has gone back of the payment that paid it. */
  refunded: number
  /** What of that was put on its member's balance (what is left there: refund-choice.ts). */
  refundedToBalance: number
  /** The payment that paid it was one from a balance. */
  paidFromBalance: boolean
  /** A refund of the payment that paid it is on its way. */
  moneyUnderWayBack: boolean
  /** All that was paid for it, or what is left of that, is on its way back. */
  goesBack: boolean
  /** Money has come for it that did not pay it. */
  paidBesides: boolean
  /** Why it cannot be paid (again), which its buyer sees. */
  barred: Barred
  /** The consent that was given with the order, word for word. */
  waiver: GivenWaiver | null
}

/** What of the order `o` has gone back, in its own currency: where another was accepted, its share of the price. */
export const REFUNDED = fragment`coalesce((
        select case when p.currency = o.currency then p.refunded_amount else round(o.total::numeric * p.refunded_amount / p.amount) end
        from payments p where p.id = o.paid_payment_id), 0)::bigint`

/** A refund of the payment that paid the order `o` is on its way, and whether all that is left of it goes back by one. */
export const MONEY_BACK = fragment`exists (select from refunds where payment_id = o.paid_payment_id and state in ('wanted', 'asked', 'pending')) as "moneyUnderWayBack",
      exists (select from refunds r join payments p on p.id = r.payment_id where p.id = o.paid_payment_id
        and r.state in ('wanted', 'asked', 'pending') and r.amount >= p.paid_amount - p.refunded_amount) as "goesBack"`

export function orderById(db: Queryable, id: string): Promise<KeptOrder | undefined> {
  return db.maybe<KeptOrder>(sql`
    select id, order_no as "orderNo", member_id as "memberId", status, placed_at as "placedAt", expires_at as "expiresAt", delivery_email as "deliveryEmail",
      locale, currency, rate_e8 as "rateE8", payment_method as "paymentMethod", goods, discount, fee, coupon, freight, service, total, coupon_id as "couponId", top_up_cents as "topUpCents",
      paid_at as "paidAt", paid_payment_id as "paidPaymentId", status_before_dispute as "statusBeforeDispute", ${REFUNDED} as refunded,
      coalesce((select to_balance from payments where id = o.paid_payment_id), 0) as "refundedToBalance",
      exists (select from payments where id = o.paid_payment_id and provider = ${BALANCE}) as "paidFromBalance",
      ${MONEY_BACK},
      exists (select from payments where order_id = o.id and paid_amount > 0 and id is distinct from o.paid_payment_id) as "paidBesides",
      case
        when exists (select from payments where order_id = o.id and state = 'processing') then 'underWay'
        when exists (select from order_holds h where h.order_id = o.id and lifted_at is null
          and (reason <> 'person' or o.status <> 'Unpaid')
          and (o.paid_payment_id is null or h.payment_id is null or h.payment_id = o.paid_payment_id)) then 'held'
        when o.status = 'Unpaid' and exists (select from order_holds where order_id = o.id and lifted_at is null) then 'person'
      end as barred,
      waiver, cookie_version as "cookieVersion", link_version as "linkVersion", now() as now
    from orders o where id = ${id}`)
}

export interface LockedOrder extends OrderRow {
  /** The attempt that paid it. */
  paidPaymentId: string | null
  /** Where a disputed order returns to. */
  statusBeforeDispute: OrderStatus | null
  /** When its reservation was given back. */
  releasedAt: Date | null
  /** How many keys its lines need together; a unit that is refunded needs none. */
  wanted: number
  /** The database's clock. */
  now: Date
}

/** The order, locked: nobody else can move it until this transaction ends. Every effect on an order starts here. */
export function lockOrder(tx: Transaction, id: string): Promise<LockedOrder | undefined> {
  return tx.maybe<LockedOrder>(sql`
    select id, order_no as "orderNo", member_id as "memberId", status, placed_at as "placedAt", expires_at as "expiresAt", delivery_email as "deliveryEmail",
      locale, currency, rate_e8 as "rateE8", payment_method as "paymentMethod", goods, discount, fee, coupon, freight, service, total, coupon_id as "couponId", top_up_cents as "topUpCents",
      paid_payment_id as "paidPaymentId", status_before_dispute as "statusBeforeDispute", released_at as "releasedAt",
      (select coalesce(sum(quantity), 0)::int from order_lines where order_id = ${id}) - (
        select count(*)::int from refund_units u join refunds r on r.id = u.refund_id
        where r.order_id = ${id} and r.state not in ('failed', 'dropped')) as wanted, now() as now
    from orders o where id = ${id} for update`)
}

/** The order is locked: a statement that waits for that lock sees no refund that was wished for while it waited. */
export function moneyBack(tx: Transaction, id: string): Promise<Pick<KeptOrder, 'moneyUnderWayBack' | 'goesBack'>> {
  return tx.one(sql`select ${MONEY_BACK} from orders o where id = ${id}`)
}

export interface RepeatedOrder {
  id: string
  requestHash: Buffer
  browserHash: Buffer | null
  memberId: string | null
  /** What somebody else may be told: unpaid, still payable and younger than a day (decision A12). */
  payable: boolean
}

export function orderByIdempotencyHash(db: Queryable, hash: Buffer): Promise<RepeatedOrder | undefined> {
  return db.maybe<RepeatedOrder>(sql`
    select id, request_hash as "requestHash", browser_hash as "browserHash", member_id as "memberId",
      status = 'Unpaid' and expires_at > now() and placed_at > now() - interval '1 day' as payable
    from orders where idempotency_hash = ${hash}`)
}

export interface Step {
  to: OrderStatus
  actor: string
  reason: string
}

/**
 * Moves an order along one or several steps at once, if the state machine knows the way (decision C1), and records each.
 * Answers whether it moved: a rival may have been faster, and then this does nothing. `happened`: events whose rows it
 * writes with that.
 */
export async function move(
  tx: Transaction,
  orderId: string,
  steps: [Step, ...Step[]],
  happened: readonly NewEvent[],
): Promise<boolean> {
  const path = steps.map((step) => step.to)
  if (path.some((to, i) => i > 0 && !mayMove(path[i - 1]!, to)))
    throw new Error(`no way leads along ${path.join(' → ')}`)
  const moved = await tx.run(sql`
    with before as (
      select id, status from orders
      where id = ${orderId} and status = any(${reachableFrom(path[0]!)}::text[])
        and (status <> 'Disputed' or ${path[0]} in ('Refunded', status_before_dispute))
      for update
    ), o as (
      update orders set status = ${path.at(-1)},
        paid_at = case when ${path.includes('Paid')} then coalesce(paid_at, now()) else paid_at end,
        delivered_at = case when ${path.includes('Delivered')} then coalesce(delivered_at, now()) else delivered_at end,
        status_before_dispute = case when ${path.at(-1)} = 'Disputed' then before.status end
      from before where orders.id = before.id
      returning orders.id
    ), happened as (
      insert into events (name, subject, payload)
      select e ->> 'name', e ->> 'subject', e -> 'payload' from o, jsonb_array_elements(${eventRows(happened)}::jsonb) with ordinality as e(e, n)
      order by n
    )
    insert into order_events (order_id, from_status, to_status, actor, reason)
    select before.id, coalesce(lag(s.step ->> 'to') over (order by s.n), before.status), s.step ->> 'to', s.step ->> 'actor', s.step ->> 'reason'
    from before join o on o.id = before.id cross join jsonb_array_elements(${JSON.stringify(steps)}::jsonb) with ordinality as s(step, n)
    order by s.n`)
  return moved === steps.length
}

export function changeMethod(
  tx: Transaction,
  orderId: string,
  change: { paymentMethod: number; fee: number; total: number },
): Promise<number> {
  return tx.run(sql`
    update orders set payment_method = ${change.paymentMethod}, fee = ${change.fee}, total = ${change.total}
    where id = ${orderId} and status = 'Unpaid'`)
}

/** The first that was given stays. */
export function keepWaiver(db: Queryable, orderId: string, waiver: GivenWaiver): Promise<number> {
  return db.run(sql`
    update orders set waiver = ${JSON.stringify(waiver)}::jsonb where id = ${orderId} and status = 'Unpaid' and waiver is null`)
}

/** Since when an order waits for keys, and which it is. Microseconds: as text, no moment is cut. */
export interface WaitingOrder {
  id: string
  since: string
}

/** Orders that are paid and wait for keys of this offer behind the one named, the longest waiting first, `limit` at most. */
export function ordersWaitingFor(
  db: Queryable,
  offerId: number,
  { after, limit }: { after: WaitingOrder | undefined; limit: number },
): Promise<WaitingOrder[]> {
  return db.query<WaitingOrder & Record<string, unknown>>(sql`
    select o.id, o.paid_at::text as since from orders o
    where o.status = 'Processing' and exists (select from order_lines where order_id = o.id and offer_id = ${offerId})
      and (${after?.id ?? null}::uuid is null or (o.paid_at, o.id) > (${after?.since ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by o.paid_at, o.id limit ${limit}`)
}

/** After its delivery an order becomes Completed by itself (decision C1). */
export const COMPLETED_AFTER = fragment`interval '14 days'`

/** Any of them: the same that fail each time would keep those behind them waiting for ever, were they always the first. */
export async function ordersToComplete(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orders where status = 'Delivered' and delivered_at < now() - ${COMPLETED_AFTER} order by random() limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Those of these orders, with a key of this product (0: any product), that were delivered to this address, in lower case; the oldest first. */
export async function deliveredTo(
  db: Queryable,
  orderIds: readonly string[],
  email: string,
  productId: number,
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db.query<{ id: string }>(sql`
    select o.id from orders o
    where o.id = any(${orderIds}::uuid[]) and lower(o.delivery_email) = ${email} and o.delivered_at is not null and o.top_up_cents is null
      and (${productId}::int = 0 or exists (select from order_lines where order_id = o.id and product_id = ${productId}::int))
    order by o.delivered_at, o.id`)
  return rows.map(({ id }) => id)
}

/** By the number that people read out. */
export function orderByNo(
  db: Queryable,
  orderNo: string,
): Promise<
  | (Pick<OrderRow, 'id' | 'orderNo' | 'status' | 'total' | 'currency' | 'rateE8' | 'placedAt'> & {
      paidPaymentId: string | null
      refundToBalanceAt: Date | null
    })
  | undefined
> {
  return db.maybe(sql`
    select id, order_no as "orderNo", status, total, currency, rate_e8 as "rateE8", placed_at as "placedAt", paid_payment_id as "paidPaymentId", refund_to_balance_at as "refundToBalanceAt" from orders where order_no = ${orderNo}`)
}
