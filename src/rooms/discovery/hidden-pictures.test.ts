// Where pictures of what is not out yet stand is told to nobody; whoever knows the address, as the office does, has them.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { bannerPicture, newsPicture } from '#rooms/content/pictures.ts'
import { storePicture } from '#rooms/pictures/uploads.ts'
import { productPicture, screenshotPicture, skuPicture } from '#rooms/products/product-picture.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { productShare } from './share-pictures.ts'

let shop: TestShop
let upload: string
beforeAll(async () => {
  shop = await openTestShop()
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#204060' } })
    .png()
    .toBuffer()
  upload = await storePicture(shop.db, bytes)
})
afterAll(() => shop.close())

/** Another hash than the right one. */
const counted = (path: string) => path.replace(/-[0-9a-f]{10}/, '-0123456789')
/** What the address answers: its status, and where it leads. */
const ask = async (path: string): Promise<[number, string | null]> => {
  const { status, headers } = await fetch(shop.shop.origin + path, { redirect: 'manual' })
  return [status, headers.get('location')]
}

/** The addresses of everything that is drawn of a product, with the shot of it. */
async function pathsOf({ productId, skuId }: { productId: number; skuId: number }) {
  const { catalogue } = shop.shop.rooms.hands(productsRoom)
  const cover = (await productPicture(shop.db, catalogue, productId))!
  const shot = await shop.db.one<{ id: number }>(sql`select id from screenshots where product_id = ${productId}`)
  return [
    cover.path,
    (await skuPicture(shop.db, catalogue, skuId))!.path,
    (await screenshotPicture(shop.db, 'screenshots', shot.id))!.path,
    (await screenshotPicture(shop.db, 'screens', shot.id))!.path,
    productShare('Latchkey', { id: productId, img: cover.path, shared: cover.shared }),
  ]
}

test('pictures of a draft that was never published are found by their address alone, those of one that was by every older one', async () => {
  const product = await addProduct(shop, { name: 'Secret Sequel' })
  const { productId, skuId } = product
  await shop.db.run(
    sql`update products set is_draft = true, first_published_at = null, type = 1 where id = ${productId}`,
  )
  await shop.db.run(sql`update skus set denomination = '$10' where id = ${skuId}`)
  await shop.db.run(
    sql`insert into screenshots (product_id, picture_id, position, alt) values (${productId}, ${upload}, 1, '{}')`,
  )
  const paths = await pathsOf(product)
  expect(new Set(paths).size).toBe(5)
  for (const path of paths) expect([path, await ask(counted(path))]).toEqual([path, [404, null]])
  for (const path of paths) expect([path, await ask(path)]).toEqual([path, [200, null]])

  await shop.db.run(sql`update products set is_draft = false where id = ${productId}`)
  for (const path of paths) expect(await ask(counted(path))).toEqual([302, path])
  await shop.db.run(sql`update products set is_draft = true where id = ${productId}`)
  for (const path of paths) expect(await ask(counted(path))).toEqual([302, path])
})

test('nobody is led to the picture of a banner that is not shown, or of news that is not out', async () => {
  const drawn = { pictureId: null, rtlPictureId: null, genre: 'rpg', seed: 'a' }
  const own = { ...drawn, pictureId: upload }
  for (const subject of [drawn, own]) {
    const banner = await shop.db.one<{ id: number }>(sql`
      insert into banners (position, title, line, link, picture_id, genre, seed, is_on, is_shown)
      values (1, '{}', '{}', '/', ${subject.pictureId}, 'rpg', 'a', false, false) returning id`)
    const news = await shop.db.one<{ id: number }>(sql`
      insert into news (title, content, author, picture_id, genre, seed, published_at)
      values ('{"en-US":"Soon"}', '{}', 'ada', ${subject.pictureId}, 'rpg', 'a', now() + interval '1 day') returning id`)
    const paths = [bannerPicture(banner.id, subject, false).path, newsPicture(news.id, subject, false).path]
    for (const path of paths) {
      expect([path, await ask(counted(path))]).toEqual([path, [404, null]])
      expect(await ask(path)).toEqual([200, null])
    }
    await shop.db.run(sql`update banners set is_on = true, is_shown = true where id = ${banner.id}`)
    await shop.db.run(sql`update news set published_at = now() where id = ${news.id}`)
    for (const path of paths) expect(await ask(counted(path))).toEqual([302, path])
  }
})
