// A shop that is called otherwise in the back office is called so everywhere at once, by every process, without a restart.
import { readdirSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { identityIn, SHOP_NAME, storedName } from '#platform/identity.ts'
import { until } from '#platform/testing.ts'
import { ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, addProduct, openTestShop, STRIPE, type TestProduct, type TestShop } from '#test/harness.ts'

const NAME = "Kiosk Ümlaut & Söhne's"
let shop: TestShop
let owner: TestStaff
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  owner = await addStaff(shop)
  product = await addProduct(shop, { name: 'Some game' })
})
afterAll(() => shop.close())

const page = async (path: string) => (await fetch(shop.shop.origin + path)).text()
const set = (key: string, value: string, seen = '') =>
  askAs(shop, owner, `POST /office/settings/${key}`, { value, seen, reason: 'a new sign over the door' })
const sharedPicture = async (path: string) => /property="og:image" content="([^"]+)"/.exec(await page(path))?.[1]

test('what hides something, or is none, is refused', async () => {
  for (const name of ['Kiosk\u202e', 'Kiosk\nCo', 'Kiosk\u200b', '<b>Kiosk', 'x'.repeat(61)])
    expect(await set('shop.name', name), name).toMatchObject({ status: 400, errors: [{ message: 'settings.wrong' }] })
  for (const address of ['kiosk', 'a@b', 'a@b.example, c@d.example'])
    expect(await set('shop.supportEmail', address), address).toMatchObject({ status: 400 })
})

test('a new name is on every page, in feeds, mails, pictures and the office at once, and the old one on none', async () => {
  const before = await sharedPicture('/')
  expect(before).toBeDefined()
  expect(await set('shop.name', NAME)).toEqual({ value: NAME })
  expect(await set('shop.supportEmail', 'help@kiosk.example')).toEqual({ value: 'help@kiosk.example' })
  await until(async () => (await page('/contact-us')).includes('help@kiosk.example'), 'the pages have it')
  const { slug } = product
  // As a seller within seconds.
  await until(async () => !(await page(`/games/${slug}`)).includes('"Latchkey"'), 'it sells under its name')
  for (const path of ['/', '/games', `/games/${slug}`, '/checkout', '/news', '/contact-us', '/withdraw', '/login'])
    for (const lang of ['en-US', 'ja', 'ar']) {
      const html = await page(`${path}?lang=${lang}`)
      expect([path, lang, /latchkey/i.exec(html)?.[0], html.includes('Kiosk Ümlaut &amp; Söhne')]).toEqual([
        ...[path, lang, undefined, true],
      ])
    }
  expect(await page('/news/rss.xml')).toMatch(/Kiosk Ümlaut &amp; Söhne/)
  expect(JSON.parse(await page('/manifest.webmanifest')).short_name).toBe(NAME)
  expect(JSON.parse(await page('/prod-api/openapi.json')).info.title).toBe(`${NAME} API`)
  expect((await shop.call('GET', '/office/door')).body.data.shop).toBe(NAME)
  // The name stands on the picture: the old one is found under no new address.
  const after = await sharedPicture('/')
  expect(new URL(after!).pathname).not.toBe(new URL(before!).pathname)
  expect((await fetch(shop.shop.origin + new URL(after!).pathname)).status).toBe(200)
})

test('mails are from it, and say so', async () => {
  const { id } = await askAs(shop, owner, 'POST /office/health/mail-test', {})
  await until(async () => {
    const [mail] = await shop.db.query(sql`select from mails where id = ${id} and state = 'kept'`)
    return mail
  }, 'the mail is written')
  const html = await page(`/sandbox/mail/${id}`)
  expect([html.includes('Kiosk Ümlaut'), /latchkey/i.exec(html)?.[0]]).toEqual([true, undefined])
  const read = ({ key }: { key: string }) => (key === SHOP_NAME.key ? NAME : '')
  const config = { shopName: 'Latchkey', mailFrom: 'Latchkey <shop@latchkey.example>' }
  expect(identityIn({ read: read as never }, config).sender()).toEqual({ name: NAME, address: 'shop@latchkey.example' })
  expect(identityIn({ read: (() => '') as never }, config).sender()).toBe(config.mailFrom)
})

test('nothing that it serves says the old name: each kind of page, what machines read, mails, evidence, the office, an archive', async () => {
  const old = /latchkey/i
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const kinds = readdirSync(new URL('../../apps/shop/routes', import.meta.url))
    .filter((file) => !/[$_]/.test(file))
    .map((file) => (file === 'index.tsx' ? '/' : `/${file.replace('.tsx', '')}`))
  expect(kinds.length).toBeGreaterThan(40)
  const pages = [...kinds, '/no-such-page', `/games/${product.slug}`, '/search?name=game']
  for (const path of pages)
    for (const lang of ['en-US', 'de']) {
      const html = await page(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      expect([path, lang, old.exec(html)?.[0]]).toEqual([path, lang, undefined])
    }
  const machines = ['/sitemap.xml', '/sitemaps/pages-en-US.xml', '/robots.txt', '/prod-api/docs', '/prod-api/openapi.json', '/office'] // biome-ignore format: a row
  for (const path of [...machines, ...['/news/rss.xml', '/manifest.webmanifest'].map((one) => `${one}?lang=de`)])
    expect([path, old.exec(await page(path))?.[0]]).toEqual([path, undefined])
  // Of mails also what a mail program shows of them: their pages hold subject, sender, text and HTML.
  const mails = await shop.db.query<{ id: string; template: string }>(sql`select id, template from mails order by id`)
  expect(mails.map(({ template }) => template)).toContain('delivery')
  for (const { id, template } of mails)
    expect([template, old.exec(await page(`/sandbox/mail/${id}`))?.[0]]).toEqual([template, undefined])
  const evidence = await askAs(shop, owner, `POST /office/orders/${order.orderId}/evidence`, { reason: 'a dispute' })
  expect([evidence.html.includes('Kiosk Ümlaut'), old.exec(evidence.html)?.[0]]).toEqual([true, undefined])
  for (const call of ['GET /office/health/report', 'GET /office/door', 'GET /office/settings'])
    expect([call, old.exec(JSON.stringify(await askAs(shop, owner, call)))?.[0]]).toEqual([call, undefined])
  const { cookie } = await addMember(shop)
  const archive = await fetch(`${shop.shop.origin}/prod-api/api/profile/export`, { headers: { cookie } })
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  for (const [name, bytes] of Object.entries(files))
    if (/\.(json|txt|html)$/.test(name)) expect([name, old.exec(strFromU8(bytes))?.[0]]).toEqual([name, undefined])
})

test('it holds over a restart, and an empty one is what the environment says', async () => {
  expect(await storedName(shop.db, { shopName: 'Latchkey' })).toBe(NAME)
  expect(await set('shop.name', '', NAME)).toEqual({ value: '' })
  expect(await storedName(shop.db, { shopName: 'Latchkey' })).toBe('Latchkey')
  await shop.db.run(sql`update settings set value = ${'a\u202eb'} where key = ${SHOP_NAME.key}`)
  expect(await storedName(shop.db, { shopName: 'Latchkey' })).toBe('Latchkey')
})
