// What the shop holds about a member, and the end of it (decision F11).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const as = (member: TestMember) => ({ cookie: member.cookie })
const exported = (member: TestMember) => shop.call('GET', '/api/profile/export', { headers: as(member) })
const erase = (member: TestMember, body: object = { confirmed: true }) =>
  shop.call('POST', '/api/profile/erase', { headers: as(member), body })
const address = { firstName: 'Ada', lastName: 'Lovelace', address: '1 Byron Street', city: 'London', province: 'London', country: 'GB', zip: 'N1', phone: '123456', phoneCode: '44' } // biome-ignore format: a row

test('an archive has what each room holds, of this member and of nobody else, and nothing that opens anything', async () => {
  const [ada, bob] = [await addMember(shop, { password: 'correct horse' }), await addMember(shop)]
  for (const member of [ada, bob])
    await shop.call('POST', '/api/profile/address/insert', { headers: as(member), body: address })
  const answer = await exported(ada)
  expect(answer.status).toBe(200)
  const text = JSON.stringify(answer.body.data)
  expect(Object.keys(answer.body.data.rooms)).toEqual(
    expect.arrayContaining(['addresses', 'members', 'orders', 'sessions']),
  )
  expect(text).toContain(ada.email)
  expect(text).toContain('1 Byron Street')
  expect(text).not.toContain(bob.email)
  expect(text).not.toMatch(/argon2id/)
  expect(text).not.toContain(ada.token)
})

test('nothing is told or deleted to whoever has not proved himself in the last two minutes', async () => {
  const member = await addMember(shop)
  await shop.db.run(sql`update sessions set proved_at = now() - interval '121 seconds' where member_id = ${member.id}`)
  for (const answer of [await exported(member), await erase(member)])
    expect([answer.status, answer.body.msg]).toEqual([403, 'login.proveAgain'])
  expect((await shop.call('GET', '/api/profile/export')).status).toBe(401)
})

test('an account that is closed is gone with all its data; its names are free, and its address is told once', async () => {
  const member = await addMember(shop, { password: 'correct horse' })
  await shop.call('POST', '/api/profile/address/insert', { headers: as(member), body: address })
  await shop.db.run(sql`
    insert into newsletter_subscriptions (id, email, locale, state) values (gen_random_uuid(), ${member.email}, 'en-US', 'confirmed')`)
  await shop.db.run(sql`
    insert into registrations (id, email, email_key, username, password_hash, subscribes, locale)
    values (gen_random_uuid(), ${member.email}, ${member.email}, 'somebody', 'x', false, 'en-US')`)
  await shop.db.run(sql`
    insert into enquiries (id, type, fill_name, email, message, locale)
    values (gen_random_uuid(), 2, 'Ada', ${member.email.toUpperCase()}, 'Forty keys, please', 'en-US')`)
  const { rooms } = (await exported(member)).body.data
  expect(rooms.members).toMatchObject({
    newsletter: { state: 'confirmed' },
    enquiries: [{ about: 'wholesale', message: 'Forty keys, please' }],
    registrations: [{ username: 'somebody' }],
  })
  expect((await erase(member, {})).status).toBe(400)
  const answer = await erase(member)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).toMatch(/token=;/)
  expect((await exported(member)).status).toBe(401)
  const left = await shop.db.query<{ text: string }>(sql`select m::text as text from members m where id = ${member.id}`)
  expect(left).toHaveLength(1)
  expect(left[0]!.text).not.toContain(member.username)
  const rows = await shop.db.one<{ n: number }>(sql`
    select (select count(*) from addresses where member_id = ${member.id})::int
      + (select count(*) from sessions where member_id = ${member.id})::int
      + (select count(*) from newsletter_subscriptions where email = ${member.email})::int
      + (select count(*) from enquiries where lower(email) = lower(${member.email}))::int
      + (select count(*) from registrations where email = ${member.email})::int
      + (select count(*) from sign_ins where member_id = ${member.id})::int as n`)
  expect(rows.n).toBe(0)
  const mails = await shop.db.query(sql`select template from mails where recipient = ${member.email}`)
  expect(mails).toEqual([{ template: 'accountClosed' }])
  await expect(
    shop.db.run(sql`update members set username_key = ${member.username} where id = ${(await addMember(shop)).id}`),
  ).resolves.toBe(1)
})

