// A demo shop that is visited from another machine: by another name than its own address, over plain http.

import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import { addProduct, orderBody, PAYSSION, STRIPE, type TestProduct, type TestShop } from '#test/harness.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let dataDir: string
let shop: Shop
let product: TestProduct
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(inject('dataDir'), 'wildcard-'))
  const env = {
    HOST: '0.0.0.0',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    PICTURES_AHEAD: '0',
  }
  shop = await openShop(readConfig(env), createLog('silent'))
  product = await addProduct({ db: shop.ground.db, shop } as TestShop, { keys: 4 })
  await until(async () => (await ask('GET', `/games/${product.slug}`)).status === 200, 'its page is there')
})
afterAll(async () => {
  await shop?.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const HOST = () => `shop.test:${new URL(shop.address).port}`

/** As a browser on another machine asks: by the name that it knows, at whatever address that leads to. */
function ask(method: string, path: string, options: { body?: string; headers?: Record<string, string> } = {}) {
  const { hostname, port } = new URL(shop.address)
  const headers = {
    host: HOST(),
    ...(options.body && { 'content-length': String(Buffer.byteLength(options.body)) }),
    ...options.headers,
  }
  return new Promise<{ status: number; location: string | undefined; cookies: string[]; text: string }>(
    (resolve, reject) => {
      const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            location: answer.headers.location,
            cookies: answer.headers['set-cookie'] ?? [],
            text,
          }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(options.body)
    },
  )
}

test('says the name by which it was asked for in sitemap, robots, feed and pages, and never the wildcard', async () => {
  for (const path of ['/sitemap.xml', '/robots.txt', '/news/rss.xml', '/', `/games/${product.slug}`]) {
    const { text } = await ask('GET', path)
    expect(text, path).toContain(`http://${HOST()}`)
    expect(text, path).not.toContain('0.0.0.0')
  }
  // The next visitor may know it by another name.
  const { text } = await ask('GET', '/', { headers: { host: 'other.test' } })
  expect(text).toContain('<link rel="canonical" href="http://other.test/"')
  expect(text).not.toContain('shop.test')
})

test.each([
  ['Stripe', STRIPE],
  ['Payssion', PAYSSION],
])(
  '%s’s test page stands below the shop’s own address, takes the payment and leads back; the order is delivered',
  async (_, paymentId) => {
    const body = JSON.stringify(orderBody([{ product }], { paymentId }))
    const json = { 'content-type': 'application/json' }
    const ordered = await ask('POST', '/prod-api/api/check/createOrder', { body, headers: json })
    const { url, orderId } = JSON.parse(ordered.text).data
    expect(url).toMatch(new RegExp(`^http://${HOST()}/sandbox/pay/(stripe|payssion)/[\\w-]+$`))
    const page = await ask('GET', new URL(url).pathname)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Test mode')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const paid = await ask('POST', new URL(url).pathname, { body: 'outcome=completed', headers: form })
    expect(paid.status).toBe(303)
    expect(paid.location).toContain(`http://${HOST()}/pay-return/${orderId}/`)
    const cookie = ordered.cookies.map((one) => one.split(';')[0]).join('; ')
    await until(async () => {
      const detail = await ask('GET', `/prod-api/api/pay/detail/${orderId}`, { headers: { cookie } })
      return JSON.parse(detail.text).data?.orderStatus === 'Delivered'
    }, 'its notice arrives and it is delivered')
  },
)

test('nothing else of the simulators is there', async () => {
  for (const path of [
    '/sandbox/pay/stripe/v1/checkout/sessions',
    '/sandbox/pay/other/1',
    '/sandbox/pay/stripe/../x',
    '/sandbox/pay/',
  ])
    expect((await ask('GET', path)).status, path).not.toBe(200)
  expect((await ask('POST', '/games')).status).toBe(405)
})
