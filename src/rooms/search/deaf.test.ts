// A process that hears of no change although the database answers whatever it asks: it says so, as of what it cannot read.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import { openProxy, type VanishingHost } from '#test/crash/proxy.testing.ts'
import { figuresOf, type TestShop } from '#test/harness.ts'
import { makeSecrets, shopEnvironment, startSimulators } from '#test/surroundings.testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let simulators: Awaited<ReturnType<typeof startSimulators>>
let proxy: VanishingHost
let shop: Shop
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await openProxy(database.url)
  const secrets = makeSecrets()
  simulators = await startSimulators(secrets)
  const dataDir = await mkdtemp(join(inject('dataDir'), 'deaf-'))
  const env = shopEnvironment({ databaseUrl: database.url, dataDir, ...simulators, secrets })
  // What listens has a way of its own to the database.
  shop = await openShop(readConfig({ ...env, DATABASE_DIRECT_URL: proxy.url, WORKER: 'off' }), createLog('silent'))
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await shop.close()
  await proxy.close()
  const { payssion, stripe, paypal, eecpay } = simulators
  await Promise.all([payssion.close(), stripe.close(), paypal.close(), eecpay.close()])
  await database.drop()
})

const readyz = async () => {
  const answer = await fetch(`${shop.origin}/readyz`)
  // The clock of this process is the test's, and the database has its own.
  return `${answer.status} ${(await answer.text()).replace(/^clock: .*\n/m, '')}`
}
const isCaughtUp = async () =>
  (await figuresOf({ shop } as TestShop)).includes('latchkey_catalogue_behind_since_seconds 0\n')

test('a process that hears of no change says so at readyz and by an alert, from the moment when it last did', async () => {
  expect(await isCaughtUp()).toBe(true)
  const before = Date.now()
  proxy.shut()
  await until(async () => !(await isCaughtUp()), 'the figure says so')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  const said = await until(async () => {
    const text = await readyz()
    return text.includes('catalogue:') ? text : ''
  }, 'readyz says so')
  const lines = said.trim().split('\n')
  expect(lines.map((line) => line.replace(/since \S+Z/, 'since TIME')).sort()).toEqual([
    '200 ready',
    'catalogue: what changed since TIME cannot be read',
    'currencies: what changed since TIME cannot be read',
    'payment methods: what changed since TIME cannot be read',
    'settings: what changed cannot be read',
  ])
  const at = [...said.matchAll(/since (\S+Z)/g)].map(([, time]) => Date.parse(time!))
  expect(new Set(at).size).toBe(1)
  expect(at[0]).toBeLessThanOrEqual(before + 1_000)
  const { db } = shop.ground
  const open = () => db.query(sql`select 1 from alerts where kind = 'catalogue.behind' and resolved_at is null`)
  // It is looked at every five seconds, and twice before he is told: most of the usual time.
  const patienceMs = 60_000
  await until(
    async () => {
      // The database goes on to answer.
      vi.setSystemTime(Date.now() + 1_000)
      return open()
    },
    'the operator is told',
    patienceMs,
  )

  await db.run(sql`update settings set value = '7' where key = 'promise.answerDays'`)
  proxy.comeBack()
  await until(async () => (await readyz()) === '200 ready\n', 'it has read what it missed')
  expect(await isCaughtUp()).toBe(true)
  await until(async () => (await open()).length === 0, 'the alert has ended')
})
