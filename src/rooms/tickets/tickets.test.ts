// Tickets over the API: who sees which, what is written once, how fast (decisions A5, A6, A9, A10, F10).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createEvents } from '#platform/events/events.ts'
import { allOf, until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  heldAlways,
  openTestShop,
  orderBody,
  placeOrder,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { answerTicket } from './answer.ts'
import { TICKET_ANSWERED } from './events.ts'
import { ticketsOfMember } from './personal.ts'

let shop: TestShop
let ann: TestMember
let bob: TestMember
beforeAll(async () => {
  shop = await openTestShop()
  ;[ann, bob] = [await addMember(shop), await addMember(shop)]
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`truncate tickets cascade`).then(() => shop.db.run(sql`truncate rate_limits`)))

const good = { subject: 'My key does not work', topic: 'key', text: 'It says: already used.\r\nWhat now?' }

const post = (path: string, body: unknown, { cookie }: TestMember | { cookie: string } = ann) =>
  shop.call('POST', path, { body, headers: { cookie } })
const get = (path: string, { cookie }: TestMember | { cookie: string } = ann) =>
  shop.call('GET', path, { headers: { cookie } })
const open = (more: object = {}, who = ann) => post('/api/profile/tickets', { id: randomUUID(), ...good, ...more }, who)
const forgetTurns = () => shop.db.run(sql`truncate rate_limits`)

const mailsOf = (template: string) =>
  shop.db.query<{ recipient: string; data: Record<string, string> }>(
    sql`select recipient, data from mails where template = ${template} order by created_at, id`,
  )

function answer(ticketId: string, text: string, id: string = randomUUID()) {
  const events = createEvents([TICKET_ANSWERED])
  return shop.db.transaction((tx) =>
    answerTicket(tx, { events, mailDomain: () => 'shop.example' }, { id, ticketId, text, by: 'olga' }),
  )
}

test('a ticket is asked, answered, gone on with, closed and opened again; its member is mailed that there is an answer, not the answer', async () => {
  const { status, body } = await open()
  expect(status).toBe(200)
  const { id } = body.data
  expect(body.data).toMatchObject({
    reference: `T-${id.slice(0, 8).toUpperCase()}`,
    subject: good.subject,
    topic: 'key',
    orderNo: null,
    state: 'open',
    messages: [{ author: 'member', text: 'It says: already used.\nWhat now?', files: [] }],
  })
  expect((await mailsOf('ticketForOperator')).map(({ data }) => data.ticketId)).toContain(id)

  expect(await answer(id, 'Send us a picture of it, please.')).toBe(true)
  const answered = await get(`/api/profile/tickets/${id}`)
  expect(answered.body.data).toMatchObject({
    state: 'answered',
    messages: [{ author: 'member' }, { author: 'shop', text: 'Send us a picture of it, please.' }],
  })
  expect(JSON.stringify(answered.body)).not.toContain('olga')
  const mail = await until(
    async () =>
      (await shop.db.maybe<{ id: string; sealed: Buffer }>(
        sql`select id, sealed from mails where template = 'ticketAnswered' and recipient = ${ann.email} and sealed is not null`,
      ))!,
    'the mail is written',
  )
  const words = JSON.stringify(openMail(shop.shop.ground.keyring, mail))
  expect(words).toContain(`/my-support#${id}`)
  expect(words).not.toMatch(/picture of it|already used|does not work/)

  const replied = await post(`/api/profile/tickets/${id}/reply`, { id: randomUUID(), text: 'Here it is.' })
  expect(replied.body.data).toMatchObject({ state: 'open' })
  expect(replied.body.data.messages.map(({ author }: { author: string }) => author)).toEqual([
    'member',
    'shop',
    'member',
  ])
  expect((await post(`/api/profile/tickets/${id}/close`, undefined)).body.data.state).toBe('closed')
  expect((await post(`/api/profile/tickets/${id}/reopen`, undefined)).body.data.state).toBe('open')
})

test('the same request twice, in turn or at once, makes one ticket and one mail; the same reply one message', async () => {
  const id = randomUUID()
  const before = (await mailsOf('ticketForOperator')).length
  const answers = await Promise.all(Array.from({ length: 8 }, () => open({ id })))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await open({ id })).body.data.messages).toHaveLength(1)
  expect((await mailsOf('ticketForOperator')).length).toBe(before + 1)

  const reply = { id: randomUUID(), text: 'One more thing.' }
  const replies = await Promise.all(Array.from({ length: 8 }, () => post(`/api/profile/tickets/${id}/reply`, reply)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await get(`/api/profile/tickets/${id}`)).body.data.messages).toHaveLength(2)
})

