// Pictures that somebody asks for and does not wait for, over HTTP.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { POSTER_WIDTHS } from './rules.ts'

let shop: TestShop
const products: TestProduct[] = []
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  for (let i = 0; i < 16; i++) products.push(await addProduct(shop, { name: `Game of many covers ${i}` }))
})
afterAll(() => shop.close())

/** Addresses of the pictures of these products, which nobody has asked for yet. */
async function picturesOf(from: number, to: number): Promise<string[]> {
  const pictureOf = async ({ slug }: TestProduct) =>
    (await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).body.data?.iProductInfo
      .img as string
  await until(async () => (await pictureOf(products.at(-1)!)) !== undefined, 'the last product is known')
  const folders = await Promise.all(
    products.slice(from, to).map(async (product) => (await pictureOf(product)).replace(/[^/]+$/, '')),
  )
  return folders.flatMap((folder) =>
    POSTER_WIDTHS.flatMap((width) => ['avif', 'webp'].map((format) => `${folder}${width}.${format}`)),
  )
}

async function drawn(): Promise<number> {
  const folder = join(shop.shop.ground.config.dataDir, 'media', 'products')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => /\.(avif|webp)$/.test(name)).length
}

const ask = (path: string, from: string, signal?: AbortSignal) =>
  fetch(shop.shop.origin + path, { headers: { 'x-forwarded-for': from }, signal })

test('a hundred abandoned requests are not drawn: who left them is served at once himself, and so is who stands behind them', async () => {
  const [honest, again, ...others] = await picturesOf(0, 12)
  const leaver = new AbortController()
  const left = others.map((path) =>
    ask(path, '198.51.100.7', leaver.signal).then(
      (answer) => answer.status,
      () => 'left',
    ),
  )
  await Promise.race(left)
  leaver.abort()
  const answer = await ask(honest!, '203.0.113.9')
  expect(answer.headers.get('content-type')).toBe('image/avif')
  // His own line is empty too: what nobody waits for went out of it.
  expect((await ask(again!, '198.51.100.7')).status).toBe(200)
  expect(await drawn()).toBeLessThan(20)
  expect((await Promise.all(left)).filter((status) => status === 'left').length).toBeGreaterThan(80)
})

test('who waits for many pictures keeps nobody else waiting for one', async () => {
  const [honest, ...many] = await picturesOf(12, 16)
  const before = await drawn()
  const asked = many.map((path) => ask(path, '198.51.100.8'))
  await Promise.race(asked)
  expect((await ask(honest!, '203.0.113.10')).status).toBe(200)
  expect((await drawn()) - before).toBeLessThan(10)
  expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
})
