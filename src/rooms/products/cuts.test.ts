// A part of an uploaded picture, and where it is looked at.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { storePicture } from '#rooms/pictures/hands.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let eve: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  eve = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

/** Four fields side by side: red, green, blue, white. */
const fields = (height = 600) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="${height}">${[
        '#d00000',
        '#00a000',
        '#0000d0',
        '#ffffff',
      ]
        .map((fill, at) => `<rect x="${at * 400}" width="400" height="${height}" fill="${fill}"/>`)
        .join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()

const cut = (id: string, body: object, who = ada) => askAs(shop, who, `POST /office/pictures/${id}/cut`, body)
const nameOf = ([r, g, b]: Uint8Array) =>
  r! > 150 && g! > 150 ? 'white' : r! > 120 ? 'red' : g! > 90 ? 'green' : b! > 120 ? 'blue' : 'none'
async function middleOf(path: string): Promise<string> {
  const answer = await fetch(shop.shop.origin + path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  const area = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 }
  return nameOf(await sharp(bytes).extract(area).removeAlpha().raw().toBuffer())
}

test('a product shows the part that was taken, and where it is looked at when it is cut again; the whole one stays', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Cut' })
  const whole = await storePicture(shop.db, await fields())
  const show = async (pictureId: string, seen: string | null) =>
    askAs(shop, ada, `POST /office/products/${id}/picture`, { pictureId, seen })
  // The left half; of it the right field.
  const left = { x: 0, y: 0, width: 5000, height: 10_000 }
  const red = (await cut(whole, { ...left, focus: { x: 1000, y: 5000 } })).id
  const green = (await cut(whole, { ...left, focus: { x: 9000, y: 5000 } })).id
  expect(await middleOf((await show(red, null)).img)).toBe('red')
  expect(await middleOf((await show(green, red)).img)).toBe('green')
  // A part of a part is another part of the whole.
  const blue = (await cut(green, { x: 5000, y: 0, width: 2500, height: 10_000, focus: null })).id
  expect(await middleOf((await show(blue, green)).img)).toBe('blue')
  expect(await askAs(shop, ada, `GET /office/pictures/${blue}`)).toEqual({
    ...{ originalId: whole, width: 1600, height: 600 },
    cut: { x: 5000, y: 0, width: 2500, height: 10_000, focus: null },
  })
  // All of it, looked at nowhere in particular, is what was uploaded; the same part twice is one.
  expect((await cut(blue, { x: 0, y: 0, width: 10_000, height: 10_000, focus: null })).id).toBe(whole)
  expect((await cut(whole, { ...left, focus: { x: 1000, y: 5000 } })).id).toBe(red)
  const used = await shop.db.query<{ id: string }>(sql`select used_uploads() as id`)
  expect(used.map((row) => row.id)).toEqual(expect.arrayContaining([whole, blue]))
})

test('what leads out of the picture, is hardly anything, is not there or may not be done is refused', async () => {
  const whole = await storePicture(shop.db, await fields(400))
  const all = { x: 0, y: 0, width: 10_000, height: 10_000, focus: null }
  for (const wrong of [
    { x: 1, width: 10_000 },
    { y: -1 },
    { width: 0 },
    { height: 20_000 },
    { x: 0.5 },
    { focus: { x: 10_001, y: 0 } },
  ])
    expect([wrong, (await cut(whole, { ...all, ...wrong })).status]).toEqual([wrong, 400])
  expect((await cut(whole, { ...all, width: 10 })).refused).toBe('pictures.refused.tooSmall')
  expect((await cut('f'.repeat(64), all)).refused).toBe('pictures.refused.gone')
  expect((await cut(whole, all, eve)).status).toBe(403)
  const file = (cookie: string) =>
    fetch(`${shop.shop.origin}/prod-api/office/pictures/${whole}/file`, { headers: { cookie } })
  expect((await file(eve.cookie)).status).toBe(403)
  const shown = await file(ada.cookie)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
})
