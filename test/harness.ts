// For tests: the whole shop on a database of its own, with its payment simulators in the test's hands, and a client that
// speaks to it over HTTP as a browser would.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { currentWaiver } from '#rooms/orders/making/waiver.ts'

export { addMember, type TestMember } from '#rooms/sessions/member.testing.ts'

import { depositKeys } from '#rooms/vault/vault.ts'
import { readConfig } from '#server/config.ts'
import { type OpenOptions, openShop, type Shop } from '#server/open-shop.ts'
import type { EecpaySimulator } from '#simulators/eecpay.ts'
import type { PayPalSimulator } from '#simulators/paypal.ts'
import type { PayssionSimulator } from '#simulators/payssion.ts'
import type { StripeSimulator } from '#simulators/stripe.ts'
import { FIGURES_TOKEN, makeSecrets, shopEnvironment, startSimulators } from './surroundings.testing.ts'

export interface TestShop {
  shop: Shop
  db: Database
  databaseUrl: string
  payssion: PayssionSimulator
  stripe: StripeSimulator
  paypal: PayPalSimulator
  eecpay: EecpaySimulator
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  body: any
}

/** What the shop says of itself to whoever watches it. */
export const figuresOf = async ({ shop }: Pick<TestShop, 'shop'>) =>
  (await fetch(`${shop.origin}/metrics`, { headers: { authorization: `Bearer ${FIGURES_TOKEN}` } })).text()

/** Opens the shop in this process. `env` overrides single variables. */
export async function openTestShop(env: Record<string, string> = {}, options: OpenOptions = {}): Promise<TestShop> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(inject('dataDir'), 'shop-'))
  const secrets = makeSecrets()
  const { payssion, stripe, paypal, eecpay } = await startSimulators(secrets)
  const config = readConfig({
    ...shopEnvironment({ databaseUrl: database.url, dataDir, payssion, stripe, paypal, eecpay, secrets }),
    ...env,
  })
  const rest = async () => {
    await Promise.all([payssion.close(), stripe.close(), paypal.close(), eecpay.close()])
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const shop = await openShop(config, createLog(config.logLevel), options).catch(async (error) => {
    await rest()
    throw error
  })
  stripe.sendWebhooksTo(`${shop.origin}/prod-api/api/pay/notify/stripe`)
  paypal.sendWebhooksTo(`${shop.origin}/prod-api/api/pay/notify/paypal`)
  return {
    shop,
    db: shop.ground.db,
    databaseUrl: database.url,
    payssion,
    stripe,
    paypal,
    eecpay,
    call: (method, path, options) => callShop(shop.origin, method, path, options),
    async close() {
      await shop.close()
      await rest()
    },
  }
}

