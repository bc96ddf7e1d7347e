// A shop that is stopped, restored and started again, for the tests of restores.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import { attemptOf, callShop, orderBody, placeOrder, statusOf, type TestProduct, type TestShop } from '#test/harness.ts'
import { type Secrets, shopEnvironment, type startSimulators } from '#test/surroundings.testing.ts'

const log = createLog('silent')

/** A shop that can be stopped and started again; each has a database and folders of its own. */
export async function startScene(world: { simulators: Awaited<ReturnType<typeof startSimulators>>; secrets: Secrets }) {
  const { simulators, secrets } = world
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(inject('dataDir'), 'scene-'))
  const config: Config = readConfig({
    ...shopEnvironment({ databaseUrl: database.url, dataDir, ...simulators, secrets }),
    JOURNAL_DIR: await mkdtemp(join(inject('dataDir'), 'second-')),
  })
  let shop: Shop
  const scene = {
    config,
    databaseUrl: database.url,
    async start() {
      shop = await openShop(config, log)
      simulators.stripe.sendWebhooksTo(`${shop.origin}/prod-api/api/pay/notify/stripe`)
      return scene
    },
    stop: () => shop.close(),
    get test() {
      const { db } = shop.ground
      return {
        ...simulators,
        shop,
        db,
        databaseUrl: database.url,
        call: (...call) => callShop(shop.origin, ...call),
      } as TestShop
    },
    async close() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return scene.start()
}
export type Scene = Awaited<ReturnType<typeof startScene>>

/** Buys this many, each as an order of its own, and waits until all are delivered. */
export async function buy({ test }: Scene, product: TestProduct, count: number) {
  for (let i = 0; i < count; i++) {
    const order = await placeOrder(test, orderBody([{ product }], { email: `buyer-${i}@example.com` }))
    test.stripe.pay(await attemptOf(test, order.orderId), { outcome: 'completed' })
    await until(async () => (await statusOf(test, order.orderId)) === 'Delivered', 'the order is delivered')
  }
}

export const states = async (db: Database, { offerId }: TestProduct) =>
  Object.fromEntries(
    (
      await db.query<{ state: string; n: number }>(
        sql`select state, count(*)::int as n from vault_keys where offer_id = ${offerId} group by state order by state`,
      )
    ).map(({ state, n }) => [state, n]),
  )
