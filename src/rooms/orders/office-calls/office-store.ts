// How the back office lists and finds orders. Every filter has its index; nothing is looked for by a part of a text.
import type { Queryable } from '#platform/database/database.ts'
import { namesByUuid } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { orderNoIn } from '../limits.ts'
import type { OrderStatus } from '../rules.ts'

/** What the list is narrowed to, each by an index of its own. */
export interface OrdersWanted {
  status?: OrderStatus | undefined
  /** One at most of these four, but for a reference that could be a number. An attempt's id finds its order, too. */
  id?: string
  orderNo?: string
  /** In lower case. */
  email?: string
  /** What a provider calls a payment of it, or a bank one that a person recorded. */
  reference?: string | undefined
  /** With one of these versions in it, each by their lines (`product-orders.ts`, `product-days.ts`) where nothing is looked for. */
  skuIds?: readonly number[] | undefined
  /** Placed within these moments; `until` is no part of it. Without them at any time. */
  since?: string | undefined
  until?: string | undefined
}

/** The last row of the page before; `at` with the database's microseconds. */
export interface AfterOrder {
  at: string
  id: string
}

export interface ListedOrder {
  id: string
  orderNo: string
  placedAt: Date
  /** For `AfterOrder`. */
  at: string
  status: OrderStatus
  isHeld: boolean
  email: string
  username: string | null
  currency: string
  total: number
  product: string | null
  version: string | null
  units: number | null
}

const LISTED = fragment`select o.id, o.order_no as "orderNo", o.placed_at as "placedAt",
  to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  o.status, o.delivery_email as email, m.username, o.currency, o.total, l.product, l.version, l.units,
  exists (select from order_holds h where h.order_id = o.id and h.lifted_at is null) as "isHeld"`
/** The own columns of an order, which are enough to choose those of one page by an index. */
const OWN = fragment`id, order_no, placed_at, status, delivery_email, currency, total, member_id`
const BESIDE = fragment`left join members m on m.id = o.member_id
  left join lateral (
    select (array_agg(name order by position))[1] as product, (array_agg(sku_label order by position))[1] as version, sum(quantity)::int as units
    from order_lines where order_id = o.id
  ) l on true
`
const NEWEST_FIRST = fragment`order by o.placed_at desc, o.id desc`
const OLDEST_FIRST = fragment`order by o.placed_at, o.id`

type Listed = ListedOrder & Record<string, unknown>

/** Below every id, so that this place is the very edge of a moment. */
const EDGE = '00000000-0000-0000-0000-000000000000'

interface Place {
  after?: AfterOrder | undefined
  limit: number
}

/**
 * Where a page begins and the moment at which its list ends. One bound at each end: of two at the beginning an index is entered
 * by either, and every page would be read from the edge of its days.
 */
export function goingDown({ since = '-infinity', until = 'infinity' }: OrdersWanted, after: AfterOrder | undefined) {
  const isWithin = after !== undefined && !(Date.parse(after.at) >= Date.parse(until))
  return { from: isWithin ? after : { at: until, id: EDGE }, end: since }
}

export function goingUp({ since = '-infinity', until = 'infinity' }: OrdersWanted, after: AfterOrder | undefined) {
  const isWithin = after !== undefined && !(Date.parse(after.at) < Date.parse(since))
  return { from: isWithin ? after : { at: since, id: EDGE }, end: until }
}

