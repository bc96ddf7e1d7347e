// What about money waits for a person, from orders and their payments.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { OrderStatus } from '../rules.ts'

/** Of one kind; one more is read, to know whether there are more. */
export const MOST = 200

interface Ordered extends Record<string, unknown> {
  orderId: string
  orderNo: string
}

/** The next deadline first; those without one last. */
export function disputes(db: Queryable) {
  return db.query<
    Ordered & {
      provider: string
      reference: string | null
      amount: number
      currency: string
      since: Date
      answerUntil: Date | null
    }
  >(sql`
    select o.id as "orderId", o.order_no as "orderNo", p.provider, p.provider_ref as reference, coalesce(p.paid_amount, p.amount) as amount,
      p.currency, p.updated_at as since, p.answer_until as "answerUntil"
    from payments p join orders o on o.id = p.order_id where p.state = 'disputed' order by p.answer_until, p.id limit ${MOST + 1}`)
}

interface HeldRow extends Ordered {
  status: OrderStatus
  reason: string
  since: Date
  by: string
  why: string
  /** What the provider of money in doubt answered then (`state`, `paid`, `refunded`, `currency`). */
  details: Record<string, unknown>
  /** Of the payment that it is about; null: a person holds it. */
  provider: string | null
  reference: string | null
  state: string | null
  amount: number | null
  paid: number | null
  refunded: number | null
  currency: string | null
}

/** The longest held first. */
export function heldOrders(db: Queryable) {
  return db.query<HeldRow>(sql`
    select o.id as "orderId", o.order_no as "orderNo", o.status, h.reason, h.since,
      coalesce(h.details ->> 'actor', '') as by, coalesce(h.details ->> 'reason', '') as why, h.details,
      p.provider, p.provider_ref as reference, p.state, p.amount, p.paid_amount as paid, p.refunded_amount as refunded, p.currency
    from order_holds h join orders o on o.id = h.order_id left join payments p on p.id = h.payment_id
    where h.lifted_at is null order by h.since, h.id limit ${MOST + 1}`)
}

export interface NamedOrder {
  id: string
  orderNo: string
}

/** The orders of these payments, by the ids of the payments. */
export async function ordersOfPayments(db: Queryable, paymentIds: readonly string[]): Promise<Map<string, NamedOrder>> {
  const rows = await db.query<NamedOrder & { paymentId: string }>(sql`
    select p.id as "paymentId", o.id, o.order_no as "orderNo" from payments p join orders o on o.id = p.order_id
    where p.id = any(${paymentIds}::uuid[])`)
  return new Map(rows.map(({ paymentId, ...order }) => [paymentId, order]))
}

export interface Reveal extends Record<string, unknown> {
  at: Date
  via: string
  actor: string
  address: string
  keys: number
  /** When the mail went out that they were written into. */
  sentAt: Date | null
  /** Mails are kept for a while; one that may be it still is. */
  hasMail: boolean
}

/**
 * When, how and from where keys of an order were shown, the first first. Those of a mail are taken down when it is written, in the
 * moment in which it is promised or later; the first that was sent to that address afterwards is theirs.
 */
export function revealsOf(db: Queryable, orderId: string): Promise<Reveal[]> {
  return db.query<Reveal>(sql`
    select r.at, r.via, r.actor, r.address, r.keys, m.sent_at as "sentAt", m.has_mail as "hasMail"
    from (
      select at, via, actor, address, count(*)::int as keys from key_reveals
      where order_id = ${orderId} group by at, via, actor, address order by at, via limit 1000
    ) r cross join lateral (
      select min(sent_at) filter (where sent_at >= r.at) as sent_at, count(*) > 0 as has_mail from mails
      where r.via = 'mail' and data ? 'orderId' and data ->> 'orderId' = ${orderId} and template = 'delivery'
        and created_at <= r.at and (r.address = '' or recipient = r.address)
    ) m order by coalesce(m.sent_at, r.at), r.via`)
}

export interface Written extends Record<string, unknown> {
  template: string
  recipient: string
  messageId: string
  createdAt: Date
  state: 'queued' | 'sent' | 'kept' | 'lapsed'
  sentAt: Date | null
}

export function mailsOf(db: Queryable, orderId: string): Promise<Written[]> {
  return db.query<Written>(sql`
    select template, recipient, message_id as "messageId", created_at as "createdAt", state, sent_at as "sentAt" from mails
    where data ? 'orderId' and data ->> 'orderId' = ${orderId} order by created_at, id limit 200`)
}
