// What people in the back office do in the inbox: who may, what whoever wrote is told, and what happens when two do it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  placeOrder,
  statusOf,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { LONGEST_ANSWER } from './limits.ts'
import { declareWithdrawal, writeEnquiry, writeReview, writeTicket } from './scene.testing.ts'

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

const HOSTILE = `<script>alert(1)</script>‮gnp.exe\u0007 ${'x'.repeat(900)}`

const call = async (method: string, path: string, body?: unknown, who = ada) => {
  const answer = await shop.call(method, path, { body, headers: { cookie: who.cookie } })
  return { status: answer.status, msg: answer.body.msg, data: answer.body.data, errors: answer.body.errors }
}
const item = async (kind: string, id: string) => (await call('GET', `/office/inbox/${kind}/${id}`)).data
const answer = (kind: string, id: string, of: { text?: string; seen: number; id?: string }, who = ada) =>
  call('POST', `/office/inbox/${kind}/${id}/answer`, { id: randomUUID(), text: 'Here it is.', ...of }, who)
const acts = async (kind: string, id: string) =>
  fieldsOf(await auditRows(shop.db, { subject: { kind, id } }), 'act', 'actor', 'reason')

/** The words of the last mail of this kind to this address. */
const mailOf = (template: string, recipient: string) =>
  until(async () => {
    const mail = await shop.db.maybe<{ id: string; sealed: Buffer | null; locale: string }>(
      sql`select id, sealed, locale from mails where template = ${template} and lower(recipient) = ${recipient} order by created_at desc limit 1`,
    )
    return (
      mail?.sealed && {
        locale: mail.locale,
        ...(JSON.parse(shop.shop.ground.keyring.open('mail', mail.sealed, mail.id)) as {
          subject: string
          text: string
          html: string
        }),
      }
    )
  }, 'the mail is written')

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

test('of a review it is said whether a member wrote it, under the address of his account', async () => {
  const typed = await item('review', await writeReview(shop))
  expect(typed).toMatchObject({ email: 'rita@buyer.example', about: { byMember: false } })
  const his = await writeReview(shop, {}, { authorization: `Bearer ${ann.token}` })
  expect(await item('review', his)).toMatchObject({ email: ann.email, about: { byMember: true } })
})

test('a review is published, rejected with a reason, published again; the page shows what is published; two at once do not both decide', async () => {
  const { productId: pid } = await addProduct(shop)
  const id = await writeReview(shop, { pid, content: HOSTILE })
  const shown = async () => (await shop.call('GET', `/api/bottom/feedbacks?pid=${pid}`)).body.total
  const decide = (decision: string, seen: number, reason = '', who = ada) =>
    call('POST', `/office/inbox/review/${id}/decide`, { decision, reason, seen }, who)
  const waiting = await item('review', id)
  expect(waiting).toMatchObject({ state: 'open', messages: [{ text: HOSTILE }], about: { decision: 'pending' } })
  expect((await decide('rejected', waiting.seen)).errors).toEqual([{ path: 'reason', message: 'act.reasonRequired' }])
  const both = await Promise.all([decide('published', waiting.seen), decide('rejected', waiting.seen, 'Rude.', bob)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const first = await item('review', id)
  expect(first.about.decision).toBe(both[0]!.status === 200 ? 'published' : 'rejected')
  if (first.about.decision === 'rejected') await decide('published', first.seen)
  expect(await shown()).toBe(1)
  const published = await item('review', id)
  expect((await decide('published', published.seen)).msg).toBe('inbox.refused.decided')
  expect((await decide('rejected', published.seen, 'It names another shop.')).status).toBe(200)
  expect(await shown()).toBe(0)
  expect(await item('review', id)).toMatchObject({
    ...{ state: 'done', about: { decision: 'rejected', reason: 'It names another shop.', decidedBy: ada.email } },
  })
  expect((await acts('review', String(id))).at(-1)).toEqual({
    act: 'review.reject',
    actor: ada.email,
    reason: 'It names another shop.',
  })
})

test('a withdrawal is accepted or refused once; who declared it is told in his language, and the alert is over', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const { orderNo, orderId } = await placeOrder(shop, orderBody([{ product }]))
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, orderId)) === 'Delivered', 'it is delivered')
  const { email } = await shop.db.one<{ email: string }>(
    sql`select delivery_email as email from orders where order_no = ${orderNo}`,
  )
  const open = async () =>
    (
      await shop.db.one<{ n: number }>(
        sql`select count(*)::int as n from alerts where kind = 'withdrawal.received' and resolved_at is null`,
      )
    ).n
  const decide = (id: string, decision: string, text: string, seen: number, who = ada) =>
    call('POST', `/office/inbox/withdrawal/${id}/decide`, { decision, text, seen }, who)

  const id = await declareWithdrawal(shop, { orderNo, email, lang: 'fr', scope: HOSTILE.slice(0, 400) })
  expect(await open()).toBe(1)
  const declared = await item('withdrawal', id)
  expect(declared).toMatchObject({ state: 'open', about: { order: { orderNo }, decision: null, decidedAt: null } })
  expect(Date.parse(declared.about.dueAt) - Date.parse(declared.writtenAt)).toBe(14 * 86_400_000)
  expect((await decide(id, 'refused', ' ', declared.seen)).errors).toEqual([
    { path: 'text', message: 'act.reasonRequired' },
  ])
  const both = await Promise.all([
    decide(id, 'accepted', '', declared.seen),
    decide(id, 'accepted', '', declared.seen, bob),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await open()).toBe(0)
  const mail = await mailOf('withdrawalAccepted', email.toLowerCase())
  expect([mail.locale, mail.subject]).toEqual(['fr', expect.stringContaining('Nous acceptons votre rétractation')])
  expect(await item('withdrawal', id)).toMatchObject({ state: 'done', about: { decision: 'accepted' } })

  const other = await declareWithdrawal(shop, { email: 'typed@buyer.example', fillName: '<i>Wim</i>' })
  await decide(other, 'refused', 'There is no such order.', (await item('withdrawal', other)).seen)
  const refusal = await mailOf('withdrawalRefused', 'typed@buyer.example')
  expect(refusal.text).toContain('There is no such order.')
  expect(refusal.text + refusal.html).not.toContain('Wim')
  expect(await acts('withdrawal', other)).toEqual([
    { act: 'withdrawal.refuse', actor: ada.email, reason: 'There is no such order.' },
  ])
})

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