/** The newest first. */
export function listOrders(db: Queryable, wanted: OrdersWanted, { after, limit }: Place): Promise<ListedOrder[]> {
  const { status = null, id, orderNo, reference, email, skuIds = null } = wanted
  if (id !== undefined || orderNo !== undefined || reference !== undefined) return fewOrders(db, wanted)
  const { from, end } = goingDown(wanted, after)
  if (email !== undefined)
    return db.query<Listed>(sql`
      ${LISTED} from (
        select ${OWN} from orders
        where lower(delivery_email) = ${email} and (${status}::text is null or status = ${status})
          and (${skuIds}::int[] is null
            or exists (select from order_lines where order_id = orders.id and sku_id = any(${skuIds}::int[])))
          and (placed_at, id) < (${from.at}::timestamptz, ${from.id}::uuid) and placed_at >= ${end}::timestamptz
        order by placed_at desc, id desc limit ${limit}
      ) o ${BESIDE} ${NEWEST_FIRST}`)
  // As its index is written: no other has this order, so none is taken that would be read until some order has this status.
  if (status !== null)
    return db.query<Listed>(sql`
      ${LISTED} from (
        select ${OWN} from orders
        where status = ${status}
          and ((placed_at at time zone 'UTC'), id) < (${from.at}::timestamptz at time zone 'UTC', ${from.id}::uuid)
          and (placed_at at time zone 'UTC') >= (${end}::timestamptz at time zone 'UTC')
        order by (placed_at at time zone 'UTC') desc, id desc limit ${limit}
      ) o ${BESIDE} ${NEWEST_FIRST}`)
  return db.query<Listed>(sql`
    ${LISTED} from (
      select ${OWN} from orders
      where (placed_at, id) < (${from.at}::timestamptz, ${from.id}::uuid) and placed_at >= ${end}::timestamptz
      order by placed_at desc, id desc limit ${limit}
    ) o ${BESIDE} ${NEWEST_FIRST}`)
}

/** The oldest first, by the same indexes read from their other end. */
export function listOldest(db: Queryable, wanted: OrdersWanted, { after, limit }: Place): Promise<ListedOrder[]> {
  const { status = null, id, orderNo, reference, email, skuIds = null } = wanted
  if (id !== undefined || orderNo !== undefined || reference !== undefined) return fewOrders(db, wanted)
  const { from, end } = goingUp(wanted, after)
  if (email !== undefined)
    return db.query<Listed>(sql`
      ${LISTED} from (
        select ${OWN} from orders
        where lower(delivery_email) = ${email} and (${status}::text is null or status = ${status})
          and (${skuIds}::int[] is null
            or exists (select from order_lines where order_id = orders.id and sku_id = any(${skuIds}::int[])))
          and (placed_at, id) > (${from.at}::timestamptz, ${from.id}::uuid) and placed_at < ${end}::timestamptz
        order by placed_at, id limit ${limit}
      ) o ${BESIDE} ${OLDEST_FIRST}`)
  if (status !== null)
    return db.query<Listed>(sql`
      ${LISTED} from (
        select ${OWN} from orders
        where status = ${status}
          and ((placed_at at time zone 'UTC'), id) > (${from.at}::timestamptz at time zone 'UTC', ${from.id}::uuid)
          and (placed_at at time zone 'UTC') < (${end}::timestamptz at time zone 'UTC')
        order by (placed_at at time zone 'UTC'), id limit ${limit}
      ) o ${BESIDE} ${OLDEST_FIRST}`)
  return db.query<Listed>(sql`
    ${LISTED} from (
      select ${OWN} from orders
      where (placed_at, id) > (${from.at}::timestamptz, ${from.id}::uuid) and placed_at < ${end}::timestamptz
      order by placed_at, id limit ${limit}
    ) o ${BESIDE} ${OLDEST_FIRST}`)
}

/** What is found by its name is one order, or one for each provider that uses the same name. */
function fewOrders(
  db: Queryable,
  { status, id, orderNo, reference, skuIds: versions, since = '-infinity', until = 'infinity' }: OrdersWanted,
): Promise<ListedOrder[]> {
  const skuIds = versions ?? null
  return db.query<Listed>(sql`
    ${LISTED} from (
      select ${OWN} from orders
      where id = any(array(
          select id from orders where id = ${id ?? null} or order_no = ${orderNo ?? null}
          union all
          select order_id from payments where id = ${id ?? null}
          union all
          select order_id from payments
          where provider = any(array(select provider from payment_methods union select 'hand')) and provider_ref = ${reference ?? null}
          union all
          select p.order_id from payments_by_hand h join payments p on p.id = h.payment_id
          where lower(h.reference) = lower(${reference ?? null})
          limit 20))
        and placed_at >= ${since}::timestamptz and placed_at < ${until}::timestamptz
        and (${status ?? null}::text is null or status = ${status ?? null})
        and (${skuIds}::int[] is null or exists (select from order_lines where order_id = orders.id and sku_id = any(${skuIds}::int[])))
    ) o ${BESIDE} ${NEWEST_FIRST}`)
}

