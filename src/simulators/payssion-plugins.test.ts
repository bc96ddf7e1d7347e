// The simulator held against what Payssion's own PHP client (1.3.1) and its WooCommerce plugin send and verify: their rules,
// restated here.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PayssionSimulator, startPayssionSimulator } from './payssion.ts'

const md5 = (...values: string[]) => createHash('md5').update(values.join('|')).digest('hex')

let simulator: PayssionSimulator
let told: URLSearchParams[]
let listening: ReturnType<typeof createServer>
let appUrl: string
beforeEach(async () => {
  told = []
  listening = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      told.push(new URLSearchParams(body))
      response.end()
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  appUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/notify`
  simulator = await startPayssionSimulator({
    apiKey: 'key',
    secretKey: 'secret',
    notifyUrl: appUrl,
    notifyRetryDelays: [],
    methods: {
      alipay_cn: { currencies: ['USD', 'CNY'], feeBp: 300 },
      boleto_br: { countries: ['BR'], minimum: 300, maximum: 300_000, local: { currency: 'BRL', rate: 5 } },
      sofort: { enabled: false },
    },
  })
})
afterEach(async () => {
  await simulator.close()
  listening.close()
})

const post = async (path: string, body: URLSearchParams | FormData) =>
  (await (await fetch(simulator.url + path, { method: 'POST', body })).json()) as Record<string, unknown> & {
    result_code: number
    transaction: Record<string, string>
  }

/** PayssionClient::getSig: the named fields in their order, a missing one as nothing, the secret last. */
const SIGNED = {
  create: ['api_key', 'pm_id', 'amount', 'currency', 'order_id'],
  details: ['api_key', 'transaction_id', 'order_id'],
  refund: ['api_key', 'transaction_id', 'amount', 'currency'],
}
const signed = (call: keyof typeof SIGNED, fields: Record<string, string>) => {
  const all: Record<string, string> = { ...fields, api_key: 'key' }
  return { ...all, api_sig: md5(...SIGNED[call].map((name) => all[name] ?? ''), 'secret') }
}

test('the PHP client: a whole number as amount, no addresses; the app’s own address is told', async () => {
  const created = await post(
    '/api/v1/payment/create',
    new URLSearchParams(signed('create', { amount: '1', currency: 'USD', pm_id: 'alipay_cn', order_id: 'o-1' })),
  )
  expect(created).toMatchObject({ result_code: 200, todo: 'redirect', redirect_url: expect.stringContaining('/pay/T') })
  // Amounts come back in one form, however they went.
  expect(created.transaction).toMatchObject({ amount: '1.00', amount_local: '1.00', currency_local: 'USD' })
  const { transaction_id } = created.transaction
  simulator.complete('o-1')
  await simulator.notified()
  expect(told).toHaveLength(1)

  // sample_postback.php
  const field = (name: string) => told[0]!.get(name) ?? ''
  const covered = ['pm_id', 'amount', 'currency', 'order_id', 'state'].map(field)
  expect(field('notify_sig')).toBe(md5('key', ...covered, 'secret'))
  expect([field('state'), field('paid'), field('net')]).toEqual(['completed', '1.00', '0.97'])

  const details = await post('/api/v1/payment/details', new URLSearchParams(signed('details', { order_id: 'o-1' })))
  expect(details.transaction).toMatchObject({ transaction_id, paid: '1.00', fees: '0.03', net: '0.97', refund: '0.00' })
  const refund = { transaction_id: transaction_id!, amount: '0.40', currency: 'USD' }
  expect((await post('/api/v1/refunds', new URLSearchParams(signed('refund', refund)))).result_code).toBe(200)
})

test('multipart, as PHP’s curl sends an array', async () => {
  const form = new FormData()
  const fields = signed('create', { amount: '2.50', currency: 'USD', pm_id: 'alipay_cn', order_id: 'o-2' })
  for (const [name, value] of Object.entries({ ...fields, description: 'Zwei Schlüssel\r\n--' })) form.set(name, value)
  expect(await post('/api/v1/payment/create', form)).toMatchObject({ result_code: 200 })
  expect(simulator.payment('o-2')!.description).toBe('Zwei Schlüssel\r\n--')
})

test('the WooCommerce plugin: the browser brings track_id and sub_track_id, and the notification is signed over them', async () => {
  const args = {
    source: 'woocommerce',
    api_key: 'key',
    pm_id: 'boleto_br',
    amount: '12.00',
    currency: 'USD',
    return_url: 'https://shop.example/order-received/',
    description: 'Shop Order #7',
    track_id: '7',
    sub_track_id: 'wc_order_abc',
    notify_url: appUrl,
    payer_name: 'Test Buyer',
    country: 'BR',
    payer_email: 'buyer@example.com',
  }
  const covered = ['api_key', 'pm_id', 'amount', 'currency', 'track_id', 'sub_track_id'] as const
  const api_sig = md5(...covered.map((name) => args[name]), 'secret')
  const page = (query: object) =>
    fetch(`${simulator.url}/payment/create.html?${new URLSearchParams({ ...args, ...query })}`, { redirect: 'manual' })
  const wrong = await page({ api_sig: md5('x') })
  expect([wrong.status, await wrong.text()]).toEqual([200, '<p>Error 402</p>'])
  const answer = await page({ api_sig })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringMatching(/\/pay\/T/)])

  simulator.complete('7')
  await simulator.notified()
  const field = (name: string) => told[0]!.get(name) ?? ''
  const signs = ['pm_id', 'amount', 'currency', 'track_id', 'sub_track_id', 'state'].map(field)
  expect(field('notify_sig')).toBe(md5('key', ...signs, 'secret'))
  expect([field('track_id'), field('sub_track_id')]).toEqual(['7', 'wc_order_abc'])
  // What the payer paid, in his currency.
  expect([field('currency_local'), field('amount_local')]).toEqual(['BRL', '60.00'])
})

test.each([
  [{ pm_id: 'sofort' }, 491],
  [{ pm_id: 'toString' }, 405],
  [{ currency: 'EUR' }, 406],
  [{ pm_id: 'boleto_br', country: 'DE' }, 414],
  [{ country: 'Germany' }, 414],
  [{ pm_id: 'boleto_br', amount: '2.99' }, 417],
  [{ pm_id: 'boleto_br', amount: '3000.01' }, 418],
  [{ language: 'tlh' }, 408],
  [{ return_url: 'nowhere' }, 409],
])('%j is refused with %i', async (over, code) => {
  const fields = { amount: '10.00', currency: 'USD', pm_id: 'alipay_cn', order_id: 'o-3', ...over }
  const { result_code } = await post('/api/v1/payment/create', new URLSearchParams(signed('create', fields)))
  expect(result_code).toBe(code)
})
