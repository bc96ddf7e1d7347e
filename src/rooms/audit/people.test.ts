// What the audit log says of a person is sealed under a key of his, and says nothing once he has had himself erased (decision F11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { writeReview } from '#rooms/inbox/scene.testing.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  heldAlways,
  openTestShop,
  STRIPE,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { type Audited, audit, forgetPerson } from './hands.ts'
import { openPersonal } from './people.ts'
import { rowOf } from './store.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop)
})
afterAll(() => shop.close())

const ask = async (path: string) => (await shop.call('GET', path, { headers: { cookie: ada.cookie } })).body.data
const act = async (path: string, body: object) => {
  const answer = await shop.call('POST', path, { headers: { cookie: ada.cookie }, body })
  expect(answer).toMatchObject({ status: 200 })
}
const historyOf = async (orderId: string) => (await ask(`/office/audit/of/order/${orderId}`)).rows

/** Delivered, and someone's own. */
async function orderOf(member?: TestMember, email?: string) {
  const order = await ordered(shop, STRIPE, { keys: 2, member, email })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

const seenOf = async (orderId: string) => (await ask(`/office/orders/${orderId}`)).seen

/** Every table that holds these words in plain, as the database would write them out. */
async function tablesWith(words: string): Promise<string[]> {
  const tables = await shop.db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker') order by name`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await shop.db.pool.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${words}%`])
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('what is said of a buyer is read by whoever may, stands nowhere in plain in the log, and is gone with him', async () => {
  const [grace, joan] = [await addMember(shop), await addMember(shop)]
  const [hers, other] = [await orderOf(grace), await orderOf(joan)]
  for (const { orderId } of [hers, other]) {
    await act(`/office/orders/${orderId}/note`, {
      seen: await seenOf(orderId),
      reason: `phoned from +44 20 ${orderId}`,
    })
    await act(`/office/orders/${orderId}/note`, {
      seen: await seenOf(orderId),
      reason: `lives in Arlington ${orderId}`,
    })
  }
  await act(`/office/orders/${hers.orderId}/readdress`, {
    seen: await seenOf(hers.orderId),
    email: `grace-new-${hers.orderId}@mail.example`,
    reason: 'married',
    staysInAccount: true,
  })

  const before = await historyOf(hers.orderId)
  expect(before.map(({ reason }: { reason: string }) => reason)).toEqual([
    'married',
    `lives in Arlington ${hers.orderId}`,
    `phoned from +44 20 ${hers.orderId}`,
  ])
  expect(before[0]).toMatchObject({
    before: { email: grace.email },
    after: { email: `grace-new-${hers.orderId}@mail.example` },
    isErased: false,
  })
  const kept = () =>
    shop.db.query(sql`select * from audit_log where subject_id in (${hers.orderId}, ${other.orderId}) order by id`)
  const rows = await kept()
  expect(rows.map(({ reason }) => reason)).toEqual(rows.map(() => ''))
  expect(JSON.stringify(rows)).not.toMatch(/Arlington|\+44 20|grace-new/)

  await quiet(shop)
  expect(
    (await shop.call('POST', '/api/profile/erase', { headers: { cookie: grace.cookie }, body: { confirmed: true } }))
      .status,
  ).toBe(200)
  const after = await historyOf(hers.orderId)
  expect(after).toMatchObject(before.map(({ act }: { act: string }) => ({ act, reason: '', isErased: true })))
  expect(JSON.stringify(after)).not.toContain('mail.example')
  // Nothing of the log has changed, and of the other one everything is readable.
  expect(await kept()).toEqual(rows)
  expect((await historyOf(other.orderId)).map(({ reason }: { reason: string }) => reason)).toEqual([
    `lives in Arlington ${other.orderId}`,
    `phoned from +44 20 ${other.orderId}`,
  ])
  // To which address keys were shown is forgotten in its time; the mail that says farewell goes when it was sent.
  const later = ['public.key_reveals']
  for (const words of [`Arlington ${hers.orderId}`, `44 20 ${hers.orderId}`, `grace-new-${hers.orderId}`])
    expect([words, (await tablesWith(words)).filter((table) => !later.includes(table))]).toEqual([words, []])
})

test('what is written of holds, of money that came by hand, of refunds and of differences is gone with him', async () => {
  const grace = await addMember(shop)
  const said = (what = '') => `${what} as ${grace.username} said`
  const [held, marked] = [
    await ordered(shop, STRIPE, { member: grace }),
    await ordered(shop, STRIPE, { member: grace }),
  ]
  const actOn = async ({ orderId }: { orderId: string }, name: string, body: object) =>
    act(`/office/orders/${orderId}/${name}`, { seen: await seenOf(orderId), ...body })
  await actOn(held, 'hold', { reason: said('held') })
  pay(shop, held)
  await reaches(shop, held, 'Processing')
  await actOn(held, 'release', { reason: said('released') })
  const { seen, number } = await shop.db.one<{ seen: string; number: number }>(sql`
    insert into payment_differences (provider, what, ref, payment_id) values ('stripe', 'otherState', ${held.attempt}, ${held.attempt})
    returning left(md5(details::text), 8) as seen, id as number`)
  await act(`/office/payments/differences/${number}/settle`, { seen, reason: said('settled') })

  const { total: amount } = await ask(`/office/orders/${marked.orderId}`)
  await actOn(marked, 'mark-paid', { reason: said('marked'), amount, reference: `TRF ${marked.orderNo}` })
  const refund = async () => {
    await quiet(shop)
    await actOn(marked, 'refund', { reason: said('refunded'), amount: 1 })
    await quiet(shop)
    return (await ask(`/office/orders/${marked.orderId}`)).refunds.at(-1).byHand.number
  }
  await act(`/office/refunds/${await refund()}/give-up`, { reason: said('given up') })
  await act(`/office/refunds/${await refund()}/made`, { reason: said('made'), reference: 'back' })
  await quiet(shop)
  const written = await tablesWith(said())
  expect(written).toEqual(expect.arrayContaining(['public.order_acts', 'public.order_holds', 'public.refund_tasks']))
  for (const table of ['alerts', 'events', 'mails']) expect(written).not.toContain(`public.${table}`)
  // Alerts had the words once.
  await shop.db.run(sql`
    update alerts set details = details || jsonb_build_object(case kind when 'order.held' then 'why' else 'reason' end, ${said('told')}::text)
    where order_id in (${held.orderId}, ${marked.orderId}) and kind in ('order.held', 'refund.byHand')`)

  const headers = { cookie: grace.cookie }
  expect((await shop.call('POST', '/api/profile/erase', { headers, body: { confirmed: true } })).status).toBe(200)
  expect(await tablesWith(said())).toEqual([])
})

test('what is said of a guest goes when whoever has that address goes', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const email = `guest-${product.offerId}@mail.example`
  const guest = await ordered(shop, STRIPE, { product, email })
  await act(`/office/orders/${guest.orderId}/note`, {
    seen: await seenOf(guest.orderId),
    reason: 'a guest of the fair',
  })
  expect((await historyOf(guest.orderId))[0]).toMatchObject({ reason: 'a guest of the fair', isErased: false })
  // Whoever left that address before says nothing about what was said of the one who has it since.
  const left = { email, since: null, until: new Date(Date.now() - 86_400_000) }
  await shop.db.transaction((tx) => forgetPerson(tx, crypto.randomUUID(), left))
  // Nor does whoever has it since say anything about what was said before that.
  const taken = { email, since: new Date(Date.now() + 86_400_000), until: null }
  await shop.db.transaction((tx) => forgetPerson(tx, crypto.randomUUID(), taken))
  expect((await historyOf(guest.orderId))[0]).toMatchObject({ reason: 'a guest of the fair', isErased: false })
  await shop.db.transaction((tx) => forgetPerson(tx, crypto.randomUUID(), heldAlways(email.toUpperCase())))
  expect((await historyOf(guest.orderId))[0]).toMatchObject({ reason: '', isErased: true })
})

test('a list that was looked through for an address says so as long as its owner lets it', async () => {
  const email = 'looked-for@mail.example'
  const answer = await shop.call('POST', '/office/lists/orders/file', {
    headers: { cookie: ada.cookie },
    body: { query: { q: email }, columns: ['status'] },
  })
  expect(answer).toMatchObject({ status: 200 })
  const [row] = (await ask('/office/audit?act=list.take')).rows
  expect(row).toMatchObject({ after: { q: email, columns: ['status'] }, isErased: false })
  await shop.db.transaction((tx) => forgetPerson(tx, crypto.randomUUID(), heldAlways(email)))
  const [gone] = (await ask('/office/audit?act=list.take')).rows
  expect(gone).toMatchObject({ id: row.id, after: { columns: ['status'] }, isErased: true })
  expect(gone.after.q).toBeUndefined()
})

test('what is said of a buyer is told to nobody who may read the log and no orders, neither on its page nor in a file', async () => {
  const { orderId } = await orderOf()
  await act(`/office/orders/${orderId}/note`, { seen: await seenOf(orderId), reason: `lives in Arlington ${orderId}` })
  const email = `new-${orderId}@mail.example`
  await act(`/office/orders/${orderId}/readdress`, { seen: await seenOf(orderId), email, reason: 'moved' })
  await shop.db.run(sql`insert into staff_roles (name) values ('log reader')`)
  await shop.db.run(sql`
    insert into staff_grants (role, permission) values ('log reader', 'audit.read'), ('log reader', 'audit.export')`)
  const { cookie } = await addStaff(shop, { role: 'log reader' })
  for (const path of [`/office/audit?kind=order&id=${orderId}`, `/office/audit/of/order/${orderId}`]) {
    const { body } = await shop.call('GET', path, { headers: { cookie } })
    expect(body.data.rows).toMatchObject([
      { act: 'order.readdress', reason: '', isHidden: true, isErased: false },
      { act: 'order.note', reason: '', isHidden: true, isErased: false },
    ])
    expect(JSON.stringify(body)).not.toMatch(/Arlington|moved|mail\.example/)
    expect(await ask(path)).toMatchObject({ rows: [{ reason: 'moved', isHidden: false, after: { email } }, {}] })
  }
  for (const by of [cookie, ada.cookie]) {
    const file = await shop.call('POST', '/office/lists/audit/file', {
      headers: { cookie: by },
      body: { query: { kind: 'order', id: orderId }, columns: ['act', 'changes', 'reason'] },
    })
    expect(file.body.data.text).toContain('stands in no file')
    expect(file.body.data.text).not.toMatch(/Arlington|moved|mail\.example/)
  }
})

test('what is said of a person is told to who did it, and to whoever is shown him on the page of the thing', async () => {
  await shop.db.run(sql`insert into staff_roles (name) values ('moderator'), ('auditor')`)
  await shop.db.run(sql`
    insert into staff_grants (role, permission) values ('auditor', 'audit.read'), ('moderator', 'audit.read'),
      ('moderator', 'inbox.read'), ('moderator', 'reviews.moderate')`)
  const [mo, max] = [await addStaff(shop, { role: 'moderator' }), await addStaff(shop, { role: 'moderator' })]
  const al = await addStaff(shop, { role: 'auditor' })
  const review = await writeReview(shop)
  const rejected = await shop.call('POST', `/office/inbox/review/${review}/decide`, {
    headers: { cookie: mo.cookie },
    body: { decision: 'rejected', reason: 'It names a neighbour.', seen: 1 },
  })
  expect(rejected).toMatchObject({ status: 200 })
  const by = { staffId: mo.id, email: mo.email, address: '192.0.2.1' }
  const about = { memberId: null, email: 'rita@buyer.example' }
  await shop.db.transaction((tx) =>
    audit(tx, { by, act: 'order.note', subject: { kind: 'order', id: 'hers' }, reason: 'phoned', about }),
  )
  const told = async (kind: string, id: string) =>
    Promise.all(
      [mo, max, al].flatMap(({ cookie }) =>
        [`?kind=${kind}&id=${id}`, `/of/${kind}/${id}`].map(async (path) => {
          const { body } = await shop.call('GET', `/office/audit${path}`, { headers: { cookie } })
          return body.data.rows[0].reason
        }),
      ),
    )
  expect(await told('review', review)).toEqual([...Array(4).fill('It names a neighbour.'), '', ''])
  expect(await told('order', 'hers')).toEqual(['phoned', 'phoned', '', '', '', ''])
})

const said = (memberId: string, n: number): Audited => ({
  ...{ by: { machineUser: 'root' }, act: 'order.note', subject: { kind: 'order', id: `of-${memberId}` } },
  ...{ reason: `said ${n}`, about: { memberId, email: 'x@mail.example' } },
})

test('two who write of somebody for the first time at once make one key', async () => {
  const { id } = await addMember(shop)
  await Promise.all(Array.from({ length: 8 }, (_, n) => shop.db.transaction((tx) => audit(tx, said(id, n)))))
  expect(await shop.db.query(sql`select 1 from audit_people where member_id = ${id}`)).toHaveLength(1)
  const rows = await historyOf(`of-${id}`)
  expect(rows.map(({ reason }: { reason: string }) => reason).sort()).toEqual(
    Array.from({ length: 8 }, (_, n) => `said ${n}`),
  )
})

test('an erasure waits for what is being written of him, and takes it along', async () => {
  const { id } = await addMember(shop)
  await shop.db.transaction((tx) => audit(tx, said(id, 0)))
  const erasure = await shop.db.transaction(async (tx) => {
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await audit(tx, said(id, 1))
    const erased = shop.db.transaction((other) => forgetPerson(other, id, null))
    // For this one: the server has other databases, in which others wait.
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and ${pid}::int = any(pg_blocking_pids(pid))`
    await until(() => shop.db.query(waiting), 'the erasure waits')
    return { erased }
  })
  await erasure.erased
  expect(await historyOf(`of-${id}`)).toMatchObject([
    { reason: '', isErased: true },
    { reason: '', isErased: true },
  ])
})

test('a key is not exchanged for another, and what is sealed opens in no other row', async () => {
  const { id } = await addMember(shop)
  await shop.db.transaction((tx) => audit(tx, said(id, 0)))
  await expect(shop.db.run(sql`update audit_people set member_id = member_id where member_id = ${id}`)).rejects.toThrow(
    'only added to',
  )
  await expect(shop.db.run(sql`truncate audit_people`)).rejects.toThrow('only added to')
  const { sealed, key } = await shop.db.one<{ sealed: Buffer; key: Buffer }>(sql`
    select sealed, key from audit_log l join audit_people p on p.id = l.person_id where subject_id = ${`of-${id}`}`)
  expect(openPersonal(sealed, key, rowOf(said(id, 0)))).toEqual({ reason: 'said 0' })
  expect(() => openPersonal(sealed, key, rowOf({ ...said(id, 0), act: 'order.hold' }))).toThrow()
})
