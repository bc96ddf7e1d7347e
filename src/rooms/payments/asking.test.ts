// How often a provider is asked because somebody looks at his order (decision A9).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { ordered, PROVIDERS, pay } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

const queries = (paymentId: number) =>
  ({ [STRIPE]: shop.stripe.requests.retrieve, [PAYSSION]: shop.payssion.requests.details })[paymentId] ??
  shop.paypal.requests.get

test.each(PROVIDERS)(
  'however often a shopper asks, %s is asked once in two seconds, and he hears what it says',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    await shop.db.run(sql`delete from rate_limits`)
    const ask = async () => {
      const path = `/api/pay/payssion/state?order_id=${order.orderId}`
      return (await shop.call('GET', path, { headers: { cookie: order.cookie } })).body.data
    }
    const lastAsked = (seconds: number) =>
      shop.db.run(
        sql`update payments set asked_at = now() + make_interval(secs => ${seconds}) where id = ${order.attempt}`,
      )
    // For so long nobody asks; one that lies ahead by more than a minute is of a clock that was set back.
    await lastAsked(30)
    const before = queries(paymentId)
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set(['pending']))
    expect(queries(paymentId)).toBe(before)

    // The first answer changes what is known: who had asked before it was taken would ask once more.
    await lastAsked(-3)
    await ask()
    const known = queries(paymentId)
    await lastAsked(-3)
    const began = Date.now()
    await Promise.all(Array.from({ length: 20 }, ask))
    // Once, and once more for every two seconds that a slow machine took.
    expect(queries(paymentId) - known).toBeLessThanOrEqual(1 + Math.floor((Date.now() - began) / 2_000))
    expect(queries(paymentId) - known).toBeGreaterThan(0)

    pay(shop, order, { notify: false })
    await lastAsked(-3)
    expect(await ask()).toBe('completed')
  },
)
