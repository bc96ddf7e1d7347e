// Tickets, enquiries and files in the inbox: answered by who may, once, and in the language of whoever wrote.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { LONGEST_ANSWER } from './limits.ts'
import { HOSTILE, writeEnquiry, writeReview, writeTicket, written } from './scene.testing.ts'

let shop: TestShop
let ada: TestStaff
let bob: TestStaff
let reader: TestStaff
let ann: TestMember
beforeAll(async () => {
  shop = await openTestShop()
  ;[ada, bob] = [await addStaff(shop, { role: 'support' }), await addStaff(shop, { role: 'support' })]
  reader = await addStaff(shop, { role: 'reader' })
  ann = await addMember(shop)
})
afterAll(() => shop.close())

const call = async (method: string, path: string, body?: unknown, who = ada) => {
  const answer = await shop.call(method, path, { body, headers: { cookie: who.cookie } })
  return { status: answer.status, msg: answer.body.msg, data: answer.body.data, errors: answer.body.errors }
}
const item = async (kind: string, id: string) => (await call('GET', `/office/inbox/${kind}/${id}`)).data

const { acts, mailOf } = written(() => shop)
const answer = (kind: string, id: string, of: { text?: string; seen: number; id?: string }, who = ada) =>
  call('POST', `/office/inbox/${kind}/${id}/answer`, { id: randomUUID(), text: 'Here it is.', ...of }, who)

test('a ticket is answered, waits for its member, is open when he writes again, is done, and open once more', async () => {
  const id = await writeTicket(shop, ann)
  const before = await item('ticket', id)
  expect(before).toMatchObject({ state: 'open', locale: 'en-US', messages: [{ author: 'customer', by: '' }] })
  expect(await answer('ticket', id, { seen: before.seen, text: ' One line\r\nand another ' })).toMatchObject({
    status: 200,
  })
  const answered = await item('ticket', id)
  expect(answered).toMatchObject({
    state: 'waiting',
    messages: [{}, { author: 'shop', by: ada.email, text: 'One line\nand another' }],
  })
  expect((await mailOf('ticketAnswered', ann.email)).text).not.toContain('and another')
  const { body } = await shop.call('GET', `/api/profile/tickets/${id}`, { headers: { cookie: ann.cookie } })
  expect(JSON.stringify(body.data)).not.toContain(ada.email)

  const reply = { id: randomUUID(), text: 'Still not.' }
  await shop.call('POST', `/api/profile/tickets/${id}/reply`, { body: reply, headers: { cookie: ann.cookie } })
  const again = await item('ticket', id)
  expect(again.state).toBe('open')
  expect(again.since > answered.since).toBe(true)
  const done = (to: string, seen: number) => call('POST', `/office/inbox/ticket/${id}/${to}`, { seen })
  expect((await done('done', answered.seen)).msg).toBe('inbox.refused.changed')
  expect((await done('done', again.seen)).status).toBe(200)
  const over = await item('ticket', id)
  expect(over.state).toBe('done')
  expect((await done('reopen', over.seen)).status).toBe(200)
  expect((await item('ticket', id)).state).toBe('open')
  expect((await acts('ticket', id)).map(({ act, actor }) => [act, actor])).toEqual([
    ['ticket.answer', ada.email],
    ['ticket.done', ada.email],
    ['ticket.reopen', ada.email],
  ])
})

