// All uploaded pictures in the back office: where each is used, in pages, and removed where nothing uses it.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { storePicture } from '#rooms/pictures/hands.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { libraryOfficeCalls } from './office-library.ts'
import { pictureLibrary } from './picture-library.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ DEMO: 'off', WORKER: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

interface Row {
  id: string
  uploadedBy: string | null
  uses: { kind: string; id: string; name: string }[]
  isMore: boolean
}
const ask = (name: string, body?: object) => askAs(shop, ada, name, body)
let colour = 0
const file = (width = 60, height = 80) => {
  colour += 1
  return sharp({ create: { width, height, channels: 3, background: { r: colour, g: 90, b: 90 } } })
    .png()
    .toBuffer()
}
const upload = async () => storePicture(shop.db, await file())
const rowOf = async (id: string) => {
  const { rows } = (await ask('GET /office/pictures')) as { rows: Row[] }
  return rows.find((row) => row.id === id)
}
const usesOf = async (id: string) => (await rowOf(id))?.uses.map(({ kind, name }) => [kind, name])
const remove = (id: string, who = ada) => askAs(shop, who, `POST /office/pictures/${id}/remove`, { reason: 'old' })
const isThere = async (id: string) => (await shop.db.query(sql`select from uploads where id = ${id}`)).length > 0
const cover = (productId: number, pictureId: string | null) =>
  shop.db.run(sql`update products set picture_id = ${pictureId} where id = ${productId}`)

test('each kind of place is told, with its link and name, and a part as what it was cut out of', async () => {
  const id = await upload()
  expect(await usesOf(id)).toEqual([])
  const { productId } = await addProduct(shop, { name: 'Covered' })
  await shop.db.run(sql`update products set name = name || '{"zh-CN":"封面"}' where id = ${productId}`)
  const cut = await ask(`POST /office/pictures/${id}/cut`, { x: 0, y: 0, width: 9_000, height: 9_000, focus: null })
  await cover(productId, cut.id)
  expect(await usesOf(id)).toEqual([['cover', 'Covered']])
  expect(await rowOf(cut.id)).toBeUndefined()
  await shop.db.run(sql`insert into screenshots (product_id, picture_id, position) values (${productId}, ${id}, 1)`)
  const title = '{"en-US":"Autumn"}'
  const banner = await shop.db.one<{ id: number }>(sql`
    insert into banners (position, title, line, link, genre, seed, picture_id, rtl_picture_id)
    values (1, ${title}::jsonb, '{}', '/games', 'rpg', 'a', ${id}, ${id}) returning id`)
  const news = await shop.db.one<{ id: number }>(sql`
    insert into news (title, content, author, genre, seed, picture_id)
    values ('{"en-US":"Fair"}', '{"en-US":"x"}', 'Ada', 'rpg', 'a', ${id}) returning id`)
  await shop.db.run(sql`insert into logos (place, picture_id) values ('light', ${id}), ('dark', ${id})`)
  expect((await rowOf(id))?.uses).toEqual([
    { kind: 'cover', id: String(productId), name: 'Covered' },
    { kind: 'screenshot', id: String(productId), name: 'Covered' },
    { kind: 'banner', id: String(banner.id), name: 'Autumn' },
    { kind: 'bannerRtl', id: String(banner.id), name: 'Autumn' },
    { kind: 'news', id: String(news.id), name: 'Fair' },
    { kind: 'logo', id: 'dark', name: '' },
    { kind: 'logo', id: 'light', name: '' },
  ])
  const chinese = await shop.call('GET', '/office/pictures', { headers: { cookie: ada.cookie, 'x-locale': 'zh-CN' } })
  expect(chinese.body.data.rows.find((row: Row) => row.id === id).uses[0].name).toBe('封面')
  await shop.db.run(sql`delete from news where id = ${news.id}`)
  await shop.db.run(sql`delete from logos`)
  await shop.db.run(sql`delete from banners where id = ${banner.id}`)
  await shop.db.run(sql`delete from screenshots where product_id = ${productId}`)
  expect(await usesOf(id)).toEqual([['cover', 'Covered']])
  await cover(productId, null)
  expect(await usesOf(id)).toEqual([])
})

