// Every SQL statement about the orders of a member. Each names him beside what it is about: somebody else's is not there.
// What he deleted from his list is not either, unless it was paid after all (decision C1).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { PrintedVersion } from '#rooms/products/hands.ts'
import type { OrderStatus } from '../rules.ts'
import { type Barred, type OrderRow, REFUNDED } from '../store.ts'
import { PICTURED } from './line-store.ts'

export interface MemberOrderRow extends Omit<OrderRow, 'memberId' | 'rateE8' | 'couponId' | 'locale'> {
  /** What has gone back of the payment that paid it. */
  refunded: number
  /** Why it can be neither paid nor given up. */
  barred: Barred
  /** The database's clock. */
  now: Date
}

export interface OrderFilter {
  memberId: string
  /** Null: any. */
  status: string | null
  /** A part of its number or of the name of something in it; empty: any. */
  name: string
}

/** The newest first. What is looked for in lines is no `exists`: that may be answered by reading the lines of everybody. */
export function ordersOf(
  db: Queryable,
  { memberId, status, name }: OrderFilter,
  page: { offset: number; limit: number },
): Promise<MemberOrderRow[]> {
  return db.query<MemberOrderRow>(sql`
    with page as materialized (
      select id, placed_at from orders o
      where member_id = ${memberId} and (hidden_at is null or paid_at is not null) and (${status}::text is null or status = ${status})
        and (${name}::text = '' or strpos(order_no, upper(${name})) > 0
          or (select bool_or(strpos(lower(name), lower(${name})) > 0) from order_lines where order_id = o.id))
      order by placed_at desc, id desc limit ${page.limit} offset ${page.offset}
    )
    select id, order_no as "orderNo", status, o.placed_at as "placedAt", expires_at as "expiresAt", delivery_email as "deliveryEmail",
      currency, payment_method as "paymentMethod", goods, discount, fee, coupon, freight, service, total, top_up_cents as "topUpCents",
      ${REFUNDED} as refunded,
      case
        when exists (select from payments where order_id = o.id and state = 'processing') then 'underWay'
        when exists (select from order_holds h where h.order_id = o.id and lifted_at is null
          and (reason <> 'person' or o.status <> 'Unpaid')
          and (o.paid_payment_id is null or h.payment_id is null or h.payment_id = o.paid_payment_id)) then 'held'
        when o.status = 'Unpaid' and exists (select from order_holds where order_id = o.id and lifted_at is null) then 'person'
      end as barred, now() as now
    from page join orders o using (id) order by o.placed_at desc, id desc`)
}

export async function countOrdersOf(db: Queryable, { memberId, status, name }: OrderFilter): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from orders o
    where member_id = ${memberId} and (hidden_at is null or paid_at is not null) and (${status}::text is null or status = ${status})
      and (${name}::text = '' or strpos(order_no, upper(${name})) > 0
        or (select bool_or(strpos(lower(name), lower(${name})) > 0) from order_lines where order_id = o.id))`)
  return count
}

export function orderOf(
  db: Queryable,
  memberId: string,
  orderId: string,
): Promise<{ id: string; status: OrderStatus } | undefined> {
  return db.maybe<{ id: string; status: OrderStatus }>(sql`
    select id, status from orders
    where id = ${orderId} and member_id = ${memberId} and (hidden_at is null or paid_at is not null)`)
}

/** False: it is not his, or not one that can be deleted. */
export async function hideOrder(tx: Transaction, memberId: string, orderId: string): Promise<boolean> {
  const hidden = await tx.run(sql`
    update orders set hidden_at = coalesce(hidden_at, now())
    where id = ${orderId} and member_id = ${memberId} and status in ('Cancelled', 'Expired')`)
  return hidden === 1
}

/**
 * The orders of this member's confirmed address that nobody has become his (decision F2). Addresses are compared as they are
 * where an order is looked for by one. Answers which.
 */
export async function joinGuestOrders(tx: Transaction, memberId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    with guest as (
      select o.id from members m join orders o on lower(o.delivery_email) = lower(m.email)
      where m.id = ${memberId} and m.closed_at is null and o.member_id is null
      order by o.id limit 10000 for update of o
    )
    update orders set member_id = ${memberId} from guest where orders.id = guest.id and orders.member_id is null
    returning orders.id`)
  return rows.map(({ id }) => id)
}

