// A product, a banner, a piece of news with an uploaded picture: everything that shows it, and the way back.
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { openShop } from '#server/open-shop.ts'
import { addProduct, openTestShop, STRIPE, type TestProduct, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { plain } from './uploads.testing.ts'

const CLI = fileURLToPath(new URL('../../server/pictures/cli.ts', import.meta.url))
const RED = '#e01010'
const secrets = makeSecrets()
let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey })
  folder = await mkdtemp(join(inject('dataDir'), 'uploads-'))
})
afterAll(() => shop.close())

async function fileOf(name: string, bytes: Buffer | string): Promise<string> {
  await writeFile(join(folder, name), bytes)
  return name
}

/** As an operator types it, in a process of its own. */
async function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...childEnv(),
    DATA_DIR: folder,
    DATABASE_URL: shop.databaseUrl,
    VAULT_KEYS: secrets.vaultKey,
    INIT_CWD: folder,
  }
  return promisify(execFile)(process.execPath, [CLI, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  )
}

const get = (path: string, origin = shop.shop.origin) => fetch(origin + path, { redirect: 'manual' })
const html = async (path: string, origin?: string) => (await get(path, origin)).text()

async function pictureAt(path: string, origin?: string) {
  const answer = await get(path, origin)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  const middle = await sharp(bytes)
    .extract({ left: width >> 1, top: height >> 1, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return { size: [width, height], middle, type: answer.headers.get('content-type'), headers: answer.headers }
}
const isRed = ([r, g, b]: Buffer) => r! > 180 && g! < 60 && b! < 60

const imgOf = async ({ slug }: TestProduct) =>
  (await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).body.data?.iProductInfo.img as string

const sized = (img: string, width: number, format = 'webp') => img.replace(/[^/]*$/, `${width}.${format}`)

test('everything that shows a product shows its uploaded picture, in every process, and its drawn one again when it is undone', async () => {
  const product = await addProduct(shop, { name: 'Pictured Game', keys: 3 })
  await until(async () => (await imgOf(product)) !== undefined, 'the product is known')
  const drawn = await imgOf(product)
  const second = await openShop(
    { ...shop.shop.ground.config, dataDir: await mkdtemp(join(inject('dataDir'), 'second-')), worker: false },
    createLog('silent'),
  )
  try {
    const shown = ['/', '/games', `/games/${product.slug}`, '/search?name=pictured']
    const everywhere = async (img: string) => {
      const name = img.split('/').at(-2)!
      for (const origin of [shop.shop.origin, second.origin])
        for (const path of shown)
          await until(async () => (await html(path, origin)).includes(name), `${path} shows ${name}`)
    }
    await everywhere(drawn)

    // 900 × 300 becomes 3:4 by its height.
    await fileOf('red.png', await plain(900, 300, RED))
    expect(await command('set', 'product', product.slug, 'red.png')).toEqual({
      code: 0,
      out: `product ${product.slug}: shows red.png\n`,
      err: '',
    })
    const img = await imgOf(product)
    expect(img).not.toBe(drawn)
    await everywhere(img)

    for (const origin of [shop.shop.origin, second.origin]) {
      const picture = await pictureAt(sized(img, 180), origin)
      expect([picture.type, picture.size]).toEqual(['image/webp', [180, 240]])
      expect(isRed(picture.middle)).toBe(true)
      expect(picture.headers.get('cache-control')).toContain('immutable')
    }
    const avif = await pictureAt(sized(img, 240, 'avif'))
    expect([avif.type, avif.size]).toEqual(['image/avif', [225, 300]])
    // Never larger than it is.
    expect((await pictureAt(sized(img, 720))).size).toEqual([225, 300])
    const older = await get(sized(drawn, 360, 'avif'))
    expect([older.status, older.headers.get('location')]).toEqual([302, sized(img, 360, 'avif')])

    const lines = [
      { productId: product.productId, extId: product.skuId, supplyProductId: product.offerId, productCount: 1 },
    ]
    const cart = await shop.call('POST', '/api/product/syncStock', { body: { lines } })
    expect(cart.body.data.lines[0].productImg).toBe(img)
    const suggested = await shop.call('GET', '/api/home/queryProducts?name=pictured')
    expect(suggested.body.data[0].img).toBe(img)

    const og = /<meta property="og:image" content="[^"]*?(\/media\/og\/products\/[^"]+)"/.exec(
      await html(`/games/${product.slug}`),
    )?.[1]
    const share = await get(og!)
    expect([share.status, share.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    // Where the cover stands.
    const cover = await sharp(Buffer.from(await share.arrayBuffer()))
      .extract({ left: 940, top: 315, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(isRed(cover)).toBe(true)

    const order = await ordered(shop, STRIPE, { product })
    const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
    expect(detail.body.data.goods[0].imgUrl).toBe(img)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    const mail = await until(
      () =>
        shop.db.maybe<{ id: string }>(sql`
          select id from mails where data ->> 'orderId' = ${order.orderId} and template = 'delivery' and state = 'kept'`),
      'the mail is kept',
    )
    expect(await html(`/sandbox/mail/${mail.id}/html`)).toContain(sized(img, 180))

    expect(await command('clear', 'product', product.slug)).toMatchObject({ code: 0, err: '' })
    expect(await imgOf(product)).toBe(drawn)
    await everywhere(drawn)
    expect((await get(sized(img, 480))).headers.get('location')).toBe(sized(drawn, 480))
  } finally {
    await second.close()
  }
})

test('a card shows its uploaded picture for every amount, and the addresses of its amounts lead there', async () => {
  const product = await addProduct(shop, { name: 'Pictured Card', keys: 1 })
  await shop.db.run(sql`update products set type = 1 where id = ${product.productId}`)
  await shop.db.run(sql`update skus set denomination = '$10' where id = ${product.skuId}`)
  const skuImg = async () =>
    (await shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)).body.data?.skus[0].img
  await until(async () => Boolean(await skuImg()), 'the card is known')
  const withAmount = await skuImg()
  await fileOf('card.png', await plain(300, 400, RED))
  await command('set', 'product', product.slug, 'card.png')
  expect(await skuImg()).toBeNull()
  const img = await imgOf(product)
  const lines = [
    { productId: product.productId, extId: product.skuId, supplyProductId: product.offerId, productCount: 1 },
  ]
  const cart = await shop.call('POST', '/api/product/syncStock', { body: { lines } })
  expect(cart.body.data.lines[0].productImg).toBe(img)
  expect((await get(sized(withAmount, 180))).headers.get('location')).toBe(sized(img, 180))
})

test('a banner and a piece of news show theirs; words on a banner stay readable, from the right where one reads from there', async () => {
  const banner = await shop.db.one<{ id: number }>(sql`
    insert into banners (position, title, line, link, genre, seed)
    values (1, '{"en-US":"All new"}', '{"en-US":"Look"}', '/games', 'rpg', 'a') returning id`)
  const piece = await shop.db.one<{ id: number }>(sql`
    insert into news (title, content, author, genre, seed)
    values ('{"en-US":"News of today"}', '{"en-US":"Text"}', 'Somebody', 'rpg', 'b') returning id`)
  await until(async () => (await html('/')).includes('All new'), 'the banner is shown')
  await until(async () => (await html('/news')).includes('News of today'), 'the news is shown')
  const bannerNow = async () => (await shop.call('GET', '/api/home/scrollPhoto')).body.data[0]
  const drawn = await bannerNow()
  await fileOf('white.png', await plain(2100, 900, '#fff'))
  await fileOf('wide.png', await plain(2100, 900, RED))
  expect((await command('set', 'banner', String(banner.id), 'white.png')).code).toBe(0)
  expect((await command('set', 'news', String(piece.id), 'wide.png')).code).toBe(0)

  const shown = await until(async () => {
    const now = await bannerNow()
    return now.imgUrl === drawn.imgUrl ? undefined : now
  }, 'the banner shows its picture')
  await until(async () => (await html('/')).includes(shown.imgUrl.split('/').at(-2)), 'the page shows the banner')
  const sideOf = async (path: string, left: number) => {
    const bytes = Buffer.from(await (await get(path)).arrayBuffer())
    return (await sharp(bytes).extract({ left, top: 100, width: 1, height: 1 }).raw().toBuffer())[0]!
  }
  const [ltr, rtl] = [sized(shown.imgUrl, 840), sized(shown.imgUrlRtl, 840)]
  expect((await pictureAt(ltr)).size).toEqual([840, 360])
  // White words on at most this grey: 7 : 1.
  expect([(await sideOf(ltr, 20)) < 95, (await sideOf(ltr, 820)) > 250]).toEqual([true, true])
  expect([(await sideOf(rtl, 20)) > 250, (await sideOf(rtl, 820)) < 95]).toEqual([true, true])

  expect((await command('set', 'banner', String(banner.id), 'wide.png', '--rtl')).code).toBe(0)
  const own = await until(async () => {
    const now = await bannerNow()
    return now.imgUrlRtl === shown.imgUrlRtl ? undefined : now
  }, 'it has another one from right to left')
  expect(own.imgUrl).toBe(shown.imgUrl)

  const { body } = await shop.call('GET', `/api/bottom/news/${piece.id}`)
  expect(body.data.imgUrl).toBe(body.data.imgUrlRtl)
  await until(async () => (await html('/news')).includes(body.data.imgUrl.split('/').at(-2)), 'the news page shows it')
  const picture = await pictureAt(sized(body.data.imgUrl, 420))
  expect([picture.size, isRed(picture.middle)]).toEqual([[420, 180], true])
  const og = /<meta property="og:image" content="[^"]*?(\/media\/og\/news\/[^"]+)"/.exec(
    await html(`/newsInfo?id=${piece.id}`),
  )?.[1]
  expect((await get(og!)).status).toBe(200)

  const listed = (await command('list')).out
  expect(listed).toMatch(new RegExp(`banner ${banner.id} {2}uploaded \\w+, right to left uploaded \\w+ {2}All new`))
  expect(listed).toMatch(new RegExp(`news ${piece.id} {2}uploaded \\w+ {2}News of today`))
  for (const undone of [
    ['banner', String(banner.id)],
    ['banner', String(banner.id), '--rtl'],
    ['news', String(piece.id)],
  ])
    expect((await command('clear', ...undone)).code).toBe(0)
  expect((await command('list')).out).toContain(`banner ${banner.id}  drawn  All new`)
})

test('where nothing shows a picture, the list says so', async () => {
  const empty = await createTestDatabase()
  const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: empty.url, VAULT_KEYS: secrets.vaultKey }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'list'], { env })
  expect(stdout).toBe('no product shows an uploaded picture, and there is neither a banner nor news\n')
  await empty.drop()
})

describe('the command', () => {
  test.each([
    ['no file', ['set', 'product', 'some-game'], 'this is no task of mine'],
    ['a product of the right', ['set', 'product', 'some-game', 'ok.png', '--rtl'], 'this is no task of mine'],
    ['a file that is not there', ['set', 'product', 'some-game', 'none.png'], 'no such file or folder'],
    ['a product that is not there', ['set', 'product', 'no-such-game', 'ok.png'], 'there is no product no-such-game'],
    ['a banner that is not there', ['clear', 'banner', '99'], 'there is no banner 99'],
    ['a banner without a number', ['clear', 'banner', 'first'], 'first is no number of a banner'],
    ['a text', ['set', 'product', 'some-game', 'text.png'], 'text.png: it is no PNG, JPEG, WebP or AVIF'],
    ['a film', ['set', 'product', 'some-game', 'film.png'], 'film.png: it has more than 5 MB'],
  ])('%s: one clear line, and nothing happens', async (_, args, says) => {
    await fileOf('ok.png', await plain(30, 40, RED))
    await fileOf('text.png', 'no picture at all')
    await fileOf('film.png', Buffer.alloc(6 * 1024 * 1024))
    const { code, out, err } = await command(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^pictures: /)
    expect(err).toContain(says)
    expect(err).not.toContain('    at ')
  })
})
