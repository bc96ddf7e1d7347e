import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import { callShop, openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { sha256 } from '../crypto.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { CallError } from './errors.ts'
import { callLimit, forgetOldCounts } from './rate-limit.ts'

let shop: TestShop
let second: Shop
beforeAll(async () => {
  shop = await openTestShop({
    ...{ ORDERS_PER_MINUTE: '6', LOGINS_PER_MINUTE: '3', REGISTRATIONS_PER_MINUTE: '3' },
    ...{ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' },
  })
  const { ground } = shop.shop
  const env = {
    PORT: '0',
    DATA_DIR: ground.config.dataDir,
    DATABASE_URL: shop.databaseUrl,
    ORDERS_PER_MINUTE: '6',
    WORKER: 'off',
    LOG_LEVEL: 'silent',
    DEMO: 'off',
  }
  second = await openShop(readConfig(env), createLog('silent'))
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

test('two instances count together, and over the limit the answer is 429 with the seconds to wait', async () => {
  await withinOneMinute(shop, async () => {
    const order = (origin: string) => callShop(origin, 'POST', '/api/check/createOrder', { body: {} })
    const origins = [shop.shop.origin, second.origin, shop.shop.origin, second.origin, shop.shop.origin, second.origin]
    expect((await Promise.all(origins.map(order))).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
    for (const origin of [shop.shop.origin, second.origin]) {
      const answer = await order(origin)
      expect(answer.status).toBe(429)
      expect(answer.body).toEqual({ code: 429, msg: 'error.tooMany' })
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    // Another call has a count of its own.
    expect((await callShop(second.origin, 'POST', '/api/pay/toPay', { body: {} })).status).toBe(400)
  })
})

test.each([
  ['/api/check/createOrder', {}, 6],
  ['/api/login', { username: 'nobody', password: 'AAAA' }, 3],
  ['/api/register', {}, 3],
  ['/api/bottom/subscription', {}, 6],
])(
  'whoever has all networks of a block of IPv6 has four allowances of %s, and his neighbours theirs',
  async (path, body, most) => {
    await withinOneMinute(shop, async () => {
      const from = async (address: string) => {
        const headers = { 'x-forwarded-for': address }
        return (await callShop(shop.shop.origin, 'POST', path, { body, headers })).status
      }
      const statuses = []
      for (let n = 0; n < most * 5; n++) statuses.push(await from(`2001:db8:1:ab${n.toString(16).padStart(2, '0')}::1`))
      expect(statuses.filter((status) => status === 429)).toHaveLength(most)
      expect(statuses.slice(0, most * 4)).not.toContain(429)
      expect(await from('2001:db8:1:ac00::1')).not.toBe(429)
    })
  },
)

/** Of these calls and no others: those of earlier tests that were counted in memory are written up to a second later. */
const countsOf = async (...calls: [call: string, address: string][]) =>
  shop.db.query<{ bucket: Buffer; calls: number }>(
    sql`select bucket, calls from rate_limits where bucket = any(${calls.map((call) => sha256(call.join('\n')))}::bytea[])`,
  )

test('many at once are counted one by one', async () => {
  await withinOneMinute(shop, async () => {
    const countCall = callLimit(shop.db)
    const counted = await Promise.allSettled(Array.from({ length: 40 }, () => countCall('x', '203.0.113.9', 25)))
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
    for (const one of counted) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(CallError)
  })
})

test('an address is counted by itself, and kept only as a hash', async () => {
  await withinOneMinute(shop, async () => {
    const countCall = callLimit(shop.db)
    for (const address of ['203.0.113.9', '203.0.113.10']) await countCall('y', address, 1)
    await expect(countCall('y', '203.0.113.9', 1)).rejects.toThrow('error.tooMany')
    expect(await countsOf(['y', '203.0.113.9'], ['y', '203.0.113.10'])).toHaveLength(2)
    const rows = await shop.db.query<{ bucket: Buffer }>(sql`select bucket from rate_limits`)
    for (const { bucket } of rows) expect(bucket).toHaveLength(32)
  })
})

test('a new minute is a new allowance, and old counts are forgotten', async () => {
  await withinOneMinute(shop, async () => {
    let clock = 0
    const countCall = callLimit(shop.db, () => clock)
    await countCall('z', '203.0.113.9', 1)
    await expect(countCall('z', '203.0.113.9', 1)).rejects.toThrow('error.tooMany')
    await shop.db.run(sql`update rate_limits set minute = minute - interval '1 minute'`)
    clock += 60_000
    await countCall('z', '203.0.113.9', 1)
    expect(await forgetOldCounts(shop.db)).toBe(0)
    await shop.db.run(sql`update rate_limits set minute = minute - interval '11 minutes'`)
    // What an earlier test has caused may be counted only now.
    const old = () => shop.db.query(sql`select 1 from rate_limits where minute < now() - interval '10 minutes'`)
    expect(await old()).not.toEqual([])
    await forgetOldCounts(shop.db)
    expect(await old()).toEqual([])
  })
})

test('who is over is refused without another write until his minute ends, and nobody else is', async () => {
  await withinOneMinute(shop, async () => {
    let clock = 0
    const countCall = callLimit(shop.db, () => clock)
    const calls = async () =>
      (await countsOf(['w', '203.0.113.9'], ['w', '203.0.113.10'], ['v', '203.0.113.9'])).reduce(
        (sum, row) => sum + row.calls,
        0,
      )
    await countCall('w', '203.0.113.9', 1)
    for (let n = 0; n < 100; n++) {
      const refusal = await countCall('w', '203.0.113.9', 1).catch((error: CallError) => error)
      expect(refusal).toMatchObject({ status: 429, message: 'error.tooMany' })
      expect((refusal as CallError).details.retryAfterSeconds).toBeGreaterThanOrEqual(1)
      expect((refusal as CallError).details.retryAfterSeconds).toBeLessThanOrEqual(60)
    }
    expect(await calls()).toBe(2)
    await countCall('w', '203.0.113.10', 1)
    await countCall('v', '203.0.113.9', 1)
    expect(await calls()).toBe(4)
    // At the end of the minute it is the database that says whether it has ended.
    clock += 60_000
    await expect(countCall('w', '203.0.113.9', 1)).rejects.toThrow('error.tooMany')
    expect(await calls()).toBe(5)
  })
})
