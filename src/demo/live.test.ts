// A shop that sells, on the database on which somebody tried it.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'
import { batchStore } from '#rooms/vault/hands.ts'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

/** Opens it as a shop that sells and closes it again; the refusal where there is one. */
async function openLive({ databaseUrl, shop }: TestShop): Promise<unknown> {
  const config = readConfig({
    ...{ SHOP_MODE: 'live', PUBLIC_URL: 'https://shop.example', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    ...{ DATABASE_URL: databaseUrl, VAULT_KEYS: shop.ground.config.vaultKeys!.join(','), TRUSTED_PROXIES: 'none' },
    ...{ DATA_DIR: await mkdtemp(join(inject('dataDir'), 'live-')), JOURNAL_DIR: inject('dataDir') },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', SUPPORT_EMAIL: 'support@keys.shop', MAIL_FROM: 'shop@keys.shop' },
    ...{
      STRIPE_SECRET_KEY: 'sk_live_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
      WORKER: 'off',
      PICTURES_AHEAD: '0',
    },
  })
  try {
    await (await openShop(config, createLog('silent'))).close()
  } catch (error) {
    return error
  }
}

test('live mode refuses the database of a demo while any of its keys could be sold, and opens once none can', async () => {
  const demo = await openTestShop({ DEMO: 'on', WORKER: 'off' })
  const { db } = demo
  try {
    const { count } = await db.one<{ count: number }>(sql`select count(*)::int as count from vault_keys`)
    const refusal = await openLive(demo)
    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as Error).message).toContain(`it holds ${count} unsold sample keys`)

    await addProduct(demo, { keys: 1 })
    const [last, ...others] = await db.query<{ id: string }>(sql`select id from key_batches where source = 'demo'`)
    const withdraw = (id: string) =>
      db.transaction(async (tx) => {
        await batchStore.setState(tx, id, 'withdrawn')
        await batchStore.turnKeys(tx, id, ['available', 'blocked'], 'withdrawn')
      })
    for (const { id } of others) await withdraw(id)
    // What is blocked can be unblocked in the shop that sells.
    await db.transaction(async (tx) => {
      await batchStore.setState(tx, last!.id, 'blocked')
      await batchStore.turnKeys(tx, last!.id, ['available'], 'blocked')
    })
    expect(await openLive(demo)).toBeInstanceOf(StartError)
    await withdraw(last!.id)
    expect(await openLive(demo)).toBeUndefined()
  } finally {
    await demo.close()
  }
}, 120_000)
