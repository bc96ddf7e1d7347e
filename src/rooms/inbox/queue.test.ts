// The queue: what stands in it, in which order, and what is found.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { ITEMS_COUNTED, ITEMS_PER_PAGE } from './limits.ts'
import { declareWithdrawal, writeEnquiry, writeReview, writeTicket } from './scene.testing.ts'

let shop: TestShop
let ada: TestStaff
let ann: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ada = await addStaff(shop, { role: 'support' })
  ann = await addMember(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  for (const statement of [
    sql`delete from tickets`,
    sql`delete from enquiries`,
    sql`delete from withdrawals`,
    sql`delete from reviews`,
  ])
    await shop.db.run(statement)
})

const ask = async (path: string, who = ada) => {
  const { status, body } = await shop.call('GET', path, { headers: { cookie: who.cookie } })
  return status === 200 ? body.data : { refused: body.msg, errors: body.errors, status }
}
const act = (path: string, body: unknown, who = ada) =>
  shop.call('POST', path, { body, headers: { cookie: who.cookie } })

interface Row {
  kind: string
  id: string
  since: string
}
const names = ({ rows }: { rows: Row[] }) => rows.map(({ kind, id }) => `${kind} ${id}`)

/** So many enquiries from one address, ten at each second. */
const enquiries = (howMany: number) =>
  shop.db.run(sql`
    insert into enquiries (id, type, fill_name, email, message, locale, created_at)
    select gen_random_uuid(), 1, 'Gus', 'many@buyer.example', 'x', 'en-US', date_trunc('second', now() - interval '1 day') + make_interval(secs => n / 10)
    from generate_series(1, ${howMany}) n`)

test('whatever is written stands in the queue, the longest waiting first, and leaves it with what it is about', async () => {
  const [ticket, enquiry] = [await writeTicket(shop, ann), await writeEnquiry(shop)]
  const [withdrawal, review] = [await declareWithdrawal(shop), await writeReview(shop)]
  const all = await ask('/office/inbox')
  expect(names(all)).toEqual([`ticket ${ticket}`, `enquiry ${enquiry}`, `withdrawal ${withdrawal}`, `review ${review}`])
  expect(all.rows).toMatchObject([
    {
      reference: `T-${ticket.slice(0, 8).toUpperCase()}`,
      title: 'My key does not work',
      topic: 'key',
      email: ann.email,
    },
    {
      reference: `E-${enquiry.slice(0, 8).toUpperCase()}`,
      name: 'Gus',
      topic: 'sell',
      locale: 'en-US',
      assignee: null,
    },
    { reference: `W-${withdrawal.slice(0, 8).toUpperCase()}`, title: 'NONE', name: 'Wim' },
    { reference: `R-${review}`, score: 4, title: 'Good enough, I say.' },
  ])
  for (const kind of ['ticket', 'enquiry', 'withdrawal', 'review'])
    expect(names(await ask(`/office/inbox?kind=${kind}`))).toEqual(names(all).filter((name) => name.startsWith(kind)))
  await shop.db.run(sql`delete from tickets`)
  await shop.db.run(sql`delete from reviews`)
  expect(names(await ask('/office/inbox'))).toEqual([`enquiry ${enquiry}`, `withdrawal ${withdrawal}`])
  expect(await shop.db.one(sql`select count(*)::int as n from inbox_items`)).toEqual({ n: 2 })
})

test('every item stands on one page, over pages of items that came at the same moment', async () => {
  await enquiries(2 * ITEMS_PER_PAGE + 7)
  await shop.db.run(sql`
    insert into reviews (fill_name, email, content, score, locale, state, created_at)
    select 'Rita', 'r@buyer.example', 'Good enough.', 4, 'en-US', 'pending', i.since from inbox_items i limit 20`)
  const read = async (search: string) => {
    const rows: Row[] = []
    const sizes: number[] = []
    for (let after = ''; ; ) {
      const page = await ask(`/office/inbox?${search}${after}`)
      rows.push(...page.rows)
      sizes.push(page.rows.length)
      if (!page.next) return { rows, sizes }
      after = `&after=${encodeURIComponent(page.next)}`
    }
  }
  const total = 2 * ITEMS_PER_PAGE + 27
  const open = await read('state=open')
  expect(open.sizes).toEqual([ITEMS_PER_PAGE, ITEMS_PER_PAGE, 27])
  expect(new Set(names(open)).size).toBe(total)
  expect(open.rows.map(({ since }) => since)).toEqual(open.rows.map(({ since }) => since).sort())
  expect(names(await read('kind=review'))).toHaveLength(20)
  await shop.db.run(sql`update inbox_items set assigned_to = ${ada.id}`)
  expect(names(await read('state=mine'))).toEqual(names(open))
  const found = await read('q=MANY@buyer.example')
  expect(new Set(names(found)).size).toBe(2 * ITEMS_PER_PAGE + 7)
  await shop.db.run(sql`update inbox_items set state = 'done'`)
  expect(names(await read('state=done'))).toEqual(names(open).reverse())
  for (const wrong of ['x', '2026-01-01T00:00:00.000000Z_order_1', '2026-13-45T00:00:00.000000Z_review_1'])
    expect((await ask(`/office/inbox?after=${wrong}`)).errors).toEqual([{ path: 'after', message: 'error.invalid' }])
})

