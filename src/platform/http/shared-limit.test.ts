import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { sha256 } from '../crypto.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { until } from '../testing.ts'
import { openSharedLimit, type SharedLimit } from './shared-limit.ts'

let shop: TestShop
let instances: [SharedLimit, SharedLimit]
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  const open = () => openSharedLimit(shop.db, createLog('silent'))
  instances = [open(), open()]
})
afterAll(async () => {
  for (const instance of instances) await instance.close()
  await shop.close()
})

const written = async () =>
  (await shop.db.query<{ calls: number }>(sql`select calls from rate_limits order by calls`)).map(({ calls }) => calls)

test('far from the limit calls cost nothing, and all of them are written together', () =>
  withinOneMinute(shop, async () => {
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.2'])
      for (const instance of instances) await instance.count('a', address, 1_000)
    await until(async () => (await written()).reduce((sum, calls) => sum + calls, 0) === 6, 'they are written')
    expect(await written()).toEqual([2, 4])
  }))

test('one instance lets nobody have more than his allowance, however many come at once', () =>
  withinOneMinute(shop, async () => {
    const calls = Array.from({ length: 30 }, () => instances[0].count('b', '203.0.113.9', 10))
    const answers = await Promise.allSettled(calls)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 429 })
    // Another address has a count of its own.
    await instances[0].count('b', '203.0.113.10', 10)
  }))

test('what one instance has let through counts at the others', () =>
  withinOneMinute(shop, async () => {
    for (let n = 0; n < 10; n++) await instances[0].count('c', '203.0.113.9', 10)
    const refused = { status: 429 }
    await expect(instances[0].count('c', '203.0.113.9', 10)).rejects.toMatchObject(refused)
    // Before it hears of that it lets through less than half.
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => instances[1].count('c', '203.0.113.9', 10)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(5)
    await expect(instances[1].count('c', '203.0.113.9', 10)).rejects.toMatchObject(refused)
  }))

test('who is over writes nothing any more, neither at once nor with the others', () =>
  withinOneMinute(shop, async () => {
    for (let n = 0; n < 4; n++) await instances[0].count('d', '203.0.113.9', 4)
    for (let n = 0; n < 50; n++)
      await expect(instances[0].count('d', '203.0.113.9', 4)).rejects.toMatchObject({ status: 429 })
    await instances[0].count('e', '203.0.113.9', 1_000)
    const writtenOf = (call: string) =>
      shop.db.query(sql`select calls from rate_limits where bucket = ${sha256(`${call}\n203.0.113.9`)}`)
    await until(() => writtenOf('e'), 'what others did is written')
    expect(await writtenOf('d')).toEqual([{ calls: 5 }])
  }))
