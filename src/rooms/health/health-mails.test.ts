// The list of mails, what may be done about one, and the list of providers' notices.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { type MailServer, openMailServer } from '#test/mail-server.testing.ts'

let shop: TestShop
let ada: TestStaff
let reader: TestStaff
let server: MailServer
beforeAll(async () => {
  server = await openMailServer()
  shop = await openTestShop({ SMTP_URL: server.url })
  ada = await addStaff(shop, { role: 'manager' })
  reader = await addStaff(shop, { role: 'reader' })
})
afterAll(async () => {
  await shop.close()
  await server.close()
})

const get = async (path: string, by = ada) =>
  (await shop.call('GET', `/office/health/${path}`, { headers: { cookie: by.cookie } })).body
const send = async (id: string, body: object, by = ada) =>
  shop.call('POST', `/office/health/mails/${id}/send`, { headers: { cookie: by.cookie }, body })

async function promised(
  recipient: string,
  template: 'operatorAlert' | 'staffChanged' = 'operatorAlert',
): Promise<string> {
  const id = randomUUID()
  await promiseMail(shop.db, {
    ...{ id, messageId: `<${id}@shop.example>`, recipient, locale: 'en-US', template },
    data: { kind: 'order.held', alerts: '[]', secret: 'TOKEN-IN-DATA' },
  })
  return id
}
/** Tried, and not again by itself seconds later. */
const tried = (id: string) =>
  until(
    () =>
      shop.db.query(sql`
        select 1 from graphile_worker.reschedule_jobs(array(
          select id from graphile_worker._private_jobs where payload ->> 'mailId' = ${id} and attempts > 0), now() + interval '1 day')`),
    'it was tried',
  )
const ids = (data: { rows: { id: string }[] }) => data.rows.map(({ id }) => id)

