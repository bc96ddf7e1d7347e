// What the home page begins with, as the back office makes, changes, times and removes it.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { isBannerLink, LONGEST_BANNER } from '#rooms/content/rules.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

const as = (who: TestStaff) => (name: string, body?: object) => askAs(shop, who, name, body)
const ask = (name: string, body?: object) => as(ada)(name, body)
const make = (body: object = {}) =>
  ask('POST /office/banners', { title: 'Long nights', line: 'Ghosts at half price', link: '/games', genre: 'horror', ...body }) // biome-ignore format: one line
const banner = (id: number) => ask(`GET /office/banners/${id}`)
const change = (id: number, ...changes: [string, unknown, unknown][]) =>
  ask(`POST /office/banners/${id}`, { changes: changes.map(([field, from, to]) => ({ field, from, to })) })
const remove = async (id: number, seen?: string) =>
  ask(`POST /office/banners/${id}/remove`, { reason: 'over', seen: seen ?? (await banner(id)).seen })
interface Shown {
  id: number
  title: string
  href: string
  urlName: string
}
const shown = async (locale = 'en-US'): Promise<Shown[]> =>
  (await shop.call('GET', '/api/home/scrollPhoto', { headers: { 'x-locale': locale } })).body.data
const isShown = async (id: number) => (await shown()).some((one) => one.id === id)
const home = async () => (await fetch(`${shop.shop.origin}/`)).text()
const audited = (id: number) =>
  shop.db.query(
    sql`select act, actor, reason, before, after from audit_log where subject_kind = 'banner' and subject_id = ${String(id)} order by id`,
  )

test('one is made, written in German, switched on, and the kept home page has it at once; off again it is gone', async () => {
  await home()
  const { id } = await make()
  expect(await banner(id)).toMatchObject({
    ...{ title: { 'en-US': 'Long nights' }, link: '/games', genre: 'horror', isOn: false, isShown: false },
    ...{ pictureId: null, rtlPictureId: null, fromAt: null, untilAt: null },
  })
  expect(await isShown(id)).toBe(false)
  expect(await change(id, ['title.de', '', 'Lange Nächte'], ['isOn', false, true])).toBeNull()
  await until(async () => (await home()).includes('Long nights'), 'the home page has it')
  expect((await shown('de')).find((one) => one.id === id)).toMatchObject({
    ...{ title: 'Lange Nächte', href: '/games', urlName: 'games' },
  })
  expect(await change(id, ['isOn', true, false], ['line.en-US', 'Ghosts at half price', ''])).toBeNull()
  await until(async () => !(await home()).includes('Long nights'), 'it is gone')
  expect(await audited(id)).toMatchObject([
    { act: 'banner.create', actor: ada.email, after: { title: 'Long nights', link: '/games' } },
    {
      act: 'banner.change',
      ...{ before: { 'title.de': '', isOn: false }, after: { 'title.de': 'Lange Nächte', isOn: true } },
    },
    { act: 'banner.change', before: { isOn: true }, after: { isOn: false, 'line.en-US': '' } },
  ])
})

test('its time comes and goes by the clock, without anybody', async () => {
  const { id } = await make({ title: 'Timed', link: 'https://example.com/sale?x=1' })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  expect(await change(id, ['isOn', false, true], ['fromAt', '', inHours(1)], ['untilAt', '', inHours(3)])).toBeNull()
  expect((await banner(id)).isShown).toBe(false)
  expect(await home()).not.toContain('Timed')
  await shop.db.run(sql`update banners set from_at = now() where id = ${id}`)
  await until(async () => (await home()).includes('https://example.com/sale?x=1'), 'its time has come')
  const { untilAt, fromAt } = await banner(id)
  expect((await change(id, ['untilAt', untilAt, fromAt])).errors).toEqual([
    { path: 'untilAt', message: 'shelves.untilBefore' },
  ])
  expect(await change(id, ['untilAt', untilAt, inHours(2)])).toBeNull()
  expect(await isShown(id)).toBe(true)
  await shop.db.run(sql`update banners set until_at = now() where id = ${id}`)
  await until(async () => !(await home()).includes('Timed'), 'its time is over')
  for (const to of ['tomorrow', '2026-13-45T00:00:00Z', '2026-01-01', 5])
    expect((await change(id, ['fromAt', fromAt, to])).errors).toEqual([
      { path: 'fromAt', message: 'catalogue.dateShape' },
    ])
})

