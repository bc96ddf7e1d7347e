import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import {
  addKeys,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestShop,
} from '#test/harness.ts'

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
    expect(text).toContain('Your key: ')
    expect(text).toContain('buyer@example.com')
    expect(text).not.toContain(key)
    expect((await get(`/sandbox/mail/${id}`)).text).toContain(order.orderNo)
  })

  test('without mails that nobody gets', async () => {
    const lapsed = randomUUID()
    await shop.db.run(sql`
      insert into mails (id, message_id, recipient, locale, template, data, state)
      values (${lapsed}, ${lapsed}, 'before@example.com', 'en-US', 'found', ${JSON.stringify({ orderId: order.orderId })}::jsonb, 'lapsed')`)
    const { status, text } = await get('/sandbox/mail')
    expect([status, text.includes(lapsed), text.includes(id)]).toEqual([200, false, true])
    expect((await get(`/sandbox/mail/${lapsed}`)).status).toBe(404)
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

  test('on this machine alone no token is needed', () => {
    expect(shop.shop.sandboxMail).toBe(`${shop.shop.origin}/sandbox/mail`)
  })
})

test('a shop that others can reach shows its mails only to who has read the token at its start', async () => {
  const port = await freePort()
  const open = await openTestShop({ HOST: '0.0.0.0', PORT: String(port), WORKER: 'off' })
  try {
    const address = `http://127.0.0.1:${port}/sandbox/mail`
    const get = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } })
    const link = new URL(open.shop.sandboxMail!)
    const token = link.searchParams.get('token')!
    expect(token).toMatch(/^[\w-]{22,}$/)
    for (const [url, cookie] of [
      [address, ''],
      [`${address}/${randomUUID()}`, ''],
      [`${address}?token=`, ''],
      [`${address}?token=${token}x`, ''],
      [`${address}?token=${token.slice(1)}`, ''],
      [address, 'sandbox=x'],
    ] as const) {
      const refused = await get(url, cookie)
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []])
    }
    // The token leaves the address at once: what stands there gets into histories and logs.
    const first = await get(`${address}?token=${token}`)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/sandbox/mail'])
    const cookie = first.headers.getSetCookie()[0]!
    expect(cookie).toMatch(/; Path=\/sandbox; HttpOnly; SameSite=Lax$/)
    expect((await get(address, `other=1; ${cookie.split(';')[0]}`)).status).toBe(200)
  } finally {
    await open.close()
  }
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
    PAYSSION_PM_ID: 'alipay_cn',
    STRIPE_BASE_URL: '',
    STRIPE_SECRET_KEY: 'sk_live_nobody',
    PAYPAL_SIMULATOR_URL: '',
    PAYPAL_SIMULATOR_CA: '',
    PAYPAL_MODE: 'live',
    EECPAY_BASE_URL: '',
    EECPAY_MERCHANT_NO: '',
    EECPAY_SECRET_KEY: '',
    SUPPORT_EMAIL: 'support@keys.shop',
    MAIL_FROM: 'shop@keys.shop',
    TRUSTED_PROXIES: 'none',
    JOURNAL_DIR: inject('dataDir'),
    WORKER: 'off',
  })
  try {
    const id = randomUUID()
    await shop.db.run(sql`
      insert into mails (id, message_id, recipient, locale, template, data, sealed)
      values (${id}, ${`<${id}@x>`}, 'buyer@example.com', 'en-US', 'delivery', '{}',
        ${shop.shop.ground.keyring.seal('mail', JSON.stringify({ subject: 'Secret subject', text: 'ITS KEY', html: 'ITS KEY' }), id)})`)
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
      expect(text).not.toMatch(/Secret subject|buyer@example\.com|ITS KEY/)
    }
    const { headers } = await fetch(`http://127.0.0.1:${port}/`)
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  } finally {
    await shop.close()
  }
})
