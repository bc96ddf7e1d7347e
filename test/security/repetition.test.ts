// Who repeats the request of an order, and what he is told (decision A12): the browser that made it all of it, a stranger
// who read the key somewhere only how to pay.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { forgetRequests } from '#rooms/orders/buyer/access-store.ts'
import { vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { type Answer, addProduct, attemptOf, openTestShop, orderBody, statusOf, type TestShop } from '../harness.ts'
import { viewDatabase } from './database.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const setCookies = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')

/** A checkout as the browser's: it begins, then orders with a key of its own. */
async function checkout(key: string = randomUUID()) {
  const product = await addProduct(shop, { keys: 3 })
  const browser = setCookies(await shop.call('POST', '/api/check/begin'))
  const body = orderBody([{ product }])
  const send = (cookie: string, changed: object = {}) =>
    shop.call('POST', '/api/check/createOrder', {
      body: { ...body, ...changed },
      headers: { 'idempotency-key': key, cookie },
    })
  return { key, browser, body, send }
}

async function pay(orderId: string) {
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, orderId)) === 'Delivered', 'the order is delivered')
}

describe('the browser that made the order', () => {
  test('gets the first answer again, unpaid and paid, and the cookie that opens it, when that was lost', async () => {
    const { send, browser } = await checkout()
    const first = await send(browser)
    const again = await send(browser)
    expect(again.body).toEqual(first.body)
    await pay(first.body.data.orderId)
    const paid = await send(browser)
    expect(paid.body).toEqual({ ...first.body, data: { ...first.body.data, url: null } })
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${first.body.data.orderId}`, {
      headers: { cookie: setCookies(paid) },
    })
    expect(keys.body.data[0].keys).toHaveLength(1)
  })

  test('is known by the order’s own cookie too', async () => {
    const { send } = await checkout()
    const first = await send('')
    await pay(first.body.data.orderId)
    expect((await send(setCookies(first))).body.data.orderId).toBe(first.body.data.orderId)
  })

  test('gets it also when the order was cancelled and hidden', async () => {
    const { send, browser } = await checkout()
    const first = await send(browser)
    await shop.call('GET', `/api/pay/cancel/${first.body.data.orderId}`, { headers: { cookie: setCookies(first) } })
    await shop.db.run(sql`update orders set hidden_at = now() where id = ${first.body.data.orderId}`)
    expect((await send(browser)).body).toEqual({ ...first.body, data: { ...first.body.data, url: null, isOver: true } })
  })
})

describe('somebody else with the key and the body', () => {
  test('is told how to pay while that is possible; nothing that he gets opens the order', async () => {
    const { send, browser } = await checkout()
    const first = await send(browser)
    const stranger = await send('')
    expect(stranger.status).toBe(200)
    expect(stranger.body.data.url).toBe(first.body.data.url)
    expect(stranger.headers.getSetCookie()).toEqual([])
    const other = setCookies(await shop.call('POST', '/api/check/begin'))
    expect((await send(other)).headers.getSetCookie()).toEqual([])
    const look = await shop.call('GET', `/api/pay/detail/${first.body.data.orderId}`, { headers: { cookie: other } })
    expect(look.status).toBe(404)
  })

  test.each<[string, (orderId: string, cookie: string) => Promise<unknown>]>([
    ['paid', (orderId) => pay(orderId)],
    ['cancelled', (orderId, cookie) => shop.call('GET', `/api/pay/cancel/${orderId}`, { headers: { cookie } })],
    ['past its time', (orderId) => shop.db.run(sql`update orders set expires_at = now() where id = ${orderId}`)],
    [
      'older than a day',
      (orderId) =>
        shop.db.run(sql`
          update orders set placed_at = now() - interval '25 hours', expires_at = now() + interval '1 hour' where id = ${orderId}`),
    ],
    [
      '800 days old',
      async (orderId) => {
        await pay(orderId)
        await shop.db.run(sql`update orders set placed_at = now() - interval '800 days' where id = ${orderId}`)
      },
    ],
  ])('is told nothing of an order that is %s', async (_, become) => {
    const { send, browser } = await checkout()
    const first = await send(browser)
    await become(first.body.data.orderId, setCookies(first))
    const other = setCookies(await shop.call('POST', '/api/check/begin'))
    for (const cookie of ['', other, `checkout=${randomBytes(16).toString('base64url')}`]) {
      const { status, body, headers } = await send(cookie)
      expect({ status, body }).toEqual({ status: 422, body: { code: 500, msg: 'pay.alreadyPaid' } })
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('with another body is refused, whatever cookie he has, and nothing is written', async () => {
    const { send, browser, body } = await checkout()
    const { orderId } = (await send(browser)).body.data
    // Other orders of this shop go on meanwhile: those that this one and that one would have written are counted.
    const written = async () => ({
      vault: await vaultOf(shop, body.supplyProductId[0]!),
      ...(await shop.db.one(sql`
        select (select count(*) from orders where delivery_email = 'thief@example.com') as stolen,
          (select count(*) from order_lines where order_id = ${orderId}) as lines,
          (select count(*) from order_events where order_id = ${orderId}) as events,
          (select count(*) from payments where order_id = ${orderId}) as payments,
          (select delivery_email from orders where id = ${orderId}) as email`)),
    })
    const before = await written()
    expect(before).toMatchObject({ stolen: 0, lines: 1, payments: 1, vault: { reserved: 1 } })
    for (const cookie of ['', browser]) {
      const { status, body: answer } = await send(cookie, {
        orderList: { ...body.orderList, deliveryEmail: 'thief@example.com' },
      })
      expect({ status, answer }).toEqual({ status: 422, answer: { code: 500, msg: 'error.idempotencyReused' } })
    }
    expect(await written()).toEqual(before)
  })
})

test('a key that could be guessed is none: shorter than 22 letters, longer than 100, or with other signs', async () => {
  for (const key of ['12345678', 'a'.repeat(21), 'a'.repeat(101), `${'a'.repeat(22)}!`, '']) {
    const { send } = await checkout(key)
    const { status, body } = await send('')
    expect([key.length, status, body.errors?.[0].path]).toEqual([key.length, 400, 'Idempotency-Key'])
  }
  for (const length of [22, 100]) expect((await (await checkout('b'.repeat(length))).send('')).status).toBe(200)
})

test('from the tables alone no request can be repeated: neither the key nor the browser’s cookie is in them', async () => {
  const view = await viewDatabase(shop.databaseUrl)
  const { send, browser, key } = await checkout()
  await send(browser)
  const dump = await view.dump()
  await view.close()
  expect(dump).not.toContain(key)
  expect(dump).not.toContain(browser.split('=')[1])
})

/** As if it had been made so long ago, and what is older been forgotten then. */
async function placed(orderId: string, ago: string) {
  await shop.db.run(sql`update orders set placed_at = now() - ${ago}::interval where id = ${orderId}`)
  await shop.db.run(sql`update forgotten_requests set before = now() - ${ago}::interval - interval '1 day'`)
}

test('after 30 days a request is forgotten: its key is free, and the order stays as it is', async () => {
  const { send, browser } = await checkout()
  const { orderId } = (await send(browser)).body.data
  await forgetRequests(shop.db)
  expect((await send(browser)).body.data.orderId).toBe(orderId)
  await placed(orderId, '31 days')
  await forgetRequests(shop.db)
  const anew = await send(browser)
  expect(anew.status).toBe(200)
  expect(anew.body.data.orderId).not.toBe(orderId)
  expect(await statusOf(shop, orderId)).toBe('Unpaid')
})

test('what was forgotten is read no more, and an order that somebody holds meanwhile is forgotten the next time', async () => {
  const { send, browser } = await checkout()
  const { orderId } = (await send(browser)).body.data
  await placed(orderId, '40 days')
  const isForgotten = () =>
    shop.db.one<{ is: boolean }>(sql`select browser_hash is null as is from orders where id = ${orderId}`)
  /** Days that are read again. */
  const daysLeft = () =>
    shop.db.one<{ days: number }>(
      sql`select round(extract(epoch from now() - before) / 86400)::int as days from forgotten_requests`,
    )
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`select from orders where id = ${orderId} for update`)
    await forgetRequests(shop.db)
  })
  expect([await isForgotten(), await daysLeft()]).toEqual([{ is: false }, { days: 40 }])
  await forgetRequests(shop.db)
  expect([await isForgotten(), await daysLeft()]).toEqual([{ is: true }, { days: 30 }])
  // One from before what is kept, which cannot be: nobody looks for it.
  const other = await checkout()
  const before = (await other.send(other.browser)).body.data.orderId
  await shop.db.run(sql`update orders set placed_at = now() - interval '40 days' where id = ${before}`)
  await forgetRequests(shop.db)
  expect(await shop.db.one(sql`select browser_hash is null as is from orders where id = ${before}`)).toEqual({
    is: false,
  })
})

test('two of the same at once, one from elsewhere, make one order, and only the browser gets what opens it', async () => {
  const { send, browser } = await checkout()
  const answers = await Promise.all([browser, '', browser, '', browser].map((cookie) => send(cookie)))
  expect(new Set(answers.map(({ body }) => body.data.orderId)).size).toBe(1)
  const opened = answers.filter(({ headers }) => headers.getSetCookie().some((text) => text.startsWith('orders=')))
  expect(opened.length === 3 || opened.length === 1).toBe(true)
})
