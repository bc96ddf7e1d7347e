// Files of tickets over the API, the hostile ones first (decisions A6, A10, F10).
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { forgetUnsent } from './file-store.ts'

let shop: TestShop
let ann: TestMember
let bob: TestMember
let png: Buffer
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ;[ann, bob] = [await addMember(shop), await addMember(shop)]
  png = await picture().png().toBuffer()
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`truncate tickets, ticket_files, rate_limits cascade`))

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#c33' } })
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const html = Buffer.from('<!doctype html><script>alert(document.cookie)</script>')

async function upload(bytes: Buffer | string, { name = 'a.png', type = 'image/png', cookie = ann.cookie } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  return answerOf(await send(form, { cookie }))
}
const send = (body: BodyInit, headers: Record<string, string>) =>
  fetch(`${shop.shop.origin}/prod-api/api/profile/tickets/files`, { method: 'POST', body, headers })
const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() })
const fetchFile = (id: string, cookie = ann.cookie) =>
  fetch(`${shop.shop.origin}/prod-api/api/profile/tickets/files/${id}`, { headers: { cookie } })
const ask = (files: string[], { cookie } = ann, id: string = randomUUID()) =>
  shop.call('POST', '/api/profile/tickets', {
    body: { id, subject: 'See the picture', topic: 'key', text: 'There.', files },
    headers: { cookie },
  })
const kept = async () => (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from ticket_files`)).n

test('a picture is drawn anew, shown to its member alone, and goes with the message', async () => {
  const photo = await picture()
    .withExifMerge({ IFD0: { Copyright: 'at home, 52.5 north' } })
    .jpeg()
    .toBuffer()
  expect(photo.includes('at home')).toBe(true)
  const { status, body } = await upload(photo, { name: 'C:\\fotos\\my\u202egpj.cat.JPG', type: 'text/html' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ name: 'mygpj.cat.webp', mediaType: 'image/webp', size: expect.any(Number) })
  const shown = await fetchFile(body.data.id)
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(bytes.length).toBe(body.data.size)
  expect(bytes.includes('at home')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  const ticket = await ask([body.data.id])
  expect(ticket.body.data.messages[0].files).toEqual([body.data])
  expect((await shop.db.one<{ n: number }>(sql`select count(*)::int as n from uploads`)).n).toBe(0)
})

test('a PDF stays as it is and is only ever saved', async () => {
  const { body } = await upload(pdf, { name: 'Rechnung „Mai“.pdf' })
  const saved = await fetchFile(body.data.id)
  expect(Buffer.from(await saved.arrayBuffer()).equals(pdf)).toBe(true)
  expect(saved.headers.get('content-type')).toBe('application/pdf')
  expect(saved.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[^"]+"; filename\*=UTF-8''Rechnung%20%E2%80%9EMai%E2%80%9C\.pdf$/,
  )
  expect(saved.headers.get('content-security-policy')).toContain('sandbox')
})

describe('what is no picture and no PDF is refused, whatever it is called', () => {
  const cases: [what: string, msg: string, bytes: () => Buffer | Promise<Buffer>][] = [
    ['nothing', 'notTaken', () => Buffer.alloc(0)],
    ['HTML', 'notTaken', () => html],
    ['HTML before a PDF', 'notTaken', () => Buffer.concat([html, pdf])],
    ['HTML before a picture', 'notTaken', () => Buffer.concat([html, png])],
    ['SVG', 'notTaken', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', 'notTaken', () => picture().gif().toBuffer()],
    ['AVIF', 'notTaken', () => picture().avif().toBuffer()],
    ['a program', 'notTaken', () => Buffer.from('MZ\x90\0\x03', 'latin1')],
    ['a ZIP', 'notTaken', () => Buffer.from('PK\x03\x04', 'latin1')],
    ['half a picture', 'broken', () => png.subarray(0, png.length >> 1)],
    ['the head of a PNG before HTML', 'broken', () => Buffer.concat([png.subarray(0, 8), html])],
    ['a picture of 41 million pixels', 'tooManyPixels', () => picture(41_000, 1_000).png().toBuffer()],
  ]
  test.each(cases)('%s: %s', async (_, msg, bytes) => {
    const { status, body } = await upload(await bytes())
    expect([status, body.msg]).toEqual([422, `support.file.${msg}`])
    expect(await kept()).toBe(0)
  })
})

test('a picture that is a page, too, is only a picture afterwards; a PDF that is one, too, is only saved', async () => {
  const both = await upload(Buffer.concat([png, html]))
  expect(both.status).toBe(200)
  const bytes = Buffer.from(await (await fetchFile(both.body.data.id)).arrayBuffer())
  expect(bytes.includes('script')).toBe(false)
  const { body } = await upload(Buffer.concat([pdf, html]), { name: 'page.html', type: 'text/html' })
  const saved = await fetchFile(body.data.id)
  expect(body.data.name).toBe('page.pdf')
  expect(saved.headers.get('content-type')).toBe('application/pdf')
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
})

test('5 MB are taken, a byte more is not, and far more is not even read', async () => {
  const whole = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024 - pdf.length)])
  expect((await upload(whole)).status).toBe(200)
  expect((await upload(Buffer.concat([whole, Buffer.alloc(1)]))).status).toBe(413)
  expect((await upload(Buffer.alloc(30 * 1024 * 1024))).status).toBe(413)
  expect(await kept()).toBe(1)
})

test('what is no form with one file is refused', async () => {
  const { cookie } = ann
  const part = (name: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\ntext\r\n`
  const typed = { cookie, 'content-type': 'multipart/form-data; boundary=x' }
  const file = '; filename="a.pdf"'
  const wrong: [BodyInit, Record<string, string>][] = [
    [JSON.stringify({}), { cookie, 'content-type': 'application/json' }],
    [pdf, { cookie, 'content-type': 'application/pdf' }],
    ['', typed],
    ['--x--\r\n', typed],
    ['text', { cookie, 'content-type': 'multipart/form-data' }],
    [`${part('file', file)}`, typed],
    [`${part('file')}--x--\r\n`, typed],
    [`${part('other', file)}--x--\r\n`, typed],
    [`${part('file', file)}${part('file', file)}--x--\r\n`, typed],
    [`${part('file', file).repeat(40_000)}--x--\r\n`, typed],
  ]
  for (const [body, headers] of wrong) {
    const answer = await answerOf(await send(body, headers))
    expect([String(body).slice(0, 60), answer.status]).toEqual([String(body).slice(0, 60), 400])
    await shop.db.run(sql`truncate rate_limits`)
  }
  expect(await kept()).toBe(0)
})

