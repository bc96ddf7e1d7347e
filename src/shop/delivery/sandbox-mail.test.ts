import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { freePort } from '#src/security/requests.testing.ts'
import {
  addKeys,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestShop,
} from '#src/testing.ts'

describe('in demo mode the outbox can be read at /sandbox/mail', () => {
  let shop: TestShop
  let order: PlacedOrder
  let key: string
  let id: string
  beforeAll(async () => {
    shop = await openTestShop()
    const product = await addProduct(shop, { name: 'Elden Ring' })
    key = (await addKeys(shop, product.offerId, 1))[0]!
    order = await placeOrder(shop, orderBody([{ product }]))
    shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
    const mail = await until(
      () => shop.db.maybe<{ id: string }>(sql`select id from mails where state = 'kept'`),
      'the mail is kept',
    )
    id = mail.id
  })
  afterAll(() => shop.close())

  const get = async (path: string) => {
    const answer = await fetch(shop.shop.origin + path)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  test('as a list, the newest first, without the keys', async () => {
    const { status, text } = await get('/sandbox/mail')
    expect(status).toBe(200)
    expect(text).toContain(`href="/sandbox/mail/${id}"`)
    expect(text).toContain(order.orderNo)
    expect(text).toContain('buyer@example.com')
    expect(text).not.toContain(key)
  })

  test('each by itself, with both of its parts', async () => {
    const detail = await get(`/sandbox/mail/${id}`)
    expect(detail.text).toContain(`src="/sandbox/mail/${id}/html"`)
    expect(detail.text).toContain(key)
    const [html, text] = [await get(`/sandbox/mail/${id}/html`), await get(`/sandbox/mail/${id}/text`)]
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const part of [html, text]) {
      expect(part.text).toContain(key)
      expect(part.headers.get('cache-control')).toBe('no-store')
      expect(part.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(part.headers.get('content-security-policy')).not.toContain('script-src')
    }
  })

  test('and nothing else is there', async () => {
    for (const path of [
      `/sandbox/mail/${randomUUID()}`,
      '/sandbox/mail/x',
      `/sandbox/mail/${id.slice(0, -1)}`,
      '/sandbox',
      '/sandbox/keys',
    ])
      expect((await get(path)).text, path).not.toContain(key)
    expect((await get(`/sandbox/mail/${randomUUID()}`)).status).toBe(404)
  })

  test('a mail is written once: reading it shows no key a second time in the record of reveals', async () => {
    await get(`/sandbox/mail/${id}`)
    await get(`/sandbox/mail/${id}/html`)
    const { n } = await shop.db.one<{ n: number }>(sql`select count(*) as n from key_reveals where via = 'mail'`)
    expect(n).toBe(1)
  })
})

test('in live mode there is no sandbox, though there are mails', async () => {
  const port = await freePort()
  const shop = await openTestShop({
    SHOP_MODE: 'live',
    PUBLIC_URL: 'https://shop.example',
    PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:9',
    // Live mode takes the providers themselves and nothing in their place; nobody is called here.
    PAYSSION_BASE_URL: '',
    STRIPE_BASE_URL: '',
    WORKER: 'off',
  })
  try {
    const id = randomUUID()
    await shop.db.run(sql`
      insert into mails (id, message_id, recipient, locale, template, data, sealed)
      values (${id}, ${`<${id}@x>`}, 'buyer@example.com', 'en-US', 'delivery', '{}',
        ${shop.shop.ground.keyring.seal('mail', JSON.stringify({ subject: 'Secret subject', text: 'KEY', html: 'KEY' }), id)})`)
    for (const path of [
      '/sandbox/mail',
      `/sandbox/mail/${id}`,
      `/sandbox/mail/${id}/text`,
      `/sandbox/mail/${id}/html`,
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
      const text = await answer.text()
      // An address like any other: the shop has no page there.
      expect(answer.status, path).toBe(404)
      expect(text).not.toMatch(/Secret subject|buyer@example\.com|KEY/)
    }
    const { headers } = await fetch(`http://127.0.0.1:${port}/`)
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  } finally {
    await shop.close()
  }
})
