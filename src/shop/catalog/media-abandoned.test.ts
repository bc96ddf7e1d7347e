// Pictures that somebody asks for and does not wait for, over HTTP.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#src/testing.ts'

let shop: TestShop
const products: TestProduct[] = []
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  for (let i = 0; i < 12; i++) products.push(await addProduct(shop, { name: `Game of many covers ${i}` }))
})
afterAll(() => shop.close())

test('a hundred abandoned requests are not drawn, and the honest one behind them is', async () => {
  const pictureOf = async ({ slug }: TestProduct) =>
    (await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).body.data?.iProductInfo
      .img as string
  await until(async () => (await pictureOf(products.at(-1)!)) !== undefined, 'the last product is known')
  const folders = await Promise.all(products.map(async (product) => (await pictureOf(product)).replace(/[^/]+$/, '')))
  const files = folders.flatMap((folder) =>
    [180, 240, 360, 480, 720].flatMap((width) => ['avif', 'webp'].map((format) => `${folder}${width}.${format}`)),
  )
  const [honest, ...others] = files
  const leaver = new AbortController()
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const left = others.map((path) =>
    fetch(shop.shop.origin + path, { headers, signal: leaver.signal }).then(
      (answer) => answer.status,
      () => 'left',
    ),
  )
  await Promise.race(left)
  leaver.abort()
  const answer = await fetch(shop.shop.origin + honest, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(answer.headers.get('content-type')).toBe('image/avif')
  const drawn = await readdir(join(shop.shop.ground.config.dataDir, 'media', 'products'), { recursive: true })
  expect(drawn.filter((name) => /\.(avif|webp)$/.test(name)).length).toBeLessThan(20)
  expect((await Promise.all(left)).filter((status) => status === 'left').length).toBeGreaterThan(80)
})