test('a file that breaks off leaves nothing, and its place is free again', async () => {
  const { port } = new URL(shop.shop.origin)
  for (let i = 0; i < 8; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /prod-api/api/profile/tickets/files HTTP/1.1\r\nhost: x\r\ncookie: ${ann.cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-`,
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
  }
  await until(async () => (await upload(pdf)).status === 200, 'the next file is taken')
  expect(await kept()).toBe(1)
})

test('many at once are taken in turns; of one member no more than may wait', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => upload(png)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
})

test('somebody else’s file is not there: not to read, not to send, not to forget', async () => {
  const { id } = (await upload(png)).body.data
  const missing = await fetchFile(randomUUID(), bob.cookie)
  const strange = await fetchFile(id, bob.cookie)
  expect([strange.status, await strange.text()]).toEqual([404, await missing.text()])
  expect((await fetchFile(id, '')).status).toBe(401)
  const sent = await ask([id], bob)
  expect([sent.status, sent.body.msg]).toEqual([422, 'support.file.gone'])
  const drop = (cookie: string) => shop.call('DELETE', `/api/profile/tickets/files/${id}`, { headers: { cookie } })
  expect((await drop(bob.cookie)).status).toBe(404)
  expect((await fetchFile(id)).status).toBe(200)
  expect((await drop(ann.cookie)).status).toBe(200)
  expect((await fetchFile(id)).status).toBe(404)
})

test('a file goes with one message, five with each, and what was sent cannot be taken back', async () => {
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await upload(png, { name: `${i}.png` })).body.data.id)
  expect((await ask(ids)).status).toBe(400)
  expect((await ask([ids[0]!, ids[0]!])).body.msg).toBe('support.file.gone')
  const ticket = await ask(ids.slice(0, 5).reverse())
  expect(ticket.body.data.messages[0].files.map(({ name }: { name: string }) => name)).toEqual(
    [4, 3, 2, 1, 0].map((n) => `${n}.webp`),
  )
  const [first] = ids
  const { cookie } = ann
  expect((await shop.call('DELETE', `/api/profile/tickets/files/${first}`, { headers: { cookie } })).status).toBe(404)
  await shop.db.run(sql`truncate rate_limits`)
  expect((await ask([first!])).body.msg).toBe('support.file.gone')
})

test('twenty wait unsent, sixty come in a day, and what is never sent goes', async () => {
  const add = (count: number, hours: number) =>
    shop.db.run(sql`
      insert into ticket_files (id, member_id, name, media_type, size, content, created_at)
      select gen_random_uuid(), ${ann.id}, 'x', 'application/pdf', 1, 'x', now() - make_interval(hours => ${hours}) from generate_series(1, ${count}::int)`)
  await add(19, 30)
  expect((await upload(png)).status).toBe(200)
  expect((await upload(png)).body.msg).toBe('support.file.tooMany')
  expect(await forgetUnsent(shop.db, 1, 500)).toBe(19)
  expect((await upload(png)).status).toBe(200)
  const { id } = (await ask([(await upload(png)).body.data.id])).body.data
  await shop.db.run(sql`update ticket_files set message_id = ${id}`)
  await add(56, 1)
  await shop.db.run(sql`update ticket_files set message_id = ${id}`)
  expect((await upload(png)).status).toBe(200)
  expect((await upload(png)).body.msg).toBe('support.file.tooMany')
})

test('of one member 200 MB are kept in all, however long ago they came', async () => {
  const add = (member: TestMember, bytes: number) =>
    shop.db.run(sql`
      insert into ticket_files (id, member_id, name, media_type, size, content, created_at, message_id, position)
      select gen_random_uuid(), ${member.id}, 'x', 'application/pdf', ${bytes}::int, 'x', now() - interval '90 days', m.id, n
      from generate_series(1, 40) n, (select id from ticket_messages limit 1) m`)
  await ask([])
  const most = 200 * 1024 * 1024
  await add(ann, most / 40)
  expect((await upload(png)).body.msg).toBe('support.file.full')
  expect((await upload(png, { cookie: bob.cookie })).status).toBe(200)
  const { size } = (await upload(png, { cookie: bob.cookie })).body.data
  await shop.db.run(sql`
    update ticket_files set size = size - ${size}::int where id = (select id from ticket_files where member_id = ${ann.id} limit 1)`)
  expect((await upload(png)).status).toBe(200)
  expect((await upload(png)).body.msg).toBe('support.file.full')
})