test('counts stop, and follow kind and person', async () => {
  await writeReview(shop)
  await enquiries(ITEMS_COUNTED + 1)
  const none = { count: 0, isMore: false }
  expect(await ask('/office/inbox/count')).toEqual({
    open: { count: ITEMS_COUNTED, isMore: true },
    ...{ mine: none, waiting: none, done: none },
  })
  await shop.db.run(sql`update inbox_items set assigned_to = ${ada.id} where kind = 'review'`)
  expect(await ask('/office/inbox/count?kind=review')).toMatchObject({ open: { count: 1 }, mine: { count: 1 } })
  expect(await ask('/office/inbox/count?kind=enquiry')).toMatchObject({ mine: none })
})

test('an item is found by its reference, what somebody wrote by his whole address; what has no such shape is said to have none', async () => {
  const [ticket, review] = [await writeTicket(shop, ann), await writeReview(shop, { email: ann.email })]
  const enquiry = await writeEnquiry(shop, { email: ann.email })
  const found = async (q: string) => {
    const { rows, understood } = await ask(`/office/inbox?q=${encodeURIComponent(q)}`)
    return { found: names({ rows }), understood }
  }
  for (const q of [`T-${ticket.slice(0, 8)}`, ` t ${ticket.slice(0, 8).toUpperCase()} `])
    expect(await found(q)).toEqual({ found: [`ticket ${ticket}`], understood: true })
  expect(await found(`R-${review}`)).toEqual({ found: [`review ${review}`], understood: true })
  expect((await found(ann.email.toUpperCase())).found.sort()).toEqual([
    `enquiry ${enquiry}`,
    `review ${review}`,
    `ticket ${ticket}`,
  ])
  expect(await found('nobody@buyer.example')).toEqual({ found: [], understood: true })
  for (const q of ['%', 'T-1', 'R-0', 'what', `T-${ticket}`, '‮T'])
    expect([q, await found(q)]).toEqual([q, { found: [], understood: false }])
})

test('what was written about an order is found by its number, however that was typed, and with a number that no order has', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const { orderNo } = await placeOrder(shop, orderBody([{ product }]), { cookie: ann.cookie })
  const other = await placeOrder(shop, orderBody([{ product }]), { cookie: ann.cookie })
  const ticket = await writeTicket(shop, ann, { orderNo })
  await writeTicket(shop, ann, { orderNo: other.orderNo })
  await writeTicket(shop, ann)
  const withdrawal = await declareWithdrawal(shop, {
    orderNo: `#${orderNo.slice(0, 5)} ${orderNo.slice(5).toLowerCase()}`,
  })
  const stray = await declareWithdrawal(shop, { orderNo: '7bn9rdygka' })
  const found = async (q: string, more = '') => names(await ask(`/office/inbox?q=${encodeURIComponent(q)}${more}`))
  for (const q of [orderNo, ` #${orderNo.toLowerCase()}.`, `Order ${orderNo}`])
    expect([q, await found(q)]).toEqual([q, [`withdrawal ${withdrawal}`, `ticket ${ticket}`]])
  expect(await found('7BN9RDYGKA')).toEqual([`withdrawal ${stray}`])
  expect(await ask('/office/inbox?q=2222222222')).toEqual({ rows: [], next: null, understood: true })
})

test('a review is found by the number of the order that makes its writer a buyer', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const { orderId, orderNo } = await placeOrder(shop, orderBody([{ product }]), { cookie: ann.cookie })
  const of = await writeReview(shop)
  await writeReview(shop, { email: 'other@buyer.example' })
  await shop.db.run(sql`update reviews set order_id = ${orderId}, verified = true where id = ${Number(of)}`)
  expect(names(await ask(`/office/inbox?q=${orderNo}`))).toEqual([`review ${of}`])
})