test('they stand in their order', async () => {
  const ids: number[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await make({ title })
    await change(id, ['isOn', false, true])
    ids.push(id)
  }
  const order = async () => (await shown()).map(({ id }) => id).filter((id) => ids.includes(id))
  await until(async () => (await order()).length === 3, 'all are shown')
  expect(await order()).toEqual(ids)
  const { position } = await banner(ids[2]!)
  expect(await change(ids[2]!, ['position', position, 0])).toBeNull()
  await until(async () => (await order())[0] === ids[2], 'the last is the first')
  // Those that visitors do not see any more, because six stand before them, say so.
  for (let n = 0; n < 6; n++) await change((await make({ title: `More ${n}` })).id, ['isOn', false, true])
  const { rows } = await ask('GET /office/banners')
  const on = rows.filter((row: { isShown: boolean }) => row.isShown)
  expect(on.length).toBeGreaterThan(6)
  expect(on.map((row: { isBehind: boolean }) => row.isBehind)).toEqual(on.map((_: unknown, at: number) => at >= 6))
  expect(rows.map((row: { id: number }) => row.id).filter((id: number) => ids.includes(id))).toEqual([
    ids[2],
    ids[0],
    ids[1],
  ])
})

test('it leads to a path of the shop or to an https address, and nowhere else', async () => {
  for (const link of [
    '/games',
    '/games/elden-ring',
    '/search?name=a%20b',
    '/',
    'https://example.com',
    'https://example.com:8443/a?b#c',
  ])
    expect([link, isBannerLink(link)]).toEqual([link, true])
  const wrong = ['', 'games', '//evil.example', '/\\evil.example', '/a\\b', 'javascript:alert(1)', 'http://example.com', 'data:text/html,x',
    'https://', 'https://user:pass@example.com', 'https://exa mple.com', '/a b', '/a\n', '/office/orders', '/prod-api/x', `/${'x'.repeat(500)}`] // biome-ignore format: a list
  for (const link of wrong) expect([link, isBannerLink(link)]).toEqual([link, false])
  const { id } = await make()
  expect((await make({ link: '//evil.example' })).errors).toEqual([{ path: 'link', message: 'shelves.linkShape' }])
  expect((await change(id, ['link', '/games', 'javascript:alert(1)'])).errors).toEqual([
    { path: 'link', message: 'shelves.linkShape' },
  ])
})

test('two editors: what one has changed the other does not overwrite unseen; hostile texts are text', async () => {
  const hostile = `</script><script>alert(1)</script>'"--`
  const { id } = await make({ title: hostile })
  const { seen } = await banner(id)
  expect(await change(id, ['line.fr', '', 'Elle'])).toBeNull()
  expect(await change(id, ['line.fr', '', 'Lui'], ['isOn', false, true])).toMatchObject({
    ...{ refused: 'catalogue.refused.changed', data: { conflicts: [{ theirs: 'Elle', mine: 'Lui' }] } },
  })
  expect(await remove(id, seen)).toMatchObject({ refused: 'catalogue.refused.changed' })
  expect(await change(id, ['isOn', false, true])).toBeNull()
  await until(() => isShown(id), 'it is shown')
  expect(await home()).not.toContain('<script>alert(1)')
  for (const [field, from, to, message] of [
    ['title.en-US', hostile, '', 'catalogue.nameNeeded'],
    ['title.de', '', 'x'.repeat(LONGEST_BANNER.title + 1), 'catalogue.tooLong'],
    ['line.de', '', 'x'.repeat(LONGEST_BANNER.line + 1), 'catalogue.tooLong'],
    ['line.de', '', 'a\u0007', 'catalogue.unseen'],
    ['isOn', true, 'false', 'error.invalid'],
    ['genre', 'horror', '', 'catalogue.nameNeeded'],
    ['pictureId', null, 'x', 'catalogue.gone'],
    ['isShown', true, false, 'catalogue.gone'],
  ] as const)
    expect([field, (await change(id, [field, from, to])).errors]).toEqual([field, [{ path: field, message }]])
  expect(await remove(id)).toBeNull()
  expect((await banner(id)).refused).toBe('error.notFound')
  await until(async () => !(await isShown(id)), 'it is gone')
  expect((await audited(id)).at(-1)).toMatchObject({
    ...{ act: 'banner.remove', reason: 'over', before: { title: hostile, link: '/games' } },
  })
})

