// How often each call asks the database: a fixed number, however much there is to answer.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import {
  addKeys,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { fillShelves } from './shelves.testing.ts'

let shop: TestShop
let products: TestProduct[]
const query = pg.Client.prototype.query
let counted: string[] | undefined

beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  await fillShelves(shop, 60)
  products = []
  for (let n = 0; n < 3; n++) products.push(await addProduct(shop, { keys: 20 }))
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    counted?.push((args[0] as { text?: string }).text ?? String(args[0]))
    return Reflect.apply(query, this, args)
  } as typeof query
  const path = `/prod-api/api/product/info?zhname=${products[0]!.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.origin + path)).ok, 'their shelf is known')
  // Connections are made and the catalogue has caught up before we count.
  await until(async () => {
    counted = []
    for (let n = 0; n < 30; n++) await shop.call('POST', '/api/product/list', { body: {} })
    const statements = counted
    counted = undefined
    return statements.every((text) => !text.includes('from categories') && !text.includes(`date '1970-01-01'`))
  }, 'the catalogue is quiet')
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await shop.close()
})

async function statementsOf(act: () => Promise<{ status: number }>): Promise<string[]> {
  counted = []
  const { status } = await act()
  const statements = counted
  counted = undefined
  expect(status).toBe(200)
  // Behind the calls the catalogue reads again what changed, the database's pulse is felt, the journal is written and its alert
  // ends, a connection is made, which methods refuse is asked once in a while for all, and calls are written that were counted in memory; that is nobody's waiting.
  return statements.filter(
    (text) =>
      !/^(begin\b.*|commit|select 1)$|\b(journal|alerts|method_refusals)\b|^select set_config\(/.test(text) &&
      !text.includes(`date '1970-01-01'`) &&
      !(text.includes('insert into rate_limits') && text.includes('unnest')),
  )
}

const get = (path: string) => () => shop.call('GET', path)
const list = (body: object) => () => shop.call('POST', '/api/product/list', { body })

test.each<[string, () => () => Promise<{ status: number }>, number]>([
  ['a list of one', () => list({ pageSize: 1 }), 1],
  ['a list of sixty', () => list({ pageSize: 100 }), 1],
  ['a list that finds nothing', () => list({ classId: 999_999 }), 0],
  [
    'a narrowed, sorted list',
    () => list({ stock: '0', lowerPrice: 1, orderByColumn: 2, name: 'blade', pageSize: 50 }),
    1,
  ],
  ['the conditions of a list', () => get('/api/product/condition/list'), 0],
  ['the home page’s lists', () => get('/api/home/products'), 1],
  ['the navigation', () => get('/api/home/navigationBar'), 0],
  ['the currencies', () => get('/api/home/rate'), 0],
  ['suggestions', () => get('/api/home/queryProducts?name=blade'), 1],
  ['a product', () => get(`/api/product/info?zhname=${products[0]!.slug}&categoryName=games`), 5],
  ['recommendations', () => get(`/api/product/recommends?classId=1&id=1`), 1],
  ['a cart of one', () => () => shop.call('POST', '/api/product/syncStock', { body: { lines: cart(1) } }), 1],
  ['a cart of three', () => () => shop.call('POST', '/api/product/syncStock', { body: { lines: cart(3) } }), 1],
])('%s asks a fixed number of times', async (_, act, times) => {
  const first = await statementsOf(act())
  const second = await statementsOf(act())
  expect(second, second.join('\n')).toHaveLength(times)
  expect(second).toEqual(first)
})

function cart(lines: number) {
  return products
    .slice(0, lines)
    .map((of) => ({ productId: of.productId, extId: of.skuId, supplyProductId: of.offerId, productCount: 2 }))
}

test('an order asks as often for many lines as for one, and not more often for more keys', async () => {
  const order = (lines: number, count: number) =>
    statementsOf(() =>
      shop.call('POST', '/api/check/createOrder', {
        body: orderBody(products.slice(0, lines).map((product) => ({ product, count }))),
      }),
    )
  const one = await order(1, 1)
  // Priced, written with its keys, its payment noted.
  expect(one, one.join('\n')).toHaveLength(3)
  expect(await order(1, 5)).toEqual(one)
  expect(await order(3, 1)).toEqual(one)
})

test('an order and its keys are shown with a fixed number of questions', async () => {
  await addKeys(shop, products[0]!.offerId, 10)
  const small = await placeOrder(shop, orderBody([{ product: products[0]! }]))
  const large = await placeOrder(shop, orderBody(products.map((product) => ({ product, count: 3 }))))
  const detail = (order: { orderId: string; cookie: string }) =>
    statementsOf(() => shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } }))
  // Whose it is, the order, its lines with their pictures, how it is paid.
  expect(await detail(small)).toHaveLength(4)
  expect(await detail(large)).toHaveLength(4)
})

test('a page that is kept asks nothing', async () => {
  const page = (path: string) => async () => {
    const answer = await fetch(shop.shop.origin + path)
    await answer.text()
    return answer
  }
  for (const path of ['/', '/games', `/games/${products[0]!.slug}`]) {
    // What changed a moment ago may still drop it once.
    await until(async () => (await statementsOf(page(path))).length === 0, `${path} is kept`)
  }
})