test('among 5,000 tickets and withdrawals those of an order are found by their indexes', async () => {
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into tickets (id, member_id, subject, topic, order_no, state, locale)
      select gen_random_uuid(), ${ann.id}, 'x', 'order', lpad(n::text, 10, 'A'), 'open', 'en-US' from generate_series(1, 5000) n`)
    await tx.run(sql`
      insert into withdrawals (id, order_no, fill_name, email, locale)
      select gen_random_uuid(), lpad(n::text, 10, 'a'), 'x', 'x@buyer.example', 'en-US' from generate_series(1, 5000) n`)
  })
  await shop.db.run(sql`analyze tickets, withdrawals`)
  const plan = async (statement: ReturnType<typeof sql>) =>
    JSON.stringify((await shop.db.query(statement)).map((row) => row))
  const tickets = await plan(sql`
    explain select id from tickets where order_no = 'AAAAAAAAA7' order by updated_at desc, id desc limit 200`)
  const withdrawals = await plan(sql`
    explain select id from withdrawals where upper(regexp_replace(order_no, '[^A-Za-z0-9]', '', 'g')) = 'AAAAAAAAA7'
    order by received_at desc, id desc limit 200`)
  expect(tickets).toContain('tickets_order')
  expect(withdrawals).toContain('withdrawals_order_no')
})

test('what is given to somebody is his until somebody who knows it takes it away; two at once do not both get it', async () => {
  const id = await writeEnquiry(shop)
  const bob = await addStaff(shop, { role: 'support' })
  const give = (body: object, who = ada) => act(`/office/inbox/enquiry/${id}/assign`, body, who)
  const both = await Promise.all([give({ to: ada.id, from: null }), give({ to: bob.id, from: null }, bob)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const winner = both[0]!.status === 200 ? ada : bob
  expect(both.find(({ status }) => status === 422)!.body).toMatchObject({
    ...{ msg: 'inbox.refused.taken', data: { who: 'Ada' } },
  })
  expect(names(await ask('/office/inbox?state=mine', winner))).toEqual([`enquiry ${id}`])
  expect((await ask('/office/inbox')).rows[0].assignee).toEqual({ id: winner.id, name: 'Ada' })
  const reader = await addStaff(shop, { role: 'reader' })
  expect((await give({ to: reader.id, from: winner.id })).body.msg).toBe('inbox.refused.nobody')
  expect((await give({ to: reader.id, from: winner.id }, reader)).body.msg).toBe('error.forbidden')
  expect((await give({ to: null, from: winner.id })).status).toBe(200)
  expect((await give({ to: bob.id, from: winner.id })).body.msg).toBe('inbox.refused.free')
  expect((await act('/office/inbox/ticket/12/assign', { to: null, from: null })).status).toBe(404)
  const { people } = await ask('/office/inbox/people')
  expect(people.map((one: { id: string }) => one.id)).toEqual(expect.arrayContaining([ada.id, bob.id]))
  expect(people.map((one: { id: string }) => one.id)).not.toContain(reader.id)
  const rows = await shop.db.query(
    sql`select act, actor, before, after from audit_log where subject_id = ${id} order by id`,
  )
  expect(rows).toEqual([
    { act: 'enquiry.assign', actor: winner.email, before: { to: null }, after: { to: winner.id } },
    { act: 'enquiry.assign', actor: ada.email, before: { to: winner.id }, after: { to: null } },
  ])
})

test('200,000 items are listed by their indexes', async () => {
  await shop.db.run(sql`
    insert into inbox_items (kind, item_id, state, since)
    select (array['enquiry', 'review', 'ticket', 'withdrawal'])[1 + n % 4], n::text, (array['done', 'done', 'done', 'open', 'waiting'])[1 + n % 5], now() - make_interval(secs => n)
    from generate_series(1, 200000) n`)
  await shop.db.run(sql`analyze inbox_items`)
  const plan = async (shelf: 'open' | 'done') => {
    const statement =
      shelf === 'open'
        ? sql`explain (analyze, format json) select * from unnest(array['ticket', 'review']) as k(kind) cross join lateral (
            select * from inbox_items where kind = k.kind and state = 'open' and since >= now() - interval '2 days'
            and (since, kind, item_id) > (now() - interval '2 days', '', '') order by since, item_id limit 51) i order by i.since limit 51`
        : sql`explain (analyze, format json) select * from unnest(array['ticket', 'review']) as k(kind) cross join lateral (
            select * from inbox_items where kind = k.kind and state = 'done' and since <= now()
            and (since, kind, item_id) < (now(), '', '') order by since desc, item_id desc limit 51) i order by i.since desc limit 51`
    return JSON.stringify((await shop.db.one<Record<string, unknown>>(statement))['QUERY PLAN'])
  }
  for (const shelf of ['open', 'done'] as const) {
    const said = await plan(shelf)
    expect(said).toContain('inbox_items_queue')
    expect(said).not.toMatch(/Seq Scan/)
    // Rows that were read for a page, not the shelf.
    expect(Math.max(...[...said.matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, n]) => Number(n)))).toBeLessThan(110)
  }
  await shop.db.run(sql`delete from inbox_items`)
})
