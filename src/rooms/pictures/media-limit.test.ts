// Who asks for pictures that were not drawn yet, over HTTP: found or not, each costs looks into the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productPicture } from '#rooms/products/product-picture.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', PICTURES_PER_MINUTE: '4', TRUSTED_PROXIES: '127.0.0.1' })
  product = await addProduct(shop)
})
afterAll(() => shop.close())

const ask = (path: string, from: string) =>
  fetch(shop.shop.origin + path, { headers: { 'x-forwarded-for': from }, redirect: 'manual' })
const drawnAt = async () =>
  (await productPicture(shop.db, shop.shop.rooms.hands(productsRoom).catalogue, product.productId))!.path
const minute = () => Math.floor(Date.now() / 60_000)

test('so many pictures that are not drawn yet are looked for in a minute for one client; those that are, and others, are not counted', async () => {
  const path = await drawnAt()
  expect((await ask(path, '198.51.100.250')).status).toBe(200)
  const { productId } = product
  const madeUp = [
    `/media/products/${productId}-0123456789/240.avif`,
    '/media/skus/999999-0123456789/240.avif',
    '/media/og/news/1-0123456789-de.jpg',
    '/media/og/products/999999-0123456789.jpg',
  ]
  // Counting begins anew with each minute; who asks again then is somebody else.
  for (let who = 1; ; who += 2) {
    const began = minute()
    const [mine, other] = [`198.51.100.${who}`, `198.51.100.${who + 1}`]
    const statuses = []
    for (const each of madeUp) statuses.push((await ask(each, mine)).status)
    const refused = [await ask(madeUp[0]!, mine), await ask(madeUp[2]!, mine)]
    const [kept, another] = [await ask(path, mine), await ask(madeUp[0]!, other)]
    if (minute() !== began) continue
    expect(statuses).toEqual([302, 404, 404, 404])
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect([kept.status, another.status]).toEqual([200, 302])
    return
  }
})

test('where a picture stands today is kept for a minute by whoever asks at an older address', async () => {
  const path = await drawnAt()
  const moved = await ask(path.replace(/-[0-9a-f]{10}/, '-0123456789'), '203.0.113.1')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, path])
  expect(moved.headers.get('cache-control')).toBe('max-age=60')
})
