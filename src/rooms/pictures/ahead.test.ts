// What the shop does for the next visitor: covers are drawn before anybody asks for them, and a cache in front is told
// what a change has made outdated.
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop } from '#test/harness.ts'

test('while it is quiet the covers of what sells are drawn ahead, as many as are wanted', async () => {
  const shop = await openTestShop({ WORKER: 'off', PICTURES_AHEAD: '2' })
  try {
    const product = await addProduct(shop, { keys: 1 })
    const folder = join(shop.shop.ground.config.dataDir, 'media', 'products')
    const drawn = () => readdir(folder, { recursive: true }).catch(() => [] as string[])
    const files = await until(
      async () => {
        const found = (await drawn()).filter((name) => /\/(\d+)\.avif$/.test(name))
        return found.length >= 2 ? found : undefined
      },
      'two sizes of its cover are drawn',
      90_000,
    )
    expect(files.map((name) => name.split('/').at(-1)).sort()).toEqual(['240.avif', '360.avif'])
    expect(files.every((name) => name.includes(`/${product.productId}-`))).toBe(true)
  } finally {
    await shop.close()
  }
}, 120_000)

test('a cache in front hears which product has changed, with the token that it asks for', async () => {
  const heard: { tags: string; authorization: string | undefined }[] = []
  const cache = createServer((request, response) => {
    heard.push({ tags: String(request.headers['surrogate-key']), authorization: request.headers.authorization })
    response.end()
  })
  await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve))
  const { port } = cache.address() as AddressInfo
  const shop = await openTestShop({
    WORKER: 'off',
    PURGE_URL: `http://127.0.0.1:${port}/purge`,
    PURGE_TOKEN: 'the-token-of-the-cache',
  })
  try {
    const product = await addProduct(shop, { keys: 1 })
    const tag = `p:${product.productId}`
    await until(
      () => heard.some(({ tags }) => /\ball\b/.test(tags) || tags.split(' ').includes(tag)),
      'it is told of it',
    )
    const before = heard.length
    await shop.db.run(sql`update offers set price_cents = 4321 where id = ${product.offerId}`)
    await until(() => heard.slice(before).some(({ tags }) => tags.split(' ').includes(tag)), 'its new price is told')
    expect(new Set(heard.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer the-token-of-the-cache']))
  } finally {
    await shop.close()
    cache.closeAllConnections()
    cache.close()
  }
})
