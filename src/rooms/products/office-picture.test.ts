// The picture of a product, uploaded and taken back in the back office.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let eve: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  eve = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const picture = (background: string, width = 300, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })

async function upload(bytes: Buffer, { who = ada, name = 'a.png', type = 'image/png' } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const answer = await fetch(`${shop.shop.origin}/prod-api/office/pictures`, {
    method: 'POST',
    headers: { cookie: who.cookie, origin: shop.shop.origin },
    body: form,
  })
  return (await answer.json()) as { code: number; msg?: string; data?: { id: string } }
}
const show = async (id: number, pictureId: string | null, seen: string | null, who = ada) =>
  (
    await shop.call('POST', `/office/products/${id}/picture`, {
      headers: { cookie: who.cookie },
      body: { pictureId, seen },
    })
  ).body
const countUploads = async () => (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from uploads`)).n

test('an uploaded picture is shown in the shop without what stood in its file, and the drawn one when it is taken back', async () => {
  const { productId: id, slug } = await addProduct(shop, { name: 'Covered', keys: 1 })
  const imgOf = async () =>
    (await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).body.data?.iProductInfo.img
  await until(async () => (await imgOf()) !== undefined, 'the product is known')
  const drawn = await imgOf()
  const photo = await picture('#e01010')
    .withExif({ IFD0: { Artist: 'at home' } })
    .jpeg()
    .toBuffer()
  // A page behind the picture.
  const sent = await upload(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]), { type: 'text/html' })
  const pictureId = sent.data!.id
  const kept = await shop.db.one<{ content: Buffer }>(sql`select content from uploads where id = ${pictureId}`)
  expect(kept.content.includes('script')).toBe(false)
  expect((await sharp(kept.content).metadata()).exif).toBeUndefined()

  expect((await show(id, pictureId, null)).data.pictureId).toBe(pictureId)
  await until(async () => (await imgOf()) !== drawn, 'the shop shows it')
  const shown = await fetch(shop.shop.origin + (await imgOf()))
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])

  expect((await show(id, null, pictureId)).data.pictureId).toBeNull()
  await until(async () => (await imgOf()) === drawn, 'the shop shows the drawn one')
  expect(
    await shop.db.query(sql`
      select before, after from audit_log where act = 'product.picture' and subject_id = ${String(id)} order by id`),
  ).toEqual([
    { before: { picture: null }, after: { picture: pictureId } },
    { before: { picture: pictureId }, after: { picture: null } },
  ])
})

test('a product with an uploaded cover that is renamed is shared with another picture, for the old one says its old name', async () => {
  const { productId: id, slug } = await addProduct(shop, { name: 'Misspelt', keys: 1 })
  const { id: pictureId } = (await upload(await picture('#20a060').jpeg().toBuffer())).data!
  expect((await show(id, pictureId, null)).data.pictureId).toBe(pictureId)
  const shareOf = async () => {
    const page = await (await fetch(`${shop.shop.origin}/games/${slug}`)).text()
    return /<meta property="og:image" content="[^"]*(\/media\/og\/[^"]+)"/.exec(page)?.[1]
  }
  const before = await until(shareOf, 'the page is there')
  await shop.db.run(sql`update products set name = jsonb_set(name, '{en-US}', '"Spelt"') where id = ${id}`)
  const after = await until(async () => {
    const now = await shareOf()
    return now === before ? undefined : now
  }, 'the page shares another picture')
  const answer = (path: string) => fetch(shop.shop.origin + path, { redirect: 'manual' })
  expect((await answer(after)).status).toBe(200)
  // Nobody had asked for it while it was true: it is drawn no more.
  expect((await answer(before)).headers.get('location')).toBe(after)
})

test('what is no picture, lies, is too much or moves is refused, and nothing of it is kept', async () => {
  const before = await countUploads()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const bomb = await picture('#000', 7000, 7000).png().toBuffer()
  expect(bomb.length).toBeLessThan(1024 * 1024)
  const whole = await picture('#123456').png().toBuffer()
  expect((await upload(svg)).msg).toBe('pictures.refused.notAPicture')
  expect((await upload(Buffer.from('<html></html>'))).msg).toBe('pictures.refused.notAPicture')
  expect((await upload(bomb)).msg).toBe('pictures.refused.tooManyPixels')
  expect((await upload(whole.subarray(0, whole.length / 2))).msg).toBe('pictures.refused.broken')
  expect((await upload(Buffer.alloc(6 * 1024 * 1024))).code).not.toBe(200)
  expect(await countUploads()).toBe(before)
})

test('of two who change it at once one is told; without the permission nobody uploads or changes', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Twice covered', keys: 1 })
  const [one, other] = await Promise.all(
    ['#00ff00', '#0000ff'].map(async (color) => (await upload(await picture(color).png().toBuffer())).data!.id),
  )
  const both = await Promise.all([show(id, one!, null), show(id, other!, null)])
  expect(both.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1)
  expect(both.map(({ msg }) => msg)).toContain('catalogue.refused.changed')
  const seen = both.find(({ code }) => code === 200)!.data.pictureId
  expect((await show(id, 'f'.repeat(64), seen)).msg).toBe('pictures.refused.gone')
  expect((await upload(await picture('#fff').png().toBuffer(), { who: eve })).code).toBe(403)
  expect((await show(id, null, seen, eve)).code).toBe(403)
})
