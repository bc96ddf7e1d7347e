// The two statements that write an order: of goods, and a top-up. The first touches what orders, payments and the vault each keep,
// because every statement of its own costs more than what it does.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { USD_RATE } from '#platform/money.ts'
import { nameKey } from '#rooms/members/rules.ts'
import { WHY } from '../reason-rules.ts'
import type { OrderRow } from '../store.ts'
import type { GivenWaiver } from './waiver.ts'

export interface NewOrder extends Omit<OrderRow, 'status' | 'rateE8'> {
  rateE8: string
  /** Who is signed in; without him it is the member's whose address it goes to, if that is one's (decision F2). */
  memberId: string | null
  note: string
  waiver: GivenWaiver | null
  idempotencyHash: Buffer | null
  requestHash: Buffer
  browserHash: Buffer | null
  clientHash: Buffer | null
  mailboxHash: Buffer | null
  /** Whoever orders, as it stands with its first event. */
  actor: string
  lines: {
    position: number
    productId: number
    skuId: number
    offerId: number
    name: string
    skuCode: string
    skuLabel: string
    quantity: number
    unitUsdCents: number
    unit: number
    total: number
  }[]
  /** Null: its buyer begins one when he comes to pay. */
  attempt: { id: string; provider: string; pollAt: Date } | null
}

export interface WrittenLine {
  id: number
  position: number
  /** How many keys it has now. */
  claimed: number
}

/**
 * The order, its lines, its first event, if it costs anything its first payment attempt, and of the offers in `claimOf`
 * the oldest keys that are free: rows that a rival has locked are skipped, so buyers never wait for each other here
 * (decision C3). Undefined: the idempotency key or the order number is taken, and nothing was written.
 */
export async function writeOrder(
  tx: Transaction,
  order: NewOrder,
  claimOf: number[],
): Promise<{ lines: WrittenLine[]; memberId: string | null } | undefined> {
  const rows = await tx.query<WrittenLine & { memberId: string | null }>(sql`
    with o as (
      insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
        note, goods, discount, fee, coupon, freight, service, total, coupon_id, waiver, idempotency_hash, request_hash, browser_hash, client_hash, mailbox_hash)
      values (${order.id}, ${order.orderNo}, coalesce(${order.memberId}::uuid, (
          select id from members
          where email_key = ${nameKey(order.deliveryEmail)} and lower(email) = lower(${order.deliveryEmail}) and closed_at is null
        )), 'Unpaid', ${order.placedAt}, ${order.expiresAt}, ${order.deliveryEmail}, ${order.locale},
        ${order.currency}, ${order.rateE8}, ${order.paymentMethod}, ${order.note}, ${order.goods}, ${order.discount}, ${order.fee},
        ${order.coupon}, ${order.freight}, ${order.service}, ${order.total}, ${order.couponId}, ${order.waiver && JSON.stringify(order.waiver)}::jsonb,
        ${order.idempotencyHash}, ${order.requestHash}, ${order.browserHash}, ${order.clientHash}, ${order.mailboxHash})
      on conflict do nothing
      returning id, member_id, total, currency
    ), l as (
      insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, sku_label, quantity, unit_usd_cents, unit, total)
      select o.id, r.position, r."productId", r."skuId", r."offerId", r.name, r."skuCode", r."skuLabel", r.quantity, r."unitUsdCents", r.unit, r.total
      from o, jsonb_to_recordset(${JSON.stringify(order.lines)}) as r(position int, "productId" int, "skuId" int, "offerId" int, name text,
        "skuCode" text, "skuLabel" text, quantity int, "unitUsdCents" int, unit bigint, total bigint)
      returning id, position, offer_id, quantity
    ), e as (
      insert into order_events (order_id, from_status, to_status, actor, reason)
      select id, null, 'Unpaid', ${order.actor}, ${WHY.placed} from o
    ), p as (
      insert into payments (id, order_id, provider, method_id, amount, fee, currency, poll_at)
      select ${order.attempt?.id ?? null}::uuid, id, ${order.attempt?.provider ?? null}, ${order.paymentMethod}, total, ${order.fee}, currency, ${order.attempt?.pollAt ?? null}::timestamptz
      from o where total > 0 and ${order.attempt !== null}::boolean
    ), free as (
      select line.id as line_id, k.id as key_id
      from (select id, offer_id, quantity from l where offer_id = any(${claimOf}::int[]) order by offer_id) line
      cross join lateral (
        select id from vault_keys where offer_id = line.offer_id and state = 'available'
        order by id for update skip locked limit line.quantity
      ) k
    ), claimed as (
      update vault_keys set state = 'reserved', order_line_id = free.line_id from free where vault_keys.id = free.key_id
      returning order_line_id
    )
    select id, position, (select count(*)::int from claimed where order_line_id = l.id) as claimed, (select member_id from o) as "memberId" from l`)
  return rows.length > 0 ? { lines: rows, memberId: rows[0]!.memberId } : undefined
}

export type NewTopUp = Pick<
  NewOrder,
  | 'id'
  | 'orderNo'
  | 'placedAt'
  | 'expiresAt'
  | 'deliveryEmail'
  | 'locale'
  | 'paymentMethod'
  | 'fee'
  | 'total'
  | 'idempotencyHash'
  | 'requestHash'
  | 'browserHash'
> & { memberId: string; topUpCents: number; attempt: NonNullable<NewOrder['attempt']> }

/** An order without keys, in US dollars, with its first event and its first payment attempt. False: it is there already, or its number is taken. */
export async function writeTopUp(tx: Transaction, order: NewTopUp): Promise<boolean> {
  const written = await tx.run(sql`
    with o as (
      insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
        goods, discount, fee, coupon, freight, service, total, top_up_cents, idempotency_hash, request_hash, browser_hash)
      values (${order.id}, ${order.orderNo}, ${order.memberId}, 'Unpaid', ${order.placedAt}, ${order.expiresAt}, ${order.deliveryEmail}, ${order.locale},
        'USD', ${USD_RATE}, ${order.paymentMethod}, ${order.topUpCents}, 0, ${order.fee}, 0, 0, 0, ${order.total}, ${order.topUpCents},
        ${order.idempotencyHash}, ${order.requestHash}, ${order.browserHash})
      on conflict do nothing
      returning id
    ), e as (
      insert into order_events (order_id, from_status, to_status, actor, reason)
      select id, null, 'Unpaid', 'shopper', ${WHY.placed} from o
    )
    insert into payments (id, order_id, provider, method_id, amount, fee, currency, poll_at)
    select ${order.attempt.id}::uuid, id, ${order.attempt.provider}, ${order.paymentMethod}, ${order.total}::bigint, ${order.fee}::bigint, 'USD',
      ${order.attempt.pollAt}::timestamptz from o`)
  return written === 1
}
