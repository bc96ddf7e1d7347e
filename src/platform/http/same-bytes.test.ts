// The same content is the same bytes: in every process and at every time, or no cache would ever be asked in vain.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { send } from '#test/security/requests.testing.ts'
import { createLog } from '../log.ts'
import { until } from '../testing.ts'

let shop: TestShop
let second: Shop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', PUBLIC_URL: 'http://shop.example' })
  product = await addProduct(shop, { keys: 1 })
  const { config } = shop.shop.ground
  const env = {
    PORT: '0',
    DATA_DIR: config.dataDir,
    DATABASE_URL: shop.databaseUrl,
    VAULT_KEYS: config.vaultKeys!.join(','),
    WORKER: 'off',
    LOG_LEVEL: 'silent',
  }
  second = await openShop(readConfig({ ...env, DEMO: 'off', PUBLIC_URL: 'http://shop.example' }), createLog('silent'))
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  for (const { address } of [shop.shop, second])
    await until(async () => (await fetch(address + path)).ok, 'its shelf is known')
})
afterAll(async () => {
  await second?.close()
  await shop.close()
})

test('a page has one validator, whichever process rendered it and when, and says nothing of how it was rendered', async () => {
  for (const path of [
    '/',
    '/games',
    '/games?sort=2',
    `/games/${product.slug}`,
    '/search?name=game',
    '/checkout',
    '/success-payment',
    '/withdraw',
    '/news',
    '/feedback',
  ]) {
    const one = await send(shop.shop.address, 'GET', path)
    await pause(2)
    const other = await send(second.address, 'GET', path)
    expect(one.status, path).toBe(200)
    expect(other.text, path).toBe(one.text)
    expect(other.headers.etag, path).toBe(one.headers.etag)
    expect(other.headers['content-security-policy'], path).toBe(one.headers['content-security-policy'])
    expect(one.text).not.toMatch(/nonce/)
  }
})
