// What the shop holds about a member, and the end of it (decision F11).
import { randomBytes } from 'node:crypto'
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
import { as, members } from './privacy.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { ask, exported, erase, journalText } = members(() => shop)
const address = { firstName: 'Ada', lastName: 'Lovelace', address: '1 Byron Street', city: 'London', province: 'London', country: 'GB', zip: 'N1', phone: '123456', phoneCode: '44' } // biome-ignore format: a row

test('an archive has what each room holds, of this member and of nobody else, and nothing that opens anything', async () => {
  const [ada, bob] = [await addMember(shop, { password: 'correct horse' }), await addMember(shop)]
  for (const member of [ada, bob])
    await shop.call('POST', '/api/profile/address/insert', { headers: as(member), body: address })
  const answer = await exported(ada)
  expect(answer.status).toBe(200)
  const { text } = answer
  expect(Object.keys(answer.rooms)).toEqual(expect.arrayContaining(['addresses', 'members', 'orders', 'sessions']))
  expect(answer.rooms.archive.files).toContain('members.json')
  expect(text).toContain(ada.email)
  expect(text).toContain('1 Byron Street')
  expect(text).not.toContain(bob.email)
  expect(text).not.toMatch(/argon2id/)
  expect(text).not.toContain(ada.token)
})

/** Files of this many bytes, which do not get smaller. */
async function attach(member: TestMember, names: string[], size: number) {
  const contents = names.map(() => randomBytes(size))
  for (const [n, name] of names.entries())
    await shop.db.run(sql`
      insert into ticket_files (id, member_id, name, media_type, size, content, created_at)
      values (gen_random_uuid(), ${member.id}, ${name}, 'image/png', ${size}, ${contents[n]!}, now() + ${n} * interval '1 ms')`)
  return contents
}

test('files come as they are, under names that no system takes for something else; another member’s do not', async () => {
  const [ada, bob] = [await addMember(shop), await addMember(shop)]
  const contents = await attach(ada, ['../../etc/паспорт.png', '.bashrc', 'C:\\con'], 1000)
  await attach(bob, ['his.png'], 1000)
  const { files } = await exported(ada)
  const paths = Object.keys(files).filter((path) => path.startsWith('tickets/'))
  expect(paths.map((path) => path.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
    'tickets/ID-__.._etc_паспорт.png',
    'tickets/ID-_bashrc',
    'tickets/ID-C__con',
  ])
  for (const [n, path] of paths.entries()) expect(contents[n]!.equals(files[path]!)).toBe(true)
})

test('an archive goes out once at a time to a member, and whoever goes away in the middle makes place for it', async () => {
  const [ada, bob] = [await addMember(shop), await addMember(shop)]
  await attach(
    ada,
    Array.from({ length: 12 }, (_, n) => `${n}.png`),
    4 * 1024 * 1024,
  )
  const going = new AbortController()
  expect((await ask(as(ada), going.signal)).status).toBe(200)
  const second = await ask(as(ada))
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await exported(bob)).status).toBe(200)
  going.abort()
  await until(async () => (await exported(ada)).status === 200, 'the next archive is sent')
}, 60_000)

test('nothing is told or deleted to whoever has not proved himself in the last two minutes', async () => {
  const member = await addMember(shop)
  await shop.db.run(sql`update sessions set proved_at = now() - interval '121 seconds' where member_id = ${member.id}`)
  for (const answer of [await exported(member), await erase(member)])
    expect([answer.status, answer.body?.msg]).toEqual([403, 'login.proveAgain'])
  expect((await shop.call('GET', '/api/profile/export')).status).toBe(401)
})

test('no account is closed for whoever was shown another than his, and he is told so', async () => {
  const [ada, bob] = [await addMember(shop), await addMember(shop)]
  const answer = await erase(bob, { confirmed: true, id: ada.id })
  expect([answer.status, answer.body.msg]).toEqual([403, 'member.other'])
  for (const member of [ada, bob])
    expect((await shop.call('GET', '/api/getInfo', { headers: as(member) })).status).toBe(200)
  expect((await erase(bob, { confirmed: true, id: bob.id })).status).toBe(200)
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
  const { rooms } = await exported(member)
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

test('who has an order under way is told so, and nothing is deleted', async () => {
  const member = await addMember(shop)
  await shop.call('POST', '/api/profile/address/insert', { headers: as(member), body: address })
  const product = await addProduct(shop, { keys: 1 })
  const { orderId, orderNo } = await placeOrder(shop, orderBody([{ product }], { email: member.email }), as(member))
  const answer = await erase(member)
  expect([answer.status, answer.body.msg, answer.body.data]).toEqual([
    422,
    'erasure.held',
    { reasons: ['erasure.openOrders'], orders: [{ orderId, orderNo }], more: 0 },
  ])
  expect((await exported(member)).rooms.addresses.addresses).toHaveLength(1)
})

test('who closes his account in the moment in which a payment of his becomes disputed is told so, and keeps it', async () => {
  const member = await addMember(shop)
  const product = await addProduct(shop, { keys: 1 })
  const { orderId, orderNo } = await placeOrder(shop, orderBody([{ product }], { email: member.email }), as(member))
  await shop.db.run(sql`update orders set status = 'Completed' where id = ${orderId}`)
  const settling = await shop.db.pool.connect()
  try {
    await settling.query('begin')
    await settling.query("update orders set status = 'Disputed', status_before_dispute = status where id = $1", [
      orderId,
    ])
    const { pid } = (await settling.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!
    const answer = erase(member)
    // By it: whatever the clock does waits for a moment, too.
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and ${pid}::int = any(pg_blocking_pids(pid))`
    await until(() => shop.db.query(waiting), 'the order is waited for')
    await settling.query('commit')
    const { status, body } = await answer
    expect([status, body.data]).toEqual([
      422,
      { reasons: ['erasure.disputes'], orders: [{ orderId, orderNo }], more: 0 },
    ])
  } finally {
    settling.release(true)
  }
  expect(
    await shop.db.query(sql`select 1 from orders where id = ${orderId} and member_id = ${member.id}`),
  ).toHaveLength(1)
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