for (const kind of ['ticket', 'enquiry'] as const)
  test(`of two who answer one ${kind}, the later is told that somebody has, and who; the same answer twice is one`, async () => {
    const id = kind === 'ticket' ? await writeTicket(shop, ann) : await writeEnquiry(shop)
    const { seen } = await item(kind, id)
    const both = await Promise.all([
      answer(kind, id, { seen, text: 'Mine.' }),
      answer(kind, id, { seen, text: 'No, mine.' }, bob),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const first = both[0]!.status === 200 ? ada : bob
    expect(both.find(({ status }) => status === 422)).toMatchObject({
      msg: 'inbox.refused.answered',
      data: { who: first.email },
    })
    const now = await item(kind, id)
    const sent = { seen: now.seen, id: randomUUID(), text: 'And this.' }
    const twice = await Promise.all([answer(kind, id, sent), answer(kind, id, sent)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await answer(kind, id, { ...sent, text: 'Or this.' })).msg).toBe('error.idempotencyReused')
    expect((await item(kind, id)).messages.filter(({ author }: { author: string }) => author === 'shop')).toHaveLength(
      2,
    )
    expect((await acts(kind, id)).filter(({ act }) => act === `${kind}.answer`)).toHaveLength(2)
  })

test('an enquiry is answered in its language; its reader goes on by the link, and nobody does without it', async () => {
  const email = 'gerda@buyer.example'
  const id = await writeEnquiry(shop, { email, lang: 'de', message: HOSTILE, fillname: '<b>Gus</b>‮' })
  const { seen, messages, name } = await item('enquiry', id)
  expect([name, messages[0].text]).toEqual(['<b>Gus</b>‮', HOSTILE])
  await answer('enquiry', id, { seen, text: 'What do you want for <all> of them?' })
  const mail = await mailOf('enquiryAnswered', email)
  expect(mail.locale).toBe('de')
  expect(mail.subject).toContain('Unsere Antwort auf Ihre Anfrage')
  expect(mail.text).toContain('What do you want for <all> of them?')
  expect(mail.html).toContain('What do you want for &lt;all&gt; of them?')
  // Nothing of what a stranger typed goes to an address that he typed.
  expect(mail.text + mail.html).not.toMatch(/script|Gus/)
  const [, token] = /\/enquiry#token=([\w.-]+)/.exec(mail.text)!
  const visit = (path: string, body: object) => shop.call('POST', `/api/bottom/enquiry${path}`, { body })
  expect((await visit('', { token })).body.data.messages).toMatchObject([
    { author: 'visitor', text: HOSTILE },
    { author: 'shop', text: 'What do you want for <all> of them?' },
  ])
  expect(JSON.stringify((await visit('', { token })).body)).not.toContain(ada.email)
  const other = await writeEnquiry(shop)
  const [before, after] = [token!.slice(0, 50), token!.slice(51)]
  for (const wrong of [token!.replace(id, other), `${before}${token![50] === 'A' ? 'B' : 'A'}${after}`, id, 'x'])
    for (const path of ['', '/reply'])
      expect((await visit(path, { token: wrong, id: randomUUID(), text: 'Hello' })).body.msg).toBe('enquiries.badLink')

  const reply = { token, id: randomUUID(), text: 'Ten each.' }
  const replies = await Promise.all([visit('/reply', reply), visit('/reply', reply)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await visit('/reply', { ...reply, text: 'Nine each.' })).body.msg).toBe('error.idempotencyReused')
  const now = await item('enquiry', id)
  expect([now.state, now.messages.length, now.messages[2].text]).toEqual(['open', 3, 'Ten each.'])
  // As if he had written this moment, however long the calls since then took.
  await shop.db.run(sql`update rate_limits set minute = clock_timestamp()`)
  expect((await visit('/reply', { ...reply, id: randomUUID() })).body.msg).toBe('enquiries.tooSoon')
  expect((await mailOf('enquiryForOperator', await operator())).text).toContain('Ten each.')
  await shop.db.run(sql`
    insert into enquiry_messages (id, enquiry_id, text) select gen_random_uuid(), ${id}, 'x' from generate_series(1, 19)`)
  await shop.db.run(sql`truncate rate_limits`)
  expect((await visit('/reply', { ...reply, id: randomUUID() })).body.msg).toBe('enquiries.tooMany')
})

const operator = async () =>
  (
    await shop.db.one<{ recipient: string }>(
      sql`select lower(recipient) as recipient from mails where template = 'enquiryForOperator' limit 1`,
    )
  ).recipient

test('who may only read changes nothing; what is too long or of no kind is refused; what is not there is not there', async () => {
  const id = await writeTicket(shop, ann, { subject: HOSTILE.slice(0, 100), text: HOSTILE.repeat(5) })
  const { seen, messages } = await item('ticket', id)
  expect(messages[0].text).toBe(HOSTILE.repeat(5))
  const review = await writeReview(shop)
  for (const [path, body] of [
    [`ticket/${id}/answer`, { id: randomUUID(), text: 'x', seen }],
    [`ticket/${id}/done`, { seen }],
    [`review/${review}/decide`, { decision: 'published', reason: '', seen: 1 }],
  ] as const)
    expect([path, (await call('POST', `/office/inbox/${path}`, body, reader)).msg]).toEqual([path, 'error.forbidden'])
  expect((await call('GET', `/office/inbox/ticket/${id}`, undefined, reader)).status).toBe(200)
  expect((await answer('ticket', id, { seen, text: 'x'.repeat(LONGEST_ANSWER + 1) })).status).toBe(400)
  expect((await answer('ticket', id, { seen, text: ' \0\n ' })).status).toBe(400)
  expect((await answer('ticket', randomUUID(), { seen })).status).toBe(404)
  expect((await answer('review', id, { seen })).status).toBe(400)
  for (const path of [`ticket/${review}`, `review/${id}`, `ticket/${randomUUID()}`])
    expect([path, (await call('GET', `/office/inbox/${path}`)).status]).toEqual([path, 404])
  expect((await item('ticket', id)).seen).toBe(seen)
})

test('files that members sent are for whoever reads the inbox, and those not sent for nobody', async () => {
  const [sent, unsent] = [randomUUID(), randomUUID()]
  const id = await writeTicket(shop, ann)
  for (const [file, message] of [
    [sent, id],
    [unsent, null],
  ])
    await shop.db.run(sql`
      insert into ticket_files (id, member_id, message_id, position, name, media_type, size, content)
      values (${file}, ${ann.id}, ${message}, 1, 'bill.pdf', 'application/pdf', 5, ${Buffer.from('%PDF-')})`)
  expect((await item('ticket', id)).messages[0].files).toMatchObject([{ id: sent, name: 'bill.pdf' }])
  const get = (file: string, cookie: string) =>
    fetch(`${shop.shop.origin}/prod-api/office/tickets/files/${file}`, { headers: { cookie } })
  const file = await get(sent, reader.cookie)
  expect([file.status, file.headers.get('content-disposition'), await file.text()]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="bill.pdf"/),
    '%PDF-',
  ])
  expect((await get(unsent, ada.cookie)).status).toBe(404)
  expect((await get(sent, ann.cookie)).status).toBe(401)
  const bookkeeper = await addStaff(shop, { role: 'bookkeeper' })
  expect((await get(sent, bookkeeper.cookie)).status).toBe(403)
})

