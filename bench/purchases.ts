// Complete guest purchases: order → the provider's webhook → keys assigned → mail queued, eight shoppers at a time, with
// the provider's simulator in a process of its own.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from '../src/platform/database/patience.ts'
import { callShop, post } from './asking.ts'

const AT_ONCE = 8
const WARM_UP = 200

export interface Purchases {
  perSecond: number
  p50: number
  p95: number
  p99: number
  count: number
}

export interface Sellable {
  productId: number
  skuId: number
  offerId: number
  priceCents: number
}

export interface PurchaseBench {
  origin: string
  databaseUrl: string
  /** Address of the simulator's control, see provider-process.ts. */
  providerControl: string
  goods: Sellable[]
  count: number
}

export async function measurePurchases(bench: PurchaseBench): Promise<Purchases> {
  await catalogueAtRest(bench.databaseUrl)
  const delivered = await watchDeliveries(bench.databaseUrl)
  try {
    await buyMany(bench, WARM_UP, delivered)
    const started = performance.now()
    const times = (await buyMany(bench, bench.count, delivered)).sort((a, b) => a - b)
    const seconds = (performance.now() - started) / 1000
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
    return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), count: times.length }
  } finally {
    await delivered.close()
  }
}

/**
 * New products are entered in the office's list by and by, some thousand a second: beside the first ten seconds of 27,075 new
 * ones, PostgreSQL worked a third of its time for that.
 */
async function catalogueAtRest(url: string): Promise<void> {
  await withClient(url, 'bench', async (client) => {
    const isBusy = async () =>
      (await client.query('select exists (select from listing_checks) or exists (select from stock_checks) as busy'))
        .rows[0].busy
    while (await isBusy()) await pause(200)
  })
}

async function buyMany(bench: PurchaseBench, count: number, delivered: Deliveries): Promise<number[]> {
  const times: number[] = []
  const waiver = await readWaiver(bench.origin)
  let next = 0
  const shopper = async () => {
    while (next < count) {
      const goods = bench.goods[next++ % bench.goods.length]!
      const started = performance.now()
      const orderId = await order(bench, goods, waiver)
      await delivered.wait(orderId)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shopper))
  return times
}

async function order(
  { origin, providerControl }: PurchaseBench,
  goods: Sellable,
  waiver: AcceptedWaiver | undefined,
): Promise<string> {
  const fee = Math.round((goods.priceCents * 150) / 10_000)
  const made = await callShop<{ orderId: string; url: string }>(`${origin}/prod-api/api/check/createOrder`, {
    orderList: {
      deliveryEmail: 'shopper@example.com',
      paymentId: 1,
      currencyId: 1,
      realAmount: (goods.priceCents + fee) / 100,
      waiver,
    },
    productId: [goods.productId],
    productCount: [1],
    supplyProductId: [goods.offerId],
    extId: [goods.skuId],
  })
  const paid = await post(`${providerControl}/${made.url.split('/').at(-1)}`)
  if (paid.status !== 204) throw new Error('the simulator did not pay')
  return made.orderId
}

interface AcceptedWaiver {
  version: string
  accepted: true
}

/** As the checkout page has it before anybody presses Pay. */
export async function readWaiver(origin: string): Promise<AcceptedWaiver | undefined> {
  const answer = await fetch(`${origin}/prod-api/api/check/waiver`)
  const { data } = (await answer.json()) as { data: { version: string } | null }
  return data ? { version: data.version, accepted: true } : undefined
}

interface Deliveries {
  wait(orderId: string): Promise<void>
  close(): Promise<void>
}

/** Sees deliveries in the database itself, by one small query for all that are waited for: the shop is not asked. */
async function watchDeliveries(url: string): Promise<Deliveries> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' })
  await client.connect()
  const waiting = new Map<string, () => void>()
  let open = true
  const watch = (async () => {
    while (open) {
      if (waiting.size > 0) {
        const { rows } = await client.query({
          name: 'delivered',
          // The mail is promised in the transaction that delivers.
          text: `select id from orders where id = any($1::uuid[]) and status = 'Delivered'`,
          values: [[...waiting.keys()]],
        })
        for (const { id } of rows) {
          waiting.get(id)?.()
          waiting.delete(id)
        }
      }
      await pause(4)
    }
  })()
  return {
    wait: (orderId) => new Promise((resolve) => waiting.set(orderId, resolve)),
    async close() {
      open = false
      await watch
      await client.end()
    },
  }
}