test('of his withdrawals those stay that a claim is proved by, and the archive says so', async () => {
  const member = await addMember(shop)
  const product = await addProduct(shop, { keys: 1 })
  const { orderId } = await placeOrder(shop, orderBody([{ product }], { email: member.email }), as(member))
  await shop.db.run(sql`update orders set status = 'Cancelled' where id = ${orderId}`)
  const declare = (orderNo: string, order: string | null, isHandled: boolean) =>
    shop.db.run(sql`
      insert into withdrawals (id, order_no, order_id, fill_name, email, locale, handled_at)
      values (gen_random_uuid(), ${orderNo}, ${order}::uuid, 'Ada', ${member.email}, 'en-US', ${isHandled ? new Date() : null})`)
  await declare('OURS', orderId, true)
  await declare('NOBODYS', null, true)
  await declare('WAITS', null, false)
  const { withdrawals } = (await exported(member)).body.data.rooms
  expect(withdrawals.withdrawals.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual([
    'OURS',
    'NOBODYS',
    'WAITS',
  ])
  expect(withdrawals.keptAfterErasure).toContain('1095 days')
  expect((await erase(member)).status).toBe(200)
  expect(
    await shop.db.query(sql`select order_no as "orderNo" from withdrawals where email = ${member.email} order by 1`),
  ).toEqual([{ orderNo: 'OURS' }, { orderNo: 'WAITS' }])
})

test('mails to another address of the same mailbox, who may be another person, stay', async () => {
  const member = await addMember(shop, { email: 'team+ada@example.com' })
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, mailbox, locale, template, data)
    select gen_random_uuid(), gen_random_uuid()::text, r, 'team@example.com', 'en-US', 'emailTaken', '{}'
    from unnest(array['team@example.com', 'Team+Ada@example.com']) r`)
  expect((await exported(member)).body.data.rooms.mails.mails).toMatchObject([{ recipient: 'Team+Ada@example.com' }])
  await erase(member)
  const left = await shop.db.query(sql`
    select recipient from mails where mailbox = 'team@example.com' and template = 'emailTaken'`)
  expect(left).toEqual([{ recipient: 'team@example.com' }])
})

test('an erasure is told to the journal in its transaction, by an id and a keyed hash alone; one that is refused is not', async () => {
  const [gone, held] = [await addMember(shop), await addMember(shop)]
  const product = await addProduct(shop, { keys: 1 })
  await placeOrder(shop, orderBody([{ product }], { email: held.email }), as(held))
  expect((await erase(held)).status).toBe(422)
  await erase(gone)
  const told = await until(async () => {
    const text = await journalText()
    return text.includes(gone.id) && text
  }, 'it stands in the files')
  expect(told).toMatch(new RegExp(`"kind":"erasure","value":"${gone.id} [0-9a-f]{64}"`))
  expect(told).not.toContain(gone.email)
  expect(told).not.toContain(gone.username)
  expect(told).not.toContain(held.id)
})

/** All files of this shop's journal. */
async function journalText() {
  const folder = join(shop.shop.ground.config.dataDir, 'journal')
  return (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

test('who has an order under way is told so, and nothing is deleted', async () => {
  const member = await addMember(shop)
  await shop.call('POST', '/api/profile/address/insert', { headers: as(member), body: address })
  const product = await addProduct(shop, { keys: 1 })
  await placeOrder(shop, orderBody([{ product }], { email: member.email }), as(member))
  const answer = await erase(member)
  expect([answer.status, answer.body.msg, answer.body.data]).toEqual([
    422,
    'erasure.held',
    { reasons: ['erasure.openOrders'] },
  ])
  expect((await exported(member)).body.data.rooms.addresses.addresses).toHaveLength(1)
})

test('of eight that close one account at once, one does', async () => {
  const member = await addMember(shop)
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => erase(member)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
})

test('what a request that was under way has written after the end goes two minutes later', async () => {
  const member = await addMember(shop)
  await erase(member)
  const [job] = await shop.db.query<{ id: number }>(sql`
    select id from graphile_worker.jobs where task_identifier = 'privacy.eraseAgain' and run_at > now() + interval '1 minute'
    order by id desc limit 1`)
  await shop.db.run(sql`
    insert into addresses (id, member_id, first_name, last_name, address, address_other, city, province, country, zip, phone,
      phone_code, is_default)
    values (gen_random_uuid(), ${member.id}, 'Ada', 'L', 'x', '', 'x', 'x', 'GB', '', '1', '44', true)`)
  await until(
    () => shop.db.query(sql`select 1 from mails where recipient = ${member.email} and state <> 'queued'`),
    'the mail that tells it is kept',
  )
  await shop.db.run(sql`select graphile_worker.reschedule_jobs(array[${job!.id}]::bigint[], now())`)
  await until(
    () => shop.db.query(sql`select 1 where not exists (select from addresses where member_id = ${member.id})`),
    'the address is gone',
  )
  await until(
    () => shop.db.query(sql`select 1 where not exists (select from mails where recipient = ${member.email})`),
    'so is the mail',
  )
})