export async function callShop(
  origin: string,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const raw = typeof options.body === 'string' || options.body instanceof Uint8Array
  const response = await fetch(`${origin}/prod-api${path}`, {
    method,
    headers: { ...(options.body !== undefined && !raw && { 'content-type': 'application/json' }), ...options.headers },
    body: options.body === undefined ? undefined : raw ? (options.body as string) : JSON.stringify(options.body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

/** A minute may end while calls are counted; then counting begins anew with the next one, and so does the work. */
export const withinOneMinute = ({ db }: Pick<TestShop, 'db'>, work: () => Promise<void>): Promise<void> =>
  withinOne('minute', db, async () => {
    await db.run(sql`delete from rate_limits`)
    await work()
  })

/** A day of UTC may end while something is done that is of one day; then it is done anew, from its beginning. */
export const withinOneDay = ({ db }: Pick<TestShop, 'db'>, work: () => Promise<void>): Promise<void> =>
  withinOne('day', db, work)

async function withinOne(unit: 'minute' | 'day', db: Database, work: () => Promise<void>): Promise<void> {
  const current = async () =>
    (await db.one<{ at: Date }>(sql`select date_trunc(${unit}, now(), 'UTC') as at`)).at.getTime()
  for (;;) {
    const began = await current()
    try {
      return await work()
    } catch (error) {
      const now = await current()
      if (now === began) throw error
      // What was asked in the minute that has begun meanwhile counts in the shop's memory, too: the next one is whole.
      if (unit === 'minute') await until(async () => (await current()) !== now, 'that minute is over', 65_000)
    }
  }
}

/** An address that has been one person's as long as there are addresses. */
export const heldAlways = (email: string) => ({ email, since: null, until: null })

export interface TestProduct {
  productId: number
  skuId: number
  offerId: number
  priceCents: number
  slug: string
}

let made = 0

/** A product with one SKU, one offer of the shop's and this many keys. */
export async function addProduct(
  shop: TestShop,
  options: { keys?: number; priceCents?: number; name?: string } = {},
): Promise<TestProduct> {
  const { db } = shop
  const { keys = 0, priceCents = 1999, name = `Game ${++made}` } = options
  const slug = `game-${made}-${randomBytes(4).toString('hex')}`
  const category = await db.one<{ id: number }>(sql`
    insert into categories (slug, name) values ('games', '{"en-US":"Games"}')
    on conflict (slug) do update set slug = excluded.slug returning id`)
  const product = await db.one<{ id: number }>(sql`
    insert into products (category_id, slug, name) values (${category.id}, ${slug}, ${JSON.stringify({ 'en-US': name })}) returning id`)
  const sku = await db.one<{ id: number }>(
    sql`insert into skus (product_id, sku_code) values (${product.id}, ${slug.toUpperCase()}) returning id`,
  )
  const offer = await db.one<{ id: number }>(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents)
    values (${product.id}, ${sku.id}, (select id from sellers where is_shop), ${priceCents}) returning id`)
  if (keys > 0) await addKeys(shop, offer.id, keys)
  return { productId: product.id, skuId: sku.id, offerId: offer.id, priceCents, slug }
}

/** Puts made-up keys in stock and answers them. */
export async function addKeys({ db, shop }: TestShop, offerId: number, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `KEY-${randomBytes(9).toString('hex').toUpperCase()}`)
  await db.transaction((tx) => depositKeys(tx, shop.ground.keyring, offerId, 'test', keys))
  return keys
}

/** Payment methods as the shop numbers them. */
export const STRIPE = 2
export const PAYSSION = 1
export const PAYPAL = 3
export const BALANCE = 4
/** Off in a new shop: `offerCards`. */
export const EECPAY = 5

/**
 * A createOrder body for products at their current price, paid by Stripe (no fee) in US dollars, with the waiver of its
 * language accepted. `coupon`: what it takes off, in cents, and its reference.
 */
export function orderBody(
  lines: { product: TestProduct; count?: number }[],
  more: {
    paymentId?: number
    realAmount?: number
    email?: string
    locale?: string
    coupon?: { couponId: string; cents: number }
    /** ISO 3166. */
    country?: string
  } = {},
) {
  const goods = lines.reduce((sum, { product, count = 1 }) => sum + product.priceCents * count, 0)
  const fee = more.paymentId === PAYSSION ? Math.round((goods * 150) / 10_000) : 0
  const service = goods < 500 ? 30 : 0
  return {
    orderList: {
      deliveryEmail: more.email ?? 'buyer@example.com',
      paymentId: more.paymentId ?? STRIPE,
      currencyId: 1,
      country: more.country,
      realAmount: more.realAmount ?? (goods + fee + service - (more.coupon?.cents ?? 0)) / 100,
      couponId: more.coupon?.couponId,
      couponAmount: more.coupon && more.coupon.cents / 100,
      waiver: { version: currentWaiver(more.locale ?? 'en-US').version, accepted: true },
    },
    productId: lines.map(({ product }) => product.productId),
    productCount: lines.map(({ count = 1 }) => count),
    supplyProductId: lines.map(({ product }) => product.offerId),
    extId: lines.map(({ product }) => product.skuId),
  }
}

export interface PlacedOrder {
  orderId: string
  orderNo: string
  amount: number
  url: string
  /** `Cookie` header of the shopper who placed it. */
  cookie: string
}

/** Places an order that must succeed. */
export async function placeOrder(
  shop: TestShop,
  body: ReturnType<typeof orderBody>,
  headers: Record<string, string> = {},
): Promise<PlacedOrder> {
  const answer = await shop.call('POST', '/api/check/createOrder', { body, headers })
  if (answer.status !== 200) throw new Error(`the order was refused: ${answer.status} ${answer.body?.msg}`)
  return {
    ...answer.body.data,
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}

export async function statusOf({ db }: Pick<TestShop, 'db'>, orderId: string): Promise<string> {
  return (await db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)).status
}

/** The attempt's id, by which both simulators know the payment. */
export async function attemptOf({ db }: Pick<TestShop, 'db'>, orderId: string): Promise<string> {
  return (
    await db.one<{ id: string }>(
      sql`select id from payments where order_id = ${orderId} order by created_at desc, id limit 1`,
    )
  ).id
}
