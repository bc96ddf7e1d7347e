// The shop's logo: uploaded in the back office, on every page, in mails and as icon, and the drawn mark back.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
let other: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  other = await openTestShop({ DATABASE_URL: shop.databaseUrl })
  ada = await addStaff(shop, { role: 'manager' })
  ben = await addStaff(shop, { role: 'reader' })
})
afterAll(async () => {
  await other.close()
  await shop.close()
})

/** A disc on nothing. */
const disc = (width: number, height: number, fill = '#d01010') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
        `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 4}" ry="${height / 4}" fill="${fill}"/></svg>`,
    ),
  )

async function upload(bytes: Buffer, who = ada) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'logo.png')
  const headers = { cookie: who.cookie, origin: shop.shop.origin }
  const answer = await fetch(`${shop.shop.origin}/prod-api/office/logo/file`, { method: 'POST', headers, body: form })
  return (await answer.json()) as { code: number; msg?: string; data: { id: string } }
}
const idOf = async (width: number, height: number, fill?: string) =>
  (await upload(await disc(width, height, fill).png().toBuffer())).data.id
const show = (place: string, pictureId: string | null, seen: string | null, who = ada) =>
  askAs(shop, who, `POST /office/logo/${place}`, { pictureId, seen })
const home = async (of = shop) => (await fetch(`${of.shop.origin}/`)).text()
const now = async () => (await shop.call('GET', '/office/logo')).body.data
const bytesOf = async (path: string) => {
  const answer = await fetch(shop.shop.origin + path)
  expect([path, answer.status]).toEqual([path, 200])
  return Buffer.from(await answer.arrayBuffer())
}
/** Of the corner: how much is seen of it. */
const corner = async (bytes: Buffer) => (await sharp(bytes).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())[3] // biome-ignore format: one line