test('every column that refers to an upload is a place that is told', async () => {
  const rows = await shop.db.query<{ place: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'uploads'::regclass order by 1`)
  expect(rows.map(({ place }) => place)).toEqual([
    ...['banners.picture_id', 'banners.rtl_picture_id', 'logos.picture_id', 'news.picture_id', 'products.picture_id'],
    ...['screenshots.picture_id', 'uploads.original_id'],
  ])
})

test('of many places five of each kind are named', async () => {
  const id = await upload()
  for (let index = 0; index < 6; index++) await cover((await addProduct(shop, { name: `Same ${index}` })).productId, id)
  const row = await rowOf(id)
  expect([row?.uses.length, row?.isMore]).toEqual([5, true])
})

test('pages come newest first, of the same moment too, each picture once, narrowed to what is used or is not', async () => {
  const { n: before } = await shop.db.one<{ n: number }>(
    sql`select count(*)::int as n from uploads where original_id is null`,
  )
  await shop.db.run(sql`
    insert into uploads (id, media_type, width, height, content, created_at)
    select encode(sha256(n::text::bytea), 'hex'), 'image/webp', 10, 10, 'x', '2020-01-01' from generate_series(1, 1100) n`)
  const { productId } = await addProduct(shop, { name: 'Oldest' })
  const oldest = await shop.db.one<{ id: string }>(
    sql`select min(id) as id from uploads where created_at = '2020-01-01'`,
  )
  await cover(productId, oldest.id)
  const all = async (only?: string) => {
    const found: Row[] = []
    let after: string | null = null
    let pages = 0
    do {
      const query = new URLSearchParams({ ...(only && { only }), ...(after && { after }) })
      const page: { rows: Row[]; next: string | null } = await ask(`GET /office/pictures?${query}`)
      expect(page.rows.length).toBeLessThanOrEqual(24)
      found.push(...page.rows)
      after = page.next
      pages += 1
    } while (after !== null && pages < 100)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    return found
  }
  const everything = await all()
  expect([everything.length, everything.at(-1)?.id]).toEqual([before + 1_100, oldest.id])
  const [used, unused] = [await all('used'), await all('unused')]
  expect(used.at(-1)?.id).toBe(oldest.id)
  expect(used.every(({ uses }) => uses.length > 0)).toBe(true)
  expect(unused.every(({ uses }) => uses.length === 0)).toBe(true)
  expect(used.length + unused.length).toBe(everything.length)
  for (const after of ['x', `${oldest.id}_2020-99-99T00:00:00.000000Z`, `${oldest.id}_yesterday`])
    expect((await ask(`GET /office/pictures?after=${after}`)).status).toBe(400)
  expect((await ask('GET /office/pictures?only=mine')).status).toBe(400)
  await cover(productId, null)
  await shop.db.run(sql`delete from uploads where created_at = '2020-01-01'`)
})

test('what nothing uses is removed with its parts and told in the log; what is used is not; who uploaded it is known', async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await file())]), 'a.png')
  const headers = { cookie: ada.cookie, origin: shop.shop.origin }
  const sent = await fetch(`${shop.shop.origin}/prod-api/office/pictures`, { method: 'POST', headers, body: form })
  const { id } = ((await sent.json()) as { data: { id: string } }).data
  expect((await rowOf(id))?.uploadedBy).toBe(ada.email)
  const cut = await ask(`POST /office/pictures/${id}/cut`, { x: 0, y: 0, width: 9_000, height: 9_000, focus: null })
  const { productId } = await addProduct(shop)
  for (const used of [id, cut.id]) {
    await cover(productId, used)
    expect((await remove(id)).refused).toBe('library.refused.used')
    expect([await isThere(id), await isThere(cut.id)]).toEqual([true, true])
  }
  await cover(productId, null)
  expect((await remove(id, ben)).status).toBe(403)
  expect((await remove(cut.id)).status).toBe(404)
  expect((await ask(`POST /office/pictures/${id}/remove`, { reason: ' ' })).status).toBe(400)
  expect(await remove(id)).toBeNull()
  expect([await isThere(id), await isThere(cut.id)]).toEqual([false, false])
  expect((await remove(id)).status).toBe(404)
  expect(
    await shop.db.query(
      sql`select actor, reason, before from audit_log where act = 'picture.remove' and subject_id = ${id}`,
    ),
  ).toEqual([{ actor: ada.email, reason: 'old', before: { pixels: '60 × 80', uploadedBy: ada.email } }])
})

test('as a screenshot and as the logo it is taken as it lies there, told as used, and not removed', async () => {
  const id = await storePicture(shop.db, await file(240, 60))
  const { productId } = await addProduct(shop, { name: 'Seen inside' })
  const added = await ask(`POST /office/products/${productId}/screenshots`, { pictureId: id })
  const [{ id: screenshot, seen }] = added.screenshots
  const manager = await addStaff(shop, { role: 'manager' })
  const logo = (pictureId: string | null, was: string | null) =>
    askAs(shop, manager, 'POST /office/logo/dark', { pictureId, seen: was })
  expect(await logo(id, null)).toBeNull()
  expect(await usesOf(id)).toEqual([
    ['screenshot', 'Seen inside'],
    ['logo', ''],
  ])
  expect((await remove(id)).refused).toBe('library.refused.used')
  await ask(`POST /office/screenshots/${screenshot}/remove`, { seen })
  expect((await remove(id)).refused).toBe('library.refused.used')
  expect(await logo(null, id)).toBeNull()
  expect(await remove(id)).toBeNull()
  expect((await logo(id, null)).refused).toBe('pictures.refused.gone')
})

/** Whether a statement waits for another transaction. */
const waiting = () =>
  shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
const who = () => ({ staffId: ada.id, email: ada.email, address: '127.0.0.1' })

test('whoever began to use it keeps it, and the removal waits for him and is refused', async () => {
  const id = await upload()
  const { productId } = await addProduct(shop)
  let removal: Promise<unknown> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`update products set picture_id = ${id} where id = ${productId}`)
    removal = pictureLibrary(shop.db)
      .remove(id, who(), 'old')
      .catch((error) => error.message)
    await until(waiting, 'the removal waits')
  })
  expect(await removal).toBe('library.refused.used')
  expect(await usesOf(id)).toHaveLength(1)
})

test('whoever comes while it is removed is told that it is gone, and uploads it anew', async () => {
  const bytes = await file()
  const id = await storePicture(shop.db, bytes)
  const { productId } = await addProduct(shop)
  let [showing, again]: Promise<unknown>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select from uploads where id = ${id} for update`)
    await tx.run(sql`delete from uploads where id = ${id}`)
    showing = ask(`POST /office/products/${productId}/picture`, { pictureId: id, seen: null })
    await until(waiting, 'whoever shows it waits')
    again = storePicture(shop.db, bytes)
  })
  expect(await showing).toMatchObject({ refused: 'pictures.refused.gone' })
  expect([await again, await isThere(id)]).toEqual([id, true])
})