test('other content under a known id is refused, and nothing of it comes in', async () => {
  const id = randomUUID()
  await open({ id })
  const { body } = await open({ id })
  const others = [{ text: 'Something else.' }, { subject: 'Another' }, { topic: 'payment' }, { files: [randomUUID()] }]
  for (const other of others) {
    const refusal = await open({ id, ...other })
    expect([refusal.status, refusal.body.msg]).toEqual([422, 'error.idempotencyReused'])
  }
  const reply = { id: randomUUID(), text: 'One more thing.' }
  const replied = await post(`/api/profile/tickets/${id}/reply`, reply)
  for (const other of [{ text: 'Or two.' }, { files: [randomUUID()] }]) {
    const refusal = await post(`/api/profile/tickets/${id}/reply`, { ...reply, ...other })
    expect([refusal.status, refusal.body.msg]).toEqual([422, 'error.idempotencyReused'])
  }
  expect((await post(`/api/profile/tickets/${id}/reply`, reply)).body).toEqual(replied.body)
  expect(replied.body.data).toMatchObject({ subject: body.data.subject, topic: body.data.topic })
  expect(replied.body.data.messages).toMatchObject([...body.data.messages, { text: reply.text }])
})

test('somebody else’s ticket is not there, whatever is asked of it, and nothing of it changes', async () => {
  const { id } = (await open()).body.data
  const strange = `/api/profile/tickets/${id}`
  const missing = `/api/profile/tickets/${randomUUID()}`
  const asked = (base: string, who: { cookie: string }) => [
    get(base, who),
    post(`${base}/reply`, { id: randomUUID(), text: 'Hello' }, who),
    post(`${base}/close`, undefined, who),
    post(`${base}/reopen`, undefined, who),
  ]
  const [ofAnn, ofNobody] = [await Promise.all(asked(strange, bob)), await Promise.all(asked(missing, bob))]
  expect(ofAnn.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(ofAnn.map(({ body }) => body)).toEqual(ofNobody.map(({ body }) => body))
  // Her ticket's id, and that of a message of hers, for something of his.
  expect((await open({ id }, bob)).status).toBe(404)
  await forgetTurns()
  const his = (await open({}, bob)).body.data.id
  expect((await post(`/api/profile/tickets/${his}/reply`, { id, text: 'Hello' }, bob)).status).toBe(404)
  expect((await get('/api/profile/tickets', bob)).body.rows).toHaveLength(1)
  const visitor = await Promise.all(asked(strange, { cookie: '' }))
  expect(visitor.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect((await get(strange)).body.data).toMatchObject({ state: 'open', messages: [{ text: expect.any(String) }] })
})

test('one ticket a minute and twenty a day; what is refused is not there and costs no turn', async () => {
  await open()
  const second = randomUUID()
  const soon = await open({ id: second })
  expect([soon.status, soon.body.msg]).toEqual([422, 'support.limit.minute'])
  expect((await get(`/api/profile/tickets/${second}`)).status).toBe(404)
  expect((await open({}, bob)).status).toBe(200)

  await shop.db.run(sql`
    insert into tickets (id, member_id, subject, topic, state, locale, created_at)
    select gen_random_uuid(), ${ann.id}, 'x', 'other', 'open', 'en-US', now() - interval '23 hours' from generate_series(1, 18)`)
  await forgetTurns()
  expect((await open()).status).toBe(200)
  await forgetTurns()
  const last = await open()
  expect([last.status, last.body.msg]).toEqual([422, 'support.limit.day'])
  await shop.db.run(sql`update tickets set created_at = created_at - interval '1 hour' where subject = 'x'`)
  expect((await open()).status).toBe(200)
})

test('of twenty tickets at once one comes in; of twenty replies at once, one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => open()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [ticket] = (await get('/api/profile/tickets')).body.rows
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      post(`/api/profile/tickets/${ticket.id}/reply`, { id: randomUUID(), text: `Reply ${n}` }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.find(({ status }) => status !== 200)!.body.msg).toBe('support.limit.soon')
})

test('of twenty things written in tickets an hour the operator has a mail each; of more an alert tells, once, and the inbox has them', async () => {
  const anHourLater = () => shop.db.run(sql`update mails set created_at = created_at - interval '61 minutes'`)
  await anHourLater()
  const before = (await mailsOf('ticketForOperator')).length
  const mailed = async () => (await mailsOf('ticketForOperator')).length - before
  const alerts = () =>
    shop.db.query<{ id: string; seenAt: Date; count: number; isOpen: boolean }>(sql`
      select id, last_at as "seenAt", count, resolved_at is null as "isOpen" from alerts where kind = 'tickets.many'`)
  const { id } = (await open()).body.data
  async function reopen() {
    await forgetTurns()
    for (const act of ['close', 'reopen'])
      expect((await post(`/api/profile/tickets/${id}/${act}`, undefined)).status).toBe(200)
  }
  for (let n = 2; n <= 20; n++) await reopen()
  expect([await mailed(), await alerts()]).toEqual([20, []])

  await reopen()
  await answer(id, 'Which message comes?')
  await forgetTurns()
  expect((await post(`/api/profile/tickets/${id}/reply`, { id: randomUUID(), text: 'None.' })).status).toBe(200)
  const another = (await open({}, bob)).body.data.id
  const [alert, ...more] = await alerts()
  expect([await mailed(), alert, more]).toEqual([20, expect.objectContaining({ count: 3, isOpen: true }), []])

  const ada = await addStaff(shop)
  const { rows } = await askAs(shop, ada, 'GET /office/inbox')
  expect(rows.map((row: { id: string }) => row.id)).toEqual(expect.arrayContaining([id, another]))
  expect(await askAs(shop, ada, `POST /office/alerts/${alert!.id}/done`, { seenAt: alert!.seenAt })).toBe(null)
  await anHourLater()
  await reopen()
  expect([await mailed(), await alerts()]).toEqual([21, [expect.objectContaining({ count: 3, isOpen: false })]])
})

test('what breaks a rule is refused field by field', async () => {
  const { status, body } = await open({ subject: ' a ', topic: 'gossip', text: '  ' })
  expect(status).toBe(400)
  expect(body.errors).toEqual([
    { path: 'subject', message: 'support.error.subject' },
    { path: 'topic', message: 'support.error.topic' },
    { path: 'text', message: 'support.error.text' },
  ])
  const foreign = await open({ orderNo: 'NOT-MINE' })
  expect([foreign.status, foreign.body.errors]).toEqual([400, [{ path: 'orderNo', message: 'support.error.orderNo' }]])
  expect((await get('/api/profile/tickets')).body.total).toBe(0)
})

test('a ticket names an order of its member’s own, and no other’s', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const { orderNo } = await placeOrder(shop, orderBody([{ product }]), { cookie: ann.cookie })
  const foreign = await open({ orderNo }, bob)
  expect([foreign.status, foreign.body.errors]).toEqual([400, [{ path: 'orderNo', message: 'support.error.orderNo' }]])
  const own = await open({ orderNo: orderNo.toLowerCase() })
  expect([own.status, own.body.data.orderNo]).toEqual([200, orderNo])
})