test('it stands on the pages of every process at once, transparent as it came, another on dark grounds, and is gone again', async () => {
  await home(other)
  const light = await idOf(600, 150)
  const dark = await idOf(600, 150, '#f0f0f0')
  expect(await show('light', light, null)).toBeNull()
  for (const of of [shop, other]) await until(async () => (await home(of)).includes('/media/logo/1-'), 'it is there')
  const shown = await now()
  expect(shown).toMatchObject({ light: { width: 600, height: 150 }, dark: null })
  const img = new RegExp(`<img src="${shown.light.src}" width="600" height="150" alt="([^"]+)"`).exec(await home())
  expect(img?.[1]).toBe(shown.shop)
  for (const path of [shown.light.src, shown.light.src.replace('640.webp', '160.avif'), '/media/icons/logo.png'])
    expect([path, await corner(await bytesOf(path))]).toEqual([path, 0])
  const [r, , b, seen] = await sharp(await bytesOf(shown.light.src))
    .extract({ left: 300, top: 75, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect([r! > 180, b! < 60, seen]).toEqual([true, true, 255])

  expect(await show('dark', dark, null)).toBeNull()
  await until(async () => (await home()).includes('/media/logo/2-'), 'the dark one is there')
  expect(await show('light', null, light)).toBeNull()
  expect(await show('dark', null, dark)).toBeNull()
  await until(async () => !(await home(other)).includes('/media/logo/'), 'the drawn mark is back')
  const rows = await shop.db.query(sql`
    select act, actor, subject_id as "on", before, after from audit_log where act = 'setting.logo' order by id`)
  expect(rows[0]).toEqual({ act: 'setting.logo', actor: ada.email, on: 'shop.logo.light', before: { picture: null }, after: { picture: light } }) // biome-ignore format: one line
  expect(rows).toHaveLength(4)
})

test('a square one is the icon of tabs and home screens, a wide one is not', async () => {
  const drawn = await bytesOf('/media/icons/192.png')
  const wide = await idOf(400, 100, '#10a010')
  await show('light', wide, null)
  await until(async () => (await now()).light !== null, 'it is known')
  expect((await bytesOf('/media/icons/192.png')).equals(drawn)).toBe(true)
  const square = await idOf(300, 310, '#1010d0')
  await show('light', square, wide)
  await until(async () => !(await bytesOf('/media/icons/192.png')).equals(drawn), 'it is the icon')
  const icon = await sharp(await bytesOf('/media/icons/192.png')).metadata()
  expect([icon.width, icon.height]).toEqual([192, 192])
  // Systems cut this one, and paint what is transparent black.
  expect(await corner(await bytesOf('/media/icons/apple-180.png'))).toBe(255)
  expect(await corner(await bytesOf('/media/icons/192.png'))).toBe(0)
  await show('light', null, square)
  await until(async () => (await bytesOf('/media/icons/192.png')).equals(drawn), 'the drawn mark is the icon')
})

test('what is no picture, lies, moves, is too much or has another shape is refused, and nothing hidden is kept', async () => {
  const why = async (bytes: Buffer) => (await upload(bytes)).msg
  const whole = await disc(300, 100).png().toBuffer()
  expect(await why(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('pictures.refused.notAPicture')
  expect(await why(whole.subarray(0, whole.length / 2))).toBe('pictures.refused.broken')
  const bomb = sharp({ create: { width: 7000, height: 7000, channels: 4, background: '#0000' } })
  expect(await why(await bomb.png().toBuffer())).toBe('pictures.refused.tooManyPixels')
  const frames = await Promise.all(['#f00', '#0f0'].map((fill) => disc(40, 40, fill).png().toBuffer()))
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect(await why(moving)).toBe('pictures.refused.animated')
  const secret = await disc(300, 100).withExif({ IFD0: { Artist: 'at home' } }).webp().toBuffer() // biome-ignore format: one line
  const { data } = await upload(Buffer.concat([secret, Buffer.from('<script>alert(1)</script>')]))
  const kept = await shop.db.one<{ content: Buffer }>(sql`select content from uploads where id = ${data.id}`)
  expect(kept.content.includes('script')).toBe(false)
  expect((await sharp(kept.content).metadata()).exif).toBeUndefined()
  for (const [width, height] of [
    [900, 100],
    [100, 210],
  ] as const)
    expect((await show('light', await idOf(width, height), null)).refused).toBe('logo.refused.shape')
  expect(await now()).toMatchObject({ light: null, dark: null })
})

test('the same file as a cover is another picture, on white', async () => {
  const bytes = await disc(300, 100, '#222').png().toBuffer()
  const logo = (await upload(bytes)).data.id
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const headers = { cookie: ada.cookie, origin: shop.shop.origin }
  const answer = await fetch(`${shop.shop.origin}/prod-api/office/pictures`, { method: 'POST', headers, body: form })
  const cover = ((await answer.json()) as { data: { id: string } }).data.id
  expect(cover).not.toBe(logo)
  const isClear = async (id: string) => {
    const { content } = await shop.db.one<{ content: Buffer }>(sql`select content from uploads where id = ${id}`)
    return (await sharp(content).metadata()).hasAlpha
  }
  expect([await isClear(logo), await isClear(cover)]).toEqual([true, false])
})

test('of two at once one is told; without the permission nobody uploads or changes it', async () => {
  const [one, two] = [await idOf(300, 90), await idOf(300, 91)]
  const both = await Promise.all([show('light', one, null), show('light', two, null)])
  expect(both.filter((answer) => answer === null)).toHaveLength(1)
  expect(both.map((answer) => answer?.refused)).toContain('logo.refused.changed')
  const seen = both[0] === null ? one : two
  expect((await show('light', 'f'.repeat(64), seen)).refused).toBe('pictures.refused.gone')
  expect((await show('light', null, seen, ben)).status).toBe(403)
  expect((await upload(await disc(300, 90).png().toBuffer(), ben)).code).toBe(403)
  expect((await show('sideways', one, null)).status).toBe(400)
})