test('saved replies are shared; who saves one that another has saved meanwhile is told', async () => {
  const id = randomUUID()
  const put = (body: object, who = ada) =>
    call('POST', `/office/saved-replies/${id}`, { locale: 'en-US', ...body }, who)
  const fresh = { name: 'Key used', text: 'Hello {{name}}, about {{order}}: …', seen: 0 }
  expect((await put(fresh)).data).toMatchObject({ seen: 1, text: fresh.text })
  expect((await put(fresh)).data).toMatchObject({ seen: 1 })
  expect((await put({ ...fresh, text: 'Better.', seen: 1 }, bob)).data).toMatchObject({ seen: 2 })
  expect((await put({ ...fresh, text: 'Mine.', seen: 1 })).msg).toBe('inbox.refused.reply')
  expect((await call('GET', '/office/saved-replies', undefined, reader)).msg).toBe('error.forbidden')
  expect((await put({ ...fresh, locale: 'xx' })).status).toBe(400)
  expect((await call('POST', `/office/saved-replies/${id}/forget`, { seen: 1 })).msg).toBe('inbox.refused.reply')
  expect((await call('POST', `/office/saved-replies/${id}/forget`, { seen: 2 })).status).toBe(200)
  expect((await call('GET', '/office/saved-replies')).data.replies).toEqual([])
  expect((await acts('savedReply', id)).map(({ act, actor }) => [act, actor])).toEqual([
    ['savedReply.save', ada.email],
    ['savedReply.save', bob.email],
    ['savedReply.forget', ada.email],
  ])
})