test('the list is in pages of ten, the last one written to first, and ends', async () => {
  await shop.db.run(sql`
    insert into tickets (id, member_id, subject, topic, state, locale, updated_at)
    select gen_random_uuid(), ${ann.id}, 'Ticket ' || n, 'other', 'closed', 'en-US', now() - make_interval(mins => n)
    from generate_series(1, 13) n`)
  const pages = await Promise.all([1, 2, 3].map((n) => get(`/api/profile/tickets?pageNum=${n}`)))
  expect(pages.map(({ body }) => [body.rows.length, body.total])).toEqual([
    [10, 13],
    [3, 13],
    [0, 13],
  ])
  expect(pages[1]!.body.rows.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Ticket 11',
    'Ticket 12',
    'Ticket 13',
  ])
})

test('markup is text, and a ticket goes with its member', async () => {
  const text = '<img src=x onerror=alert(1)> {{7*7}}'
  const { id } = (await open({ subject: text, text })).body.data
  expect((await get(`/api/profile/tickets/${id}`)).body.data.messages[0].text).toBe(text)
  await answer(id, 'It is text.')
  const personal = ticketsOfMember(shop.db)
  const held = async ({ id: memberId, email }: TestMember) =>
    allOf((await personal.collect(memberId, heldAlways(email))).tickets as AsyncIterable<unknown>)
  expect(await held(ann)).toMatchObject([{ subject: text, messages: [{ text }, { text: 'It is text.' }] }])
  expect(await held(bob)).toEqual([])
  const told = () => shop.db.query(sql`select template from mails where data ->> 'ticketId' = ${id} order by template`)
  expect(await told()).toEqual([{ template: 'ticketAnswered' }, { template: 'ticketForOperator' }])
  await shop.db.transaction((tx) => personal.erase(tx, ann.id, null))
  expect((await shop.db.one(sql`select count(*)::int as n from ticket_messages`)).n).toBe(0)
  expect(await told()).toEqual([])
})

test('the mail about an answer is in the language in which its ticket was written', async () => {
  const asked = await shop.call('POST', '/api/profile/tickets', {
    body: { id: randomUUID(), ...good },
    headers: { cookie: `${ann.cookie}; locale=de` },
  })
  const { id } = asked.body.data
  await answer(id, 'Bitte ein Bild davon.')
  expect(
    await shop.db.query(sql`select locale from mails where data ->> 'ticketId' = ${id} order by created_at`),
  ).toEqual([{ locale: 'en-US' }, { locale: 'de' }])
})

test('the same answer twice is one message and one mail; none is given to what is not there', async () => {
  const { id } = (await open()).body.data
  const before = (await mailsOf('ticketAnswered')).length
  const answerId = randomUUID()
  await Promise.all([answer(id, 'Yes.', answerId), answer(id, 'Yes.', answerId)])
  expect((await get(`/api/profile/tickets/${id}`)).body.data.messages).toHaveLength(2)
  expect((await mailsOf('ticketAnswered')).length).toBe(before + 1)
  expect(await answer(randomUUID(), 'Hello?')).toBe(false)
})