test('many removals and uses at once: each picture is used or gone, never both', async () => {
  const products = await Promise.all(Array.from({ length: 8 }, () => addProduct(shop)))
  for (const { productId } of products) {
    const id = await upload()
    const show = ask(`POST /office/products/${productId}/picture`, { pictureId: id, seen: null })
    const [shown, gone] = await Promise.all([show, remove(id)])
    expect([shown.refused ?? null, gone?.refused ?? null]).toSatisfy(
      ([a, b]) => (a === 'pictures.refused.gone' && b === null) || (a === null && b === 'library.refused.used'),
    )
    expect(await isThere(id)).toBe(shown.refused === undefined)
  }
})

test('a small one is shown to whoever may see the catalogue, a logo as a cover is on white', async () => {
  const clear = await sharp({ create: { width: 600, height: 800, channels: 4, background: '#0000' } }).png().toBuffer() // biome-ignore format: one line
  const id = await storePicture(shop.db, clear, { staysClear: true })
  const small = await fetch(`${shop.shop.origin}/prod-api/office/pictures/${id}/thumbnail`, {
    headers: { cookie: ben.cookie },
  })
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { width, hasAlpha } = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
  expect([width, hasAlpha]).toEqual([480, true])
  expect((await fetch(`${shop.shop.origin}/prod-api/office/pictures/${id}/thumbnail`)).status).toBe(401)
  const { productId } = await addProduct(shop)
  const product = await ask(`POST /office/products/${productId}/picture`, { pictureId: id, seen: null })
  const shown = Buffer.from(await (await fetch(shop.shop.origin + product.img)).arrayBuffer())
  const [red] = await sharp(shown).raw().toBuffer()
  expect([(await sharp(shown).metadata()).hasAlpha, red! > 250]).toEqual([false, true])
})

test('one that is removed while it is made small is not there, and is no fault', async () => {
  const id = await upload()
  const { handlers } = libraryOfficeCalls(shop.db, async () => {
    await remove(id)
    throw new Error('no row')
  })
  const asked = handlers['GET /office/pictures/{id}/thumbnail']!({ params: { id } } as never, { address: '' } as never)
  await expect(asked).rejects.toMatchObject({ status: 404 })
})
