// Orders that no shopper’s browser sends: refused, and nothing is written.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestProduct, type TestShop } from '../harness.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'
import { expectRefused, refusing } from './refusing.testing.ts'

let shop: TestShop
let view: DatabaseView
let product: TestProduct
beforeAll(async () => {
  // Without jobs the database stands still unless a call writes.
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  view = await viewDatabase(shop.databaseUrl)
  product = await addProduct(shop, { keys: 5 })
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.origin + path)).ok, 'its shelf is known')
  await placeOrder(shop, orderBody([{ product }]))
})
afterAll(async () => {
  await view.close()
  await shop.close()
})

const { post, writesNothing } = refusing(() => ({ shop, view }))

describe('an order', () => {
  const order = (change: (body: ReturnType<typeof orderBody>) => unknown) => {
    const body = structuredClone(orderBody([{ product }]))
    return post('/api/check/createOrder', JSON.stringify(change(body)))
  }
  const withOrderList = (more: object) => order((body) => ({ ...body, orderList: { ...body.orderList, ...more } }))

  test.each<[string, (body: ReturnType<typeof orderBody>) => unknown]>([
    ['without lines', (body) => ({ ...body, productId: [], productCount: [], supplyProductId: [], extId: [] })],
    ['with lists of unequal length', (body) => ({ ...body, productCount: [1, 1] })],
    [
      'of 101 lines',
      (body) =>
        Object.assign(
          body,
          Object.fromEntries(
            ['productId', 'productCount', 'supplyProductId', 'extId'].map((name) => [name, Array(101).fill(1)]),
          ),
        ),
    ],
    ['of an array where an object belongs', () => [1, 2]],
    ['of a negative count', (body) => ({ ...body, productCount: [-1] })],
    ['of half a game', (body) => ({ ...body, productCount: [0.5] })],
    ['of 1001 games', (body) => ({ ...body, productCount: [1001] })],
    ['of a count in words', (body) => ({ ...body, productCount: ['1'] })],
    ['of a product number beyond the database', (body) => ({ ...body, productId: [2_147_483_648] })],
    [
      'of the same offer twice',
      (body) => ({
        ...body,
        productId: [body.productId[0], body.productId[0]],
        productCount: [1, 1],
        supplyProductId: [body.supplyProductId[0], body.supplyProductId[0]],
        extId: [body.extId[0], body.extId[0]],
      }),
    ],
    ['at a negative price', (body) => ({ ...body, orderList: { ...body.orderList, realAmount: -1 } })],
    ['at no number for a price', (body) => ({ ...body, orderList: { ...body.orderList, realAmount: null } })],
    ['by an unknown payment method', (body) => ({ ...body, orderList: { ...body.orderList, paymentId: 99 } })],
    ['in an unknown currency', (body) => ({ ...body, orderList: { ...body.orderList, currencyId: 9_999 } })],
    ['to no e-mail address', (body) => ({ ...body, orderList: { ...body.orderList, deliveryEmail: 'nobody' } })],
    [
      'to two e-mail addresses',
      (body) => ({ ...body, orderList: { ...body.orderList, deliveryEmail: 'a@example.com,b@example.com' } }),
    ],
    [
      'to an address with a line break',
      (body) => ({ ...body, orderList: { ...body.orderList, deliveryEmail: 'a@example.com\r\nbcc: b@example.com' } }),
    ],
    [
      'with a note of 1001 letters',
      (body) => ({ ...body, orderList: { ...body.orderList, memberRemark: 'x'.repeat(1001) } }),
    ],
    [
      'with a NUL character in the note',
      (body) => ({ ...body, orderList: { ...body.orderList, memberRemark: 'a\u0000b' } }),
    ],
    [
      'with half a character in the note',
      (body) => ({ ...body, orderList: { ...body.orderList, memberRemark: 'a\ud800b' } }),
    ],
    [
      'with its fields only in __proto__',
      (body) => JSON.parse(JSON.stringify({ x: body }).replace('"x"', '"__proto__"')),
    ],
  ])('%s is refused by name, and nothing is written', async (_, change) => {
    await writesNothing(async () => {
      const answer = await order(change)
      await expectRefused(answer, 400, 'error.invalid')
      const { errors } = JSON.parse(answer.text)
      expect(errors.length).toBeGreaterThan(0)
      for (const error of errors) expect(error).toEqual({ path: expect.any(String), message: expect.any(String) })
    })
  })

  test('whose amount overflows, or is not the shop’s own, is refused with the fresh prices', async () => {
    await writesNothing(async () => {
      await expectRefused(await withOrderList({ realAmount: 1e11 }), 400, 'error.invalid')
      for (const realAmount of [0, 0.01, 19.98, 19.990000001, 1e10]) {
        const answer = await withOrderList({ realAmount })
        await expectRefused(answer, 422, 'pay.priceChanged')
        expect(JSON.parse(answer.text).data).toMatchObject({ total: 19.99, units: [19.99], currencyType: 'USD' })
      }
      const raw = JSON.stringify(orderBody([{ product }])).replace('19.99', '1e400')
      await expectRefused(await post('/api/check/createOrder', raw), 400, 'error.invalid')
    })
  })

  test('with an idempotency key that is none is refused, and nothing is written', async () => {
    const body = JSON.stringify(orderBody([{ product }]))
    await writesNothing(async () => {
      for (const key of [
        '',
        'short',
        'x'.repeat(101),
        "a' or 1=1--",
        'with space here',
        'ключ-ключ'.replace(/[^\x20-\x7e]/g, 'é'),
      ])
        await expectRefused(
          await post('/api/check/createOrder', body, { 'idempotency-key': key }),
          400,
          'error.invalid',
        )
    })
  })
})