test('a mail that is not taken waits, fails when it is tried no more, and is sent when somebody says so', async () => {
  server.isAway = true
  const id = await promised('Late@Buyer.example')
  await tried(id)
  const waiting = (await get(`mails/${id}`)).data
  expect(waiting).toMatchObject({
    ...{ state: 'waiting', recipient: 'Late@Buyer.example', sentAt: null, isWritten: true },
    job: { error: 'the mail server did not take it: 451', nextAt: expect.any(String) },
  })
  expect(ids((await get('mails?state=waiting')).data)).toContain(id)
  await shop.db.run(sql`
    select graphile_worker.permanently_fail_jobs(array(
      select j.id from graphile_worker._private_jobs j where j.payload ->> 'mailId' = ${id}))`)
  const failed = (await get(`mails/${id}`)).data
  expect(failed).toMatchObject({ state: 'failed', job: { nextAt: null } })
  expect([ids((await get('mails?state=failed')).data), ids((await get('mails?state=waiting')).data)]).toEqual([
    [id],
    [],
  ])
  expect(JSON.stringify([failed, await get('mails')])).not.toMatch(/TOKEN-IN-DATA|Held/)

  expect((await send(id, { seen: failed.seen, reason: 'x' }, reader)).body.msg).toBe('error.forbidden')
  expect((await send(id, { seen: waiting.seen, reason: 'x' })).body.msg).toBe('health.refused.changed')
  server.isAway = false
  const why = { seen: failed.seen, reason: 'the server is back' }
  const both = await Promise.all([send(id, why), send(id, why)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  await until(async () => (await get(`mails/${id}`)).data.state === 'sent', 'it is sent')
  expect(server.taken.filter((to) => to.toLowerCase() === 'late@buyer.example')).toHaveLength(1)
  const sent = (await get(`mails/${id}`)).data
  expect((await send(id, { seen: sent.seen, reason: 'x' })).body.msg).toBe('health.refused.mailSent')
  const written = await auditRows(shop.db, { subject: { kind: 'mail', id } })
  expect(fieldsOf(written, 'act', 'reason', 'after')).toEqual([
    { act: 'mail.send', reason: 'the server is back', after: { template: 'operatorAlert', attempts: 25 } },
  ])
})

test('a mail that nothing tries to send any more is sent, too', async () => {
  server.isAway = true
  const id = await promised('lost@buyer.example')
  await tried(id)
  await shop.db.run(sql`delete from graphile_worker._private_jobs where payload ->> 'mailId' = ${id}`)
  const { data } = await get(`mails/${id}`)
  expect(data).toMatchObject({ state: 'failed', job: null })
  server.isAway = false
  expect((await send(id, { seen: data.seen, reason: 'once more' })).status).toBe(200)
  await until(async () => (await get(`mails/${id}`)).data.state === 'sent', 'it is sent')
})

test('mails are found by a whole address, an order number and their id; anything else finds nothing and says so', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const [row] = await shop.db.query<{ no: string; email: string }>(
    sql`select order_no as no, delivery_email as email from orders where id = ${order.orderId}`,
  )
  const byNo = (await get(`mails?q=%23${row!.no.slice(0, 5)}-${row!.no.slice(5).toLowerCase()}.`)).data
  expect(byNo.rows).toContainEqual(
    expect.objectContaining({ template: 'delivery', orderNo: row!.no, orderId: order.orderId, recipient: row!.email }),
  )
  const byAddress = (await get(`mails?q=${encodeURIComponent(row!.email.toUpperCase())}`)).data
  expect(ids(byAddress)).toEqual(expect.arrayContaining(ids(byNo)))
  const [first] = ids(byNo)
  expect(ids((await get(`mails?q=${first}&state=failed`)).data)).toEqual([])
  expect(ids((await get(`mails?q=${first}&state=${byNo.rows[0].state}`)).data)).toEqual([first])
  expect((await get(`mails?q=${encodeURIComponent("%' or 1=1")}`)).data).toMatchObject({ rows: [], understood: false })
  expect((await get('mails?after=nonsense')).code).toBe(400)
  expect((await get(`mails/${randomUUID()}`)).code).toBe(404)
})

test('to whom a mail goes is told to nobody who may see no orders, but of his own; nor is he told whether an address has some', async () => {
  await shop.db.run(sql`insert into staff_roles (name) values ('technician')`)
  await shop.db.run(sql`insert into staff_grants (role, permission) values ('technician', 'health.read')`)
  const technician = await addStaff(shop, { role: 'technician' })
  const [hers, his] = [await promised('hidden@buyer.example'), await promised(technician.email)]
  expect((await get(`mails/${hers}`)).data.recipient).toBe('hidden@buyer.example')
  const { data } = await get('mails', technician)
  const recipientOf = (id: string) => data.rows.find((row: { id: string }) => row.id === id).recipient
  expect([recipientOf(hers), recipientOf(his)]).toEqual([null, technician.email])
  expect((await get(`mails/${hers}`, technician)).data.recipient).toBeNull()
  expect((await get('mails?q=hidden@buyer.example', technician)).data).toMatchObject({ rows: [], understood: false })
  expect(ids((await get(`mails?q=${technician.email}`, technician)).data)).toEqual([his])
  expect(ids((await get('mails?q=hidden@buyer.example')).data)).toEqual([hers])
})

test('to whom a mail goes that is for a colleague is told to who may see colleagues, and found by the address', async () => {
  await shop.db.run(sql`insert into staff_roles (name) values ('head of technicians')`)
  await shop.db.run(sql`
    insert into staff_grants (role, permission)
    values ('head of technicians', 'health.read'), ('head of technicians', 'staff.read')`)
  const head = await addStaff(shop, { role: 'head of technicians' })
  const technician = await addStaff(shop, { role: 'technician' })
  const [letter, alert] = [await promised(ada.email, 'staffChanged'), await promised(ada.email)]
  const recipients = (by: TestStaff) =>
    Promise.all([letter, alert].map(async (id) => (await get(`mails/${id}`, by)).data.recipient))
  expect(await recipients(head)).toEqual([ada.email, null])
  expect(await recipients(technician)).toEqual([null, null])
  // Of what a buyer may get he is told nothing.
  expect(ids((await get(`mails?q=${ada.email.toUpperCase()}`, head)).data)).toEqual([letter])
  expect((await get(`mails?q=${ada.email}`, technician)).data).toMatchObject({ rows: [], understood: false })
})

test('many mails of one moment come fifty at a time, each once, in each state', async () => {
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, state, created_at)
    select gen_random_uuid(), 'm' || n, 'many@buyer.example', 'en-US', 'found', '{}', case when n > 120 then 'kept' else 'sent' end, '2020-01-01'
    from generate_series(1, 240) n`)
  for (const state of ['', 'state=sent&', 'state=kept&']) {
    const seen: string[] = []
    let after = ''
    do {
      const { data } = await get(`mails?${state}${after}`)
      seen.push(...ids(data))
      after = data.next ? `after=${data.next}` : ''
    } while (after)
    expect([new Set(seen).size, seen.length >= 120]).toEqual([seen.length, true])
  }
})

test('a test mail goes to whoever asks, says so in the log, and a few times alone', async () => {
  const boss = await addStaff(shop, { role: 'manager' })
  expect(await askAs(shop, reader, 'POST /office/health/mail-test', {})).toMatchObject({ status: 403 })
  const many = await Promise.all(
    Array.from({ length: 5 }, () => askAs(shop, boss, 'POST /office/health/mail-test', {})),
  )
  const sent = many.filter(({ id }) => id)
  expect(sent).toHaveLength(3)
  expect(many.find(({ refused }) => refused)).toMatchObject({ status: 422, refused: 'health.refused.mailTests' })
  for (const { id } of sent) await until(async () => (await get(`mails/${id}`)).data.state === 'sent', 'it is sent')
  expect(server.taken.filter((to) => to === boss.email)).toHaveLength(3)
  expect(
    await shop.db.query(sql`select actor from audit_log where act = 'mail.test' and subject_id = ${sent[0].id}`),
  ).toEqual([{ actor: boss.email }])
})

test('notices are listed with what became of them, by provider and by state', async () => {
  const { data } = await get('notices')
  expect(data.providers).toContain('stripe')
  expect(data.rows[0]).toMatchObject({ provider: 'stripe', state: 'agreed', orderNo: expect.any(String) })
  await shop.db.run(sql`
    insert into payment_events (provider, event_id, kind, claim, details, provider_ref, handled_at, outcome)
    values ('other', 'e1', '<b>odd</b>', '{"says": "paid"}', '{"secret": "IN-DETAILS"}', 'REF-OF-E1', null, null),
      ('other', 'e2', 'odd', '{"says": "nothing"}', '{}', null, now(), 'not about a payment of this shop')`)
  const other = (await get('notices?provider=other', reader)).data
  expect(other.rows).toMatchObject([
    { kind: 'odd', state: 'foreign', orderNo: null },
    { kind: '<b>odd</b>', says: 'paid', state: 'open', handledAt: null },
  ])
  expect(JSON.stringify(other)).not.toMatch(/IN-DETAILS|REF-OF-E1/)
  expect((await get('notices?provider=other&state=open')).data.rows).toHaveLength(1)
  expect((await get('notices?provider=other&state=done')).data.rows).toHaveLength(1)
  expect((await get('notices?state=open')).data.rows.map(({ provider }: { provider: string }) => provider)).toEqual([
    'other',
  ])
  await shop.db.run(sql`
    insert into payment_events (provider, event_id, kind) select 'many', n::text, 'odd' from generate_series(1, 60) n`)
  const page = (await get('notices?provider=many')).data
  const rest = (await get(`notices?provider=many&after=${page.next}`)).data
  expect([page.rows.length, rest.rows.length, rest.next]).toEqual([50, 10, null])
})
