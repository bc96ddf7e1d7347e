import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type PayssionSimulator, type PayssionSimulatorOptions, startPayssionSimulator } from './payssion.ts'

let simulator: PayssionSimulator
afterEach(() => simulator.close())

const start = async (over: Partial<PayssionSimulatorOptions> = {}) => {
  simulator = await startPayssionSimulator({ apiKey: 'key', secretKey: 'secret', notifyRetryDelays: [], ...over })
}
const md5 = (...values: string[]) => createHash('md5').update(values.join('|')).digest('hex')

async function call(path: string, fields: Record<string, string>, as: 'form' | 'json' = 'form') {
  const body = as === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
  const type = as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const answer = await fetch(simulator.url + path, { method: 'POST', body, headers: { 'content-type': type } })
  return (await answer.json()) as { result_code: number; transaction: Record<string, string>; redirect_url: string }
}

const createFields = (over: Record<string, string> = {}) => {
  const fields: Record<string, string> = {
    api_key: 'key',
    pm_id: 'payssion_test',
    amount: '12.34',
    currency: 'USD',
    order_id: 'order-1',
    description: '<img src=x onerror=alert(1)>',
    return_url: 'http://127.0.0.1:9/back',
    notify_url: 'http://127.0.0.1:9/notify',
    ...over,
  }
  const signed = ['pm_id', 'amount', 'currency', 'order_id'].map((name) => fields[name]!)
  return { api_sig: md5('key', ...signed, 'secret'), ...fields }
}
const create = (over?: Record<string, string>) => call('/api/v1/payment/create', createFields(over))
const details = (transactionId: string, orderId: string) =>
  call('/api/v1/payment/details', {
    api_key: 'key',
    transaction_id: transactionId,
    order_id: orderId,
    api_sig: md5('key', transactionId, orderId, 'secret'),
  })

describe('the API', () => {
  test('refuses with the documented result codes', async () => {
    await start()
    const cases: [Record<string, string>, number][] = [
      [{ api_key: 'other' }, 401],
      [{ api_sig: md5('key', 'payssion_test', '12.34', 'USD', 'order-1', 'wrong') }, 402],
      [{ pm_id: 'unknown_pm' }, 405],
      [{ currency: 'XTS' }, 406],
      [{ amount: '0.00' }, 407],
      [{ amount: '-1' }, 407],
      [{ amount: '1.234' }, 407],
      [{ return_url: 'javascript:alert(1)' }, 409],
      [{ notify_url: 'nowhere' }, 409],
      [{ language: 'xx' }, 408],
      [{ country: 'Germany' }, 414],
      [{ order_id: '' }, 400],
    ]
    for (const [over, code] of cases) expect([over, (await create(over)).result_code]).toEqual([over, code])
    expect((await create()).result_code).toBe(200)
    expect((await create()).result_code).toBe(413)
  })

  test('takes JSON as well', async () => {
    await start()
    expect((await call('/api/v1/payment/create', createFields(), 'json')).result_code).toBe(200)
  })

  test('finds a payment by either id, and by both only when they belong together', async () => {
    await start()
    const { transaction_id } = (await create()).transaction
    await create({ order_id: 'order-2' })
    expect((await details(transaction_id!, '')).transaction).toMatchObject({ order_id: 'order-1', state: 'pending' })
    expect((await details('', 'order-1')).transaction.transaction_id).toBe(transaction_id)
    expect((await details(transaction_id!, 'order-2')).result_code).toBe(412)
    expect((await details('', '')).result_code).toBe(412)
  })

  test('after a restart it knows no earlier payment', async () => {
    await start()
    const { transaction, redirect_url } = await create()
    await simulator.close()
    await start({ port: Number(new URL(redirect_url).port) })
    expect((await details(transaction.transaction_id!, 'order-1')).result_code).toBe(412)
    const page = await fetch(redirect_url)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('not known here')
  })

  test('forgets the oldest beyond its limit, under both ids', async () => {
    await start({ remember: 2 })
    for (const order_id of ['a', 'b', 'c']) await create({ order_id })
    expect(simulator.payment('a')).toBeUndefined()
    expect(simulator.payment('c')).toBeDefined()
    expect((await create({ order_id: 'a' })).result_code).toBe(200)
  })

  test('needs its secrets', async () => {
    await start()
    await expect(startPayssionSimulator({ apiKey: 'key', secretKey: '' })).rejects.toThrow('needs')
  })
})

describe('the hosted page', () => {
  test('works without script, escapes what it is given, and may send the browser only back to the shop', async () => {
    await start({ merchant: '"><script>' })
    const { redirect_url } = await create()
    const page = await fetch(redirect_url)
    const html = await page.text()
    expect(html).toContain('Test mode: no money moves')
    expect(html).toContain('12.34 <small>USD')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<script|<img/)
    expect(html.match(/name="outcome" value="\w+"/g)).toHaveLength(5)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9;")
    expect(policy).not.toContain('script-src')
  })

  test('has one effect: the second press of a button only leads back', async () => {
    await start()
    const { redirect_url, transaction } = await create()
    const press = (outcome: string) =>
      fetch(redirect_url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
    expect((await press('nonsense')).status).toBe(400)
    expect((await press('completed')).status).toBe(303)
    expect((await press('failed')).status).toBe(303)
    expect(simulator.payment(transaction.transaction_id!)!.state).toBe('completed')
    expect(await (await fetch(redirect_url)).text()).toContain('Nothing more can be done')
  })

  test('is linked where a proxy shows it', async () => {
    await start({ publicUrl: 'https://shop.example/sandbox/payssion/' })
    const { redirect_url, transaction } = await create()
    expect(redirect_url).toBe(`https://shop.example/sandbox/payssion/pay/${transaction.transaction_id}`)
  })
})

describe('faults on demand', () => {
  test('a held request takes effect only when it is released', async () => {
    await start()
    const hold = simulator.hold('/create')
    const creating = create()
    await hold.arrived
    expect(simulator.payment('order-1')).toBeUndefined()
    hold.release()
    expect((await creating).result_code).toBe(200)
    expect(simulator.requests.create).toBe(1)
  })

  test('a fault meets one matching request, before or after it takes effect', async () => {
    await start()
    simulator.failNext({ on: '/create', how: 'error' })
    simulator.failNext({ on: '/create', how: 'error', processed: true })
    expect((await create()).result_code).toBe(500)
    expect(simulator.payment('order-1')).toBeUndefined()
    expect((await create()).result_code).toBe(500)
    expect(simulator.payment('order-1')).toBeDefined()
    expect((await create({ order_id: 'order-2' })).result_code).toBe(200)
  })
})
