// How old a page may be that the caches of docs/edge show: what is gone is gone, a price is today's, and while the shop does
// not answer there is an end.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/free-port.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { sql } from '../database/sql.ts'
import { until } from '../testing.ts'
import { countAsks, type Edge, getFrom, HOST, openWay, startNginx, startVarnish, type Way } from './edge.testing.ts'

let shop: TestShop
let way: Way
const edges: Record<string, Edge> = {}
beforeAll(async () => {
  // Without PURGE_URL: nobody tells the caches that something has changed.
  shop = await openTestShop({ PUBLIC_URL: `http://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' })
  way = await openWay(shop.shop.address)
  edges.nginx = await startNginx(way.port)
  edges.Varnish = await startVarnish(way.port, await freePort(), 1)
  edges['nginx at the end of its span'] = await startNginx(way.port, 'seconds')
})
afterAll(async () => {
  await Promise.all(Object.values(edges).map((edge) => edge.close()))
  await way?.close()
  await shop.close()
})
afterEach(() => {
  way.now = 'open'
  way.freshSeconds = undefined
})

const get = (name: string, path: string) => getFrom(edges[name]!, path)

const priceIn = ({ text }: { text: string }) => /"lowPrice":"([\d.]+)"/.exec(text)?.[1]

/** A product whose page the shop shows, and the page's path. */
async function shown(): Promise<{ product: TestProduct; path: string }> {
  const product = await addProduct(shop, { keys: 3, priceCents: 1234 })
  const path = `/games/${product.slug}`
  await until(async () => (await fetch(shop.shop.address + path)).status === 200, 'the shop shows it')
  return { product, path }
}

/** Until what this cache fetched before is past its time, without asking for any of it. */
async function outlive(name: string) {
  const { path } = await shown()
  expect((await get(name, path)).status).toBe(200)
  await until(async () => (await countAsks(way, path, () => get(name, path))) > 0, 'its time is over')
}

describe.each(['nginx', 'Varnish'])('behind %s', (name) => {
  test.each([
    [404, 'is gone', (id: number) => sql`update products set is_draft = true where id = ${id}`],
    [301, 'was renamed', (id: number) => sql`update products set slug = slug || '-renamed' where id = ${id}`],
  ] as const)('the shop’s %i takes the place of a page that %s', async (status, _, change) => {
    way.freshSeconds = 1
    const { product, path } = await shown()
    expect((await get(name, path)).status).toBe(200)
    await shop.db.run(change(product.productId))
    await until(
      async () => (await fetch(shop.shop.address + path, { redirect: 'manual' })).status === status,
      'the shop says so',
    )
    const answer = await until(async () => {
      const got = await get(name, path)
      return got.status === 200 ? undefined : got
    }, 'the page is shown no more')
    expect(answer.status).toBe(status)
    // It is kept in its place: the page does not come back when the shop answers nothing at all.
    way.now = 'gone'
    expect((await get(name, path)).status).not.toBe(200)
  })

  test('that there is no page is kept, and for ten seconds at most', async () => {
    const path = `/games/none-${name.toLowerCase()}`
    expect((await get(name, path)).headers['cdn-cache-control']).toBe('max-age=10')
    const asks = await countAsks(way, path, async () => expect((await get(name, path)).status).toBe(404))
    expect(asks).toBe(0)
  })
})

test('nginx shows today’s price on a page that nobody has asked for since it changed', async () => {
  way.freshSeconds = 1
  const { product, path } = await shown()
  expect(priceIn(await get('nginx', path))).toBe('12.34')
  await shop.db.run(sql`update offers set price_cents = 5678 where id = ${product.offerId}`)
  await until(async () => (await (await fetch(shop.shop.address + path)).text()).includes('56.78'), 'the shop shows it')
  await outlive('nginx')
  expect(priceIn(await get('nginx', path))).toBe('56.78')
})

test.each(['nginx at the end of its span', 'Varnish'])(
  '%s shows no page for ever while the shop does not answer',
  async (name) => {
    way.freshSeconds = 1
    const { path } = await shown()
    expect((await get(name, path)).status).toBe(200)
    for (const trouble of ['gone', 'busy'] as const) {
      way.now = trouble
      await until(async () => (await get(name, path)).status >= 500, 'its last time is over')
      way.now = 'open'
      await until(async () => (await get(name, path)).status === 200, 'it is there again')
    }
  },
)