export interface BoughtRow {
  orderId: string
  orderNo: string
  placedAt: Date
  /** From 0. */
  position: number
  productId: number
  skuId: number
  /** As it is called today. */
  productName: string
  skuLabel: string
  keyType: number
  /** Code of the product's own activation guide. */
  activation: string | null
  /** Platforms of its version. */
  platformIds: number[]
  /** How many keys of it he has. */
  keys: number
  slug: string
  categorySlug: string
  title: string
  type: number
  genreIds: number[]
  pictureId: string | null
  printed: PrintedVersion[] | null
  denomination: string | null
  regionId: number | null
}

/**
 * What he has keys of, refunded ones aside: by game, of each what was bought last first. There is no end to it, so a page is
 * found in the index of `library_lines` and by the names of his games; all else is read of its lines alone.
 */
export async function boughtBy(
  db: Queryable,
  { memberId, name, locale }: { memberId: string; name: string; locale: string },
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: BoughtRow[] }> {
  const rows = await db.query<BoughtRow & { all: number }>(sql`
    with mine as materialized (
      select line_id, product_id, placed_at, order_no, name from library_lines where member_id = ${memberId}
    ), games as materialized (
      select g.product_id, lower(coalesce(text_in(p.name, ${locale}), '')) as name
      from (select distinct product_id from mine) g
        cross join lateral (select p.name from products p where p.id = g.product_id offset 0) p
    ), found as materialized (
      select m.line_id, m.product_id, m.placed_at, m.order_no, g.name as game from mine m join games g using (product_id)
      where ${name}::text = '' or strpos(g.name, lower(${name})) > 0 or strpos(lower(m.name), lower(${name})) > 0
        or strpos(m.order_no, upper(${name})) > 0
    ), page as materialized (
      select * from found order by game, product_id, placed_at desc, line_id limit ${page.limit} offset ${page.offset}
    )
    select n.count as all, b.* from (select count(*)::int from found) n left join (
      select l.order_id as "orderId", page.order_no as "orderNo", page.placed_at as "placedAt", l.position, l.product_id as "productId",
        l.sku_id as "skuId", coalesce(text_in(p.name, ${locale}), l.name) as "productName", l.sku_label as "skuLabel",
        p.key_type as "keyType", p.activation, k.platform_ids as "platformIds",
        (select count(*)::int from vault_keys where order_line_id = l.id and state = 'sold' and refunded_at is null) as keys,
        p.slug, c.slug as "categorySlug", ${PICTURED}, page.game, page.line_id
      from page
        cross join lateral (select * from order_lines where id = page.line_id offset 0) l
        cross join lateral (select * from products where id = page.product_id offset 0) p
        cross join lateral (select slug from categories where id = p.category_id offset 0) c
        cross join lateral (select denomination, region_id, platform_ids from skus where id = l.sku_id offset 0) k
    ) b on true
    order by b.game, b."productId", b."placedAt" desc, b.line_id`)
  // Without a line on this page there is one row, which says how many there are.
  return { total: rows[0]?.all ?? 0, rows: rows.filter(({ orderId }) => orderId !== null) }
}

/** By which of his orders a key of this product (0: any product) was delivered to him; the oldest first. */
export async function deliveredToMember(db: Queryable, memberId: string, productId: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id from orders o
    where o.member_id = ${memberId} and o.delivered_at is not null and o.top_up_cents is null
      and (${productId}::int = 0 or exists (select from order_lines where order_id = o.id and product_id = ${productId}::int))
    order by o.delivered_at, o.id limit 1000`)
  return rows.map(({ id }) => id)
}

/** Whether an order of this number is his. */
export async function ownsOrderNo(db: Queryable, memberId: string, orderNo: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from orders where order_no = ${orderNo} and member_id = ${memberId} and (hidden_at is null or paid_at is not null)`)
  return rows.length > 0
}

/** The ids of those of his orders that have these numbers, by number. */
export async function orderIdsOf(
  db: Queryable,
  memberId: string,
  orderNos: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; orderNo: string }>(sql`
    select id, order_no as "orderNo" from orders
    where order_no = any(${orderNos}::text[]) and member_id = ${memberId} and (hidden_at is null or paid_at is not null)
    order by id limit 100`)
  return new Map(rows.map(({ orderNo, id }) => [orderNo, id]))
}