/** The number of the order whose money a person recorded by this reference, in whatever case it was typed. */
export async function orderNoPaidBy(db: Queryable, reference: string): Promise<string | undefined> {
  const found = await db.maybe<{ orderNo: string }>(sql`
    select o.order_no as "orderNo" from payments_by_hand h
    join payments p on p.id = h.payment_id join orders o on o.id = p.order_id where lower(h.reference) = lower(${reference})`)
  return found?.orderNo
}

/** These, the newest first. */
export function ordersOf(db: Queryable, ids: readonly string[]): Promise<ListedOrder[]> {
  return db.query<Listed>(
    sql`${LISTED} from (select ${OWN} from orders where id = any(${ids}::uuid[])) o ${BESIDE} ${NEWEST_FIRST}`,
  )
}

/** No further than `most`. */
export async function countOrders(db: Queryable, wanted: OrdersWanted, most: number): Promise<number> {
  const {
    status = null,
    id,
    orderNo,
    reference,
    email,
    skuIds = null,
    since = '-infinity',
    until = 'infinity',
  } = wanted
  if (id !== undefined || orderNo !== undefined || reference !== undefined) return (await fewOrders(db, wanted)).length
  if (email !== undefined)
    return counted(
      await db.one(sql`
        select count(*)::int as count from (
          select from orders where lower(delivery_email) = ${email} and (${status}::text is null or status = ${status})
            and placed_at >= ${since}::timestamptz and placed_at < ${until}::timestamptz
            and (${skuIds}::int[] is null
              or exists (select from order_lines where order_id = orders.id and sku_id = any(${skuIds}::int[])))
          limit ${most}
        ) o`),
    )
  if (status !== null)
    return counted(
      await db.one(
        sql`
          select count(*)::int as count from (
            select from orders
            where status = ${status} and (placed_at at time zone 'UTC') >= (${since}::timestamptz at time zone 'UTC')
              and (placed_at at time zone 'UTC') < (${until}::timestamptz at time zone 'UTC')
            limit ${most}
          ) o`,
      ),
    )
  return counted(
    await db.one(sql`
      select count(*)::int as count from (
        select from orders where placed_at >= ${since}::timestamptz and placed_at < ${until}::timestamptz limit ${most}
      ) o`),
  )
}

const counted = ({ count }: { count: number }) => count

/** What its buyer wrote with it. */
export async function noteOf(db: Queryable, orderId: string): Promise<string> {
  const { note } = await db.one<{ note: string }>(sql`select note from orders where id = ${orderId}`)
  return note
}

/** Whether somebody has ever paid for something and got it; what was given away proves nothing of paying. */
export async function hasDelivered(db: Queryable): Promise<boolean> {
  const { yes } = await db.one<{ yes: boolean }>(sql`
    select exists (
      select from orders
      where status in ('Delivered', 'Completed', 'PartlyRefunded', 'Refunded') and delivered_at is not null and top_up_cents is null and total > 0) as yes`)
  return yes
}

/** The numbers of those of these ids that are orders, by id. */
export const orderNumbers = namesByUuid(
  (ids) => sql`
    select id, order_no as name from orders where id = any(${ids}::uuid[])
    order by id`,
)

export async function orderMeant(db: Queryable, typed: string): Promise<string | undefined> {
  const order = await db.maybe<{ id: string }>(sql`
    select id from orders where order_no = ${orderNoIn(typed) ?? null}`)
  return order?.id
}
