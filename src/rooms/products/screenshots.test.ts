// Screenshots of a product: added, put in order, described and removed in the back office, shown in the shop.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { MOST_SCREENSHOTS } from './limits.ts'

let shop: TestShop
let ada: TestStaff
let eve: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  eve = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const picture = (background: string, width = 640, height = 360) =>
  sharp({ create: { width, height, channels: 3, background } })

async function upload(bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const answer = await fetch(`${shop.shop.origin}/prod-api/office/pictures`, {
    method: 'POST',
    headers: { cookie: ada.cookie, origin: shop.shop.origin },
    body: form,
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}
const colour = async (n: number) =>
  upload(
    await picture(`rgb(${n * 15}, 40, 90)`)
      .png()
      .toBuffer(),
  )

const call = async (path: string, body: object, who = ada) =>
  (await shop.call('POST', path, { headers: { cookie: who.cookie }, body })).body
const add = (id: number, pictureId: string, who = ada) => call(`/office/products/${id}/screenshots`, { pictureId }, who)
const shown = async (slug: string, locale = 'en-US') => {
  const headers = { 'x-locale': locale }
  const { body } = await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`, { headers })
  return body.data?.screenshots as { img: string; full: string; alt: string | null; width: number; height: number }[]
}
const idsOf = (answer: { data: { screenshots: { id: number }[] } }) => answer.data.screenshots.map(({ id }) => id)
const audited = (id: number) =>
  shop.db.query<{ act: string; before: object; after: object }>(sql`
    select act, before, after from audit_log where subject_kind = 'product' and subject_id = ${String(id)} order by id`)

test('a screenshot is shown in the shop with its size and what is said of it, cut and whole, and is gone when it is removed', async () => {
  const { productId: id, slug } = await addProduct(shop, { name: 'Shown inside' })
  await until(async () => (await shown(slug)) !== undefined, 'the product is known')
  const pictureId = await upload(await picture('#e01010', 1600, 1200).jpeg().toBuffer())
  const { screenshots } = (await add(id, pictureId)).data
  const one = screenshots[0].id
  await until(async () => (await shown(slug)).length === 1, 'the shop shows it')
  expect((await shown(slug))[0]).toMatchObject({ width: 1600, height: 1200, alt: null })

  const changes = [
    { field: 'alt.en-US', from: '', to: 'A red room' },
    { field: 'alt.de', from: '', to: 'Ein roter Raum' },
  ]
  const described = await call(`/office/screenshots/${one}`, { changes })
  expect(described.data.screenshots[0].alt).toEqual({ 'en-US': 'A red room', de: 'Ein roter Raum' })
  expect((await shown(slug, 'de'))[0]!.alt).toBe('Ein roter Raum')
  // A language that has none gets English.
  expect((await shown(slug, 'fr'))[0]!.alt).toBe('A red room')

  const { img, full } = (await shown(slug))[0]!
  const sizeAt = async (path: string) => {
    const answer = await fetch(shop.shop.origin + path)
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [answer.status, width, height]
  }
  expect(await sizeAt(img)).toEqual([200, 960, 540])
  expect(await sizeAt(full)).toEqual([200, 1600, 1200])
  expect(await sizeAt(full.replace('/1920.', '/960.').replace('.webp', '.avif'))).toEqual([200, 960, 720])

  await call(`/office/screenshots/${one}/remove`, { seen: described.data.screenshots[0].seen })
  await until(async () => (await shown(slug)).length === 0, 'the shop shows none')
  expect((await audited(id)).map(({ act }) => act)).toEqual([
    'product.screenshotAdd',
    'product.screenshotAlt',
    'product.screenshotRemove',
  ])
  expect((await audited(id))[1]).toMatchObject({ before: { 'alt.en-US': '' }, after: { 'alt.de': 'Ein roter Raum' } })
})

test('two who add at once both have theirs, the same picture is there once, and the thirteenth is refused', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Much shown' })
  const ids: string[] = []
  for (let n = 0; n <= MOST_SCREENSHOTS; n++) ids.push(await colour(n))
  const all = await Promise.all(ids.map((pictureId) => add(id, pictureId)))
  expect(all.filter(({ code }) => code === 200)).toHaveLength(MOST_SCREENSHOTS)
  expect(all.filter(({ msg }) => msg === 'screenshots.refused.many')).toHaveLength(1)
  const taken = ids[all.findIndex(({ code }) => code === 200)]!
  expect((await add(id, taken)).data.screenshots).toHaveLength(MOST_SCREENSHOTS)
  expect(await audited(id)).toHaveLength(MOST_SCREENSHOTS)
  expect((await add(id, 'f'.repeat(64))).msg).toBe('screenshots.refused.many')
})

test('an order is only what its author saw: what others added, removed or moved meanwhile is told, and nothing is lost', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Put in order' })
  for (const n of [1, 2, 3]) await add(id, await colour(n))
  const seen = idsOf(await add(id, await colour(3)))
  const [one, two, three] = seen as [number, number, number]
  const order = (ids: number[], was = seen) => call(`/office/products/${id}/screenshots/order`, { ids, seen: was })
  const both = await Promise.all([order([two, one, three]), order([three, two, one])])
  expect(both.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1)
  expect(both.map(({ msg }) => msg)).toContain('catalogue.refused.changed')
  const now = idsOf(both.find(({ code }) => code === 200)!)
  expect(now).not.toEqual(seen)
  // One that is not there, one that is missing, one twice.
  for (const ids of [[...now, 1], now.slice(1), [now[0]!, now[0]!, now[1]!]])
    expect((await order(ids, now)).msg).toBe('catalogue.refused.changed')
  const four = await add(id, await colour(4))
  expect((await order([three, two, one], now)).msg).toBe('catalogue.refused.changed')
  expect(idsOf(four)).toHaveLength(4)
  const [last] = (await audited(id)).filter(({ act }) => act === 'product.screenshotOrder')
  expect(last).toMatchObject({ before: { screenshots: seen.join(', ') }, after: { screenshots: now.join(', ') } })
})

test('what two say of one is put together by the language, and what is removed is what its author saw', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Described' })
  const { screenshots } = (await add(id, await colour(5))).data
  const { id: one, seen } = screenshots[0]
  const say = (field: string, from: string, to: string, who = ada) =>
    call(`/office/screenshots/${one}`, { changes: [{ field, from, to }] }, who)
  await Promise.all([say('alt.en-US', '', 'A door'), say('alt.de', '', 'Eine Tür')])
  expect((await say('alt.en-US', '', 'A gate')).msg).toBe('catalogue.refused.changed')
  expect((await say('alt.xx', '', 'A gate')).code).toBe(400)
  expect((await say('alt.fr', '', 'x'.repeat(251))).code).toBe(400)
  expect((await call(`/office/screenshots/${one}/remove`, { seen })).msg).toBe('catalogue.refused.changed')
  const rows = await shop.db.query(sql`select alt from screenshots where id = ${one}`)
  expect(rows).toEqual([{ alt: { 'en-US': 'A door', de: 'Eine Tür' } }])
})

test('without the permission nobody changes them; what was forgotten, and products that are not there, are said', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Not for all' })
  const { screenshots } = (await add(id, await colour(6))).data
  const { id: one, seen } = screenshots[0]
  const pictureId = await colour(7)
  expect((await add(id, pictureId, eve)).code).toBe(403)
  expect((await call(`/office/products/${id}/screenshots/order`, { ids: [one], seen: [one] }, eve)).code).toBe(403)
  const changes = [{ field: 'alt.de', from: '', to: 'x' }]
  expect((await call(`/office/screenshots/${one}`, { changes }, eve)).code).toBe(403)
  expect((await call(`/office/screenshots/${one}/remove`, { seen }, eve)).code).toBe(403)
  expect((await add(id, 'f'.repeat(64))).msg).toBe('pictures.refused.gone')
  expect((await add(2_000_000_000, pictureId)).code).toBe(404)
  expect((await call('/office/screenshots/2000000000/remove', { seen })).code).toBe(404)
})

test('a copy of a product has its screenshots, each with its own words, and shows them also when the first has none', async () => {
  const { productId: id } = await addProduct(shop, { name: 'Copied' })
  const { screenshots } = (await add(id, await colour(8))).data
  const changes = [{ field: 'alt.en-US', from: '', to: 'A hall' }]
  const { seen } = (await call(`/office/screenshots/${screenshots[0].id}`, { changes })).data.screenshots[0]
  const copy = (await call(`/office/products/${id}/duplicate`, { name: 'Copied again' })).data.id
  await call(`/office/screenshots/${screenshots[0].id}/remove`, { seen })
  const { body } = await shop.call('GET', `/office/products/${copy}`, { headers: { cookie: ada.cookie } })
  expect(body.data.screenshots).toMatchObject([{ alt: { 'en-US': 'A hall' }, pictureId: screenshots[0].pictureId }])
})
