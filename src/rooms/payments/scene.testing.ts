// For the tests of webhooks: one shop, all providers behind one set of words.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf } from '#rooms/orders/making/counting.testing.ts'
import type { Webhook } from '#simulators/webhook-delivery.ts'
import {
  addProduct,
  attemptOf,
  orderBody,
  PAYPAL,
  PAYSSION,
  type PlacedOrder,
  placeOrder,
  STRIPE,
  statusOf,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

export const PROVIDERS = [
  ['Stripe', STRIPE],
  ['Payssion', PAYSSION],
  ['PayPal', PAYPAL],
] as const

export type Paying = (typeof PROVIDERS)[number][1]

export interface Bought extends PlacedOrder {
  product: TestProduct
  attempt: string
  paymentId: Paying
}

/** An order that waits for its payment. */
export async function ordered(
  shop: TestShop,
  paymentId: Paying,
  options: { keys?: number; count?: number; product?: TestProduct; member?: TestMember; email?: string } = {},
): Promise<Bought> {
  const product = options.product ?? (await addProduct(shop, { keys: options.keys ?? 3 }))
  const { member, email = member?.email } = options
  const placed = await placeOrder(
    shop,
    orderBody([{ product, count: options.count }], { paymentId, ...(email !== undefined && { email }) }),
    {
      ...(member && { cookie: member.cookie }),
    },
  )
  return { ...placed, product, paymentId, attempt: await attemptOf(shop, placed.orderId) }
}

/** Tells a shopper with this in his cart what the coupon takes off. */
export const applyCoupon = (shop: TestShop, couponCode: string, product: TestProduct) =>
  shop.call('POST', '/api/check/useCoupon', {
    body: {
      couponCode,
      currencyId: 1,
      productId: [product.productId],
      productCount: [1],
      productPrice: [0],
      supplyProductId: [product.offerId],
      productClassId: [1],
    },
  })

/** An order that waits for its payment, with a coupon of its own. */
export async function orderedWithCoupon(
  shop: TestShop,
  paymentId: Paying,
  options: { product?: TestProduct; count?: number } = {},
): Promise<Bought & { couponId: number }> {
  const product = options.product ?? (await addProduct(shop, { keys: 3, priceCents: 4000 }))
  const code = `OWN${product.offerId}`
  const { id: couponId } = await shop.db.one<{ id: number }>(
    sql`insert into coupons (code, amount_usd_cents) values (${code}, 3000) returning id`,
  )
  const { body } = await applyCoupon(shop, code, product)
  const coupon = { couponId: body.data.couponId, cents: 3000 }
  const placed = await placeOrder(shop, orderBody([{ product, count: options.count }], { paymentId, coupon }))
  return { ...placed, product, paymentId, attempt: await attemptOf(shop, placed.orderId), couponId }
}

export function simulatorOf<P extends Paying>(shop: TestShop, paymentId: P) {
  return { [STRIPE]: shop.stripe, [PAYSSION]: shop.payssion, [PAYPAL]: shop.paypal }[paymentId]
}

/** What happens at the provider; `notify: false` tells the shop nothing. */
export function pay(
  shop: TestShop,
  { attempt, paymentId }: Pick<Bought, 'attempt' | 'paymentId'>,
  how: {
    outcome?: 'completed' | 'pending' | 'failed' | 'expired' | 'refunded' | 'disputed'
    amountMinor?: number
    currency?: string
    notify?: boolean
    times?: number
    /** Of a provider whose money the shop takes itself: that was under way, and nothing stops it any more. */
    captured?: boolean
  } = {},
): void {
  simulatorOf(shop, paymentId).pay(attempt, { outcome: 'completed', ...how })
}

/** Posts a webhook as the provider would, to this shop. */
export async function post(shop: TestShop, webhook: Webhook): Promise<number> {
  const { pathname } = new URL(webhook.url)
  const response = await fetch(shop.shop.origin + pathname, {
    method: 'POST',
    headers: webhook.headers,
    body: webhook.body,
  })
  await response.text()
  return response.status
}

export function webhookOf(shop: TestShop, { attempt, paymentId }: Pick<Bought, 'attempt' | 'paymentId'>): Webhook {
  return simulatorOf(shop, paymentId).webhookFor(attempt)
}

export const reaches = (shop: TestShop, { orderId }: Pick<Bought, 'orderId'>, status: string) =>
  until(async () => (await statusOf(shop, orderId)) === status, `the order is ${status}`)

/** Nothing that is due is left, every stored notice has been handled, and no provider has yet to tell what came of it. */
export async function quiet(world: Telling & Pick<TestShop, 'db'>): Promise<void> {
  const isDone = async () =>
    (
      await world.db.query(
        sql`select 1 from graphile_worker.jobs where run_at <= now() or locked_by is not null union all select 1 from payment_events where due_at is not null and handled_at is null`,
      )
    ).length === 0
  await until(() => hasNothingToTell(world, isDone), 'no job is due')
}

/**
 * What the clock does, until none of these payments is due and nothing is left of it. One look passes over what something else
 * has locked at that moment; the next one comes a minute later.
 */
export async function looked(world: Telling & Pick<TestShop, 'db'>, ...attempts: string[]): Promise<void> {
  await until(async () => {
    await world.db.run(sql`select graphile_worker.add_job('payment.poll', job_key => 'look now')`)
    await quiet(world)
    const due = sql`select from payments where id = any(${attempts}::uuid[]) and poll_at <= now()`
    return (await world.db.query(due)).length === 0
  }, 'what is due is asked about')
}

type Telling = Pick<TestShop, 'stripe' | 'payssion' | 'paypal'>

/** Whether `isDone`, and nothing was told since: the last job's call may have a notice that comes after it. */
export async function hasNothingToTell(of: Telling, isDone: () => Promise<boolean>): Promise<boolean> {
  const providers = [of.stripe, of.payssion, of.paypal]
  const told = () => providers.reduce((sum, { webhooks: { sent, failed } }) => sum + sent + failed, 0)
  const before = told()
  const done = await isDone()
  await Promise.all(providers.map((provider) => provider.notified()))
  return done && told() === before
}

export interface Effects {
  status: string
  sold: number
  reserved: number
  paidMoves: number
  mails: string[]
  alerts: string[]
}

/** What came of an order. */
export async function effectsOf(shop: TestShop, { orderId }: Pick<Bought, 'orderId'>): Promise<Effects> {
  const keys = await shop.db.query<{ state: string }>(sql`
    select k.state from vault_keys k join order_lines l on l.id = k.order_line_id where l.order_id = ${orderId}`)
  // Of one transaction, what went back comes before what was delivered.
  const mails = await shop.db.query<{ template: string }>(
    sql`select template from mails where data ->> 'orderId' = ${orderId} order by created_at, template desc`,
  )
  const { n } = await shop.db.one<{ n: number }>(
    sql`select count(*) as n from order_events where order_id = ${orderId} and to_status = 'Paid'`,
  )
  return {
    status: await statusOf(shop, orderId),
    sold: keys.filter(({ state }) => state === 'sold').length,
    reserved: keys.filter(({ state }) => state === 'reserved').length,
    paidMoves: n,
    mails: mails.map(({ template }) => template),
    alerts: await alertsOf(shop, orderId),
  }
}

/** What was reserved and all that is in stock of an offer is gone: who pays now waits for keys. */
export async function loseKeys({ db }: TestShop, offerId: number): Promise<void> {
  await db.run(
    sql`update vault_keys set state = 'available', order_line_id = null where offer_id = ${offerId} and state = 'reserved'`,
  )
  await db.run(sql`delete from vault_keys where offer_id = ${offerId} and state = 'available'`)
}

export const DELIVERED: Effects = {
  status: 'Delivered',
  sold: 1,
  reserved: 0,
  paidMoves: 1,
  mails: ['delivery'],
  alerts: [],
}

export const UNTOUCHED: Effects = { status: 'Unpaid', sold: 0, reserved: 1, paidMoves: 0, mails: [], alerts: [] }