async function upload(colour: string): Promise<string> {
  const file = await sharp({ create: { width: 840, height: 360, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'a.png')
  const headers = { cookie: ada.cookie, origin: shop.shop.origin }
  const answer = await fetch(`${shop.shop.origin}/prod-api/office/pictures`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test('an uploaded picture stands on it, another one in Arabic, and the drawn one is back when they are taken away', async () => {
  const { id } = await make({ title: 'Pictured' })
  const drawn = await banner(id)
  const [red, blue] = [await upload('#d01010'), await upload('#1010d0')]
  const show = (pictureId: string | null, seen: string | null, rtl = false, who = ada) =>
    as(who)(`POST /office/banners/${id}/picture`, { pictureId, seen, rtl })
  expect(await show(red, null)).toBeNull()
  const one = await banner(id)
  expect(one).toMatchObject({ pictureId: red, rtlPictureId: null })
  // The side that is darkened is another one in Arabic.
  expect([one.img === drawn.img, one.img === one.imgRtl]).toEqual([false, false])
  expect(await show(blue, null, true)).toBeNull()
  const both = await banner(id)
  expect([both.img === one.img, both.imgRtl === one.imgRtl]).toEqual([true, false])
  const middle = async (path: string) => {
    const answer = await fetch(shop.shop.origin + path)
    const [r, , b] = await sharp(Buffer.from(await answer.arrayBuffer()))
      .extract({ left: 420, top: 180, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return r! > b! ? 'red' : 'blue'
  }
  expect([await middle(both.img), await middle(both.imgRtl)]).toEqual(['red', 'blue'])
  expect((await show(null, null)).refused).toBe('catalogue.refused.changed')
  expect((await show('f'.repeat(64), red)).refused).toBe('pictures.refused.gone')
  expect((await show(null, red, false, ben)).status).toBe(403)
  const rivals = await Promise.all([show(null, red), show(blue, red)])
  expect(rivals.filter((answer) => answer === null)).toHaveLength(1)
  await show(null, (await banner(id)).pictureId)
  await show(null, blue, true)
  expect(await banner(id)).toMatchObject({ img: drawn.img, imgRtl: drawn.imgRtl, pictureId: null, rtlPictureId: null })
  expect(await audited(id)).toContainEqual(
    expect.objectContaining({ act: 'banner.picture', before: { rtlPicture: null }, after: { rtlPicture: blue } }),
  )
})

test('there are not more than can be looked through; who may only read changes nothing', async () => {
  const { id } = await make()
  const { seen } = await as(ben)(`GET /office/banners/${id}`)
  for (const [name, body] of [
    ['POST /office/banners', { title: 'No', link: '/', genre: 'rpg' }],
    [`POST /office/banners/${id}`, { changes: [{ field: 'isOn', from: false, to: true }] }],
    [`POST /office/banners/${id}/remove`, { seen, reason: 'no' }],
  ] as const)
    expect([name, (await as(ben)(name, body)).refused]).toEqual([name, 'error.forbidden'])
  await shop.db.run(sql`
    insert into banners (position, title, line, link, genre, seed, is_on, is_shown)
    select 9, '{"en-US":"Many"}', '{}', '/', 'rpg', 'x', false, false from generate_series(1, 99 - (select count(*) from banners)::int)`)
  const made = await Promise.all([make(), make(), make()])
  expect(made.filter((one) => one.id)).toHaveLength(1)
  expect(made.filter((one) => one.refused === 'shelves.refused.manyBanners')).toHaveLength(2)
  expect((await ask('GET /office/banners')).rows).toHaveLength(100)
})
