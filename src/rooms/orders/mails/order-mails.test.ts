import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { addProduct, openTestShop, orderBody, type PlacedOrder, placeOrder, type TestShop } from '#test/harness.ts'
import { createOrderMails, typedAddress } from './order-mails.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const t = serverWords('en-US')
const mails = () =>
  createOrderMails({ db: shop.db, keyring: shop.shop.ground.keyring, mailDomain: () => 'shop.example' })

const typed = (email: string) => typedAddress(shop.shop.ground.keyring, email)

async function placed(email: string): Promise<PlacedOrder> {
  const product = await addProduct(shop, { keys: 3, name: 'A Game' })
  return placeOrder(shop, orderBody([{ product }], { email }))
}

/** From here on the shop's own look may remind of it at any moment: what bars that is there before. */
const wasLongAgo = ({ orderId }: PlacedOrder, minutes = 6) =>
  shop.db.run(sql`update orders set placed_at = placed_at - make_interval(mins => ${minutes}) where id = ${orderId}`)

async function unpaid(email: string, minutesAgo?: number): Promise<PlacedOrder> {
  const order = await placed(email)
  await wasLongAgo(order, minutesAgo)
  return order
}

const mailsTo = (email: string, template: string) =>
  shop.db.query<{ id: string; sealed: Buffer; state: string }>(
    sql`select id, sealed, state from mails where recipient = ${email} and template = ${template} order by created_at, id`,
  )

async function read(email: string, template: string) {
  await until(
    async () => (await mailsTo(email, template)).every(({ state }) => state === 'kept'),
    'the mail is written',
  )
  return (await mailsTo(email, template)).map((mail) => openMail(shop.shop.ground.keyring, mail))
}

describe('an unpaid order', () => {
  test('is told to its buyer once, with the way back to it, after some minutes and before it expires', async () => {
    const order = await unpaid('late@example.com')
    await unpaid('early@example.com', 2)
    const over = await placed('over@example.com')
    await shop.db.run(sql`update orders set expires_at = now() + interval '1 minute' where id = ${over.orderId}`)
    await wasLongAgo(over)
    await Promise.all([1, 2, 3].map(() => mails().remindUnpaid()))
    const [mail, ...more] = await read('late@example.com', 'unpaid')
    expect(more).toEqual([])
    expect(mail!.subject).toBe(t('mail.unpaid.subject', { orderNo: order.orderNo }))
    // Nothing is paid yet, so there is nothing to receipt.
    expect(mail!.text).toContain(t('mail.order'))
    expect(mail!.text).not.toContain(t('mail.receipt'))
    const link = /(http\S+)#access=([\w-]+)/.exec(mail!.text)!
    expect(link[1]).toContain(`order_id=${order.orderId}`)
    const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, {
      headers: { 'order-access': link[2]! },
    })
    expect(detail.body.data.orderStatus).toBe('Unpaid')
    expect(await mailsTo('early@example.com', 'unpaid')).toEqual([])
    expect(await mailsTo('over@example.com', 'unpaid')).toEqual([])
  })

  test('nobody is reminded to pay again while a payment is in doubt', async () => {
    const order = await placed('held@example.com')
    await shop.db.run(
      sql`insert into order_holds (order_id, reason, details) values (${order.orderId}, 'amount', '{}')`,
    )
    await wasLongAgo(order)
    await mails().remindUnpaid()
    expect(await mailsTo('held@example.com', 'unpaid')).toEqual([])
    await shop.db.run(sql`update order_holds set lifted_at = now(), lifted_by = 'a person', lifted_why = 'released'`)
    await mails().remindUnpaid()
    expect(await mailsTo('held@example.com', 'unpaid')).toHaveLength(1)
  })

  test('of which nobody can be reminded keeps nobody behind it from being reminded', async () => {
    const [first, second] = [await placed('first@example.com'), await placed('second@example.com')]
    await shop.db.run(sql`
      create function break_reminder() returns trigger language plpgsql as 'begin raise exception ''broken on purpose''; end'`)
    await shop.db.run(sql`
      create trigger break_reminder before insert on mails for each row when (new.recipient = 'first@example.com') execute function break_reminder()`)
    try {
      await wasLongAgo(first, 9)
      await wasLongAgo(second, 8)
      // The shop's own look may come first: then it has reminded the second.
      await mails()
        .remindUnpaid()
        .catch((error) => expect(String(error)).toContain('broken on purpose'))
      expect(await mailsTo('second@example.com', 'unpaid')).toHaveLength(1)
      expect(await mailsTo('first@example.com', 'unpaid')).toEqual([])
    } finally {
      await shop.db.run(sql`drop trigger break_reminder on mails`)
      await shop.db.run(sql`drop function break_reminder`)
    }
    await mails().remindUnpaid()
    expect(await mailsTo('first@example.com', 'unpaid')).toHaveLength(1)
    for (const { orderId } of [first, second])
      await shop.db.run(sql`update orders set status = 'Paid' where id = ${orderId}`)
  })

  test('of a paid order nobody is reminded', async () => {
    const order = await placed('paid@example.com')
    await shop.db.run(sql`update orders set status = 'Paid' where id = ${order.orderId}`)
    await wasLongAgo(order)
    await mails().remindUnpaid()
    expect(await mailsTo('paid@example.com', 'unpaid')).toEqual([])
  })
})

test('a mail about an order whose links have ended has one for 30 days', async () => {
  const order = await unpaid('refunded@example.com')
  await shop.db.run(sql`update orders set status = 'Refunded' where id = ${order.orderId}`)
  await shop.db.run(sql`
    insert into order_events (order_id, to_status, actor, reason, at)
    values (${order.orderId}, 'Completed', 'system', 'a test', now() - interval '181 days')`)
  await shop.db.transaction((tx) =>
    promiseMail(tx, {
      ...{ id: randomUUID(), messageId: `<${randomUUID()}@shop.example>`, recipient: 'refunded@example.com' },
      ...{ locale: 'en-US', template: 'refund', data: { orderId: order.orderId, amount: '1999', currency: 'USD' } },
    }),
  )
  const [mail] = await read('refunded@example.com', 'refund')
  const [, token] = /#access=([\w-]+)/.exec(mail!.text)!
  const headers = { 'order-access': token! }
  expect((await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })).status).toBe(200)
  const end = Buffer.from(token!, 'base64url').readUInt32BE(9) - Date.now() / 1000
  expect(Math.round(end / 86_400)).toBe(30)
})

describe('an order is found again', () => {
  const find = (orderNo: string, email: string, address?: string) =>
    shop.call('POST', '/api/profile/order/find', {
      body: { orderNo, email },
      headers: address ? { 'x-forwarded-for': address } : {},
    })
  const jobs = async () =>
    (
      await shop.db.one<{ n: number }>(
        sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'order.find'`,
      )
    ).n

  test('by number and address: a link for 30 days goes to the address, and the answer says nothing', async () => {
    const order = await unpaid('Finder@Example.com')
    const [right, wrong] = [
      await find(` ${order.orderNo.toLowerCase()} `, 'finder@example.com'),
      await find(order.orderNo, 'stranger@example.com'),
    ]
    expect(right.status).toBe(200)
    expect(wrong.body).toEqual(right.body)
    const unknown = await find('NO-SUCH-ORDER', 'finder@example.com')
    expect(unknown.body).toEqual(right.body)
    await until(async () => (await jobs()) === 0, 'nobody searches')
    const [mail, ...more] = await read('Finder@Example.com', 'found')
    expect(more).toEqual([])
    expect(mail!.subject).toBe(t('mail.found.subject', { orderNo: order.orderNo }))
    const [, token] = /#access=([\w-]+)/.exec(mail!.text)!
    const headers = { 'order-access': token! }
    // Its own end stands in the token (see access-token.ts).
    const end = Buffer.from(token!, 'base64url').readUInt32BE(9) - Date.now() / 1000
    expect(Math.round(end / 86_400)).toBe(30)
    expect((await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })).status).toBe(200)
    expect(await mailsTo('stranger@example.com', 'found')).toEqual([])
  })

  test('the address that was typed lies in no job', async () => {
    const { orderNo } = await unpaid('typed@example.com')
    const payload = await shop.db.transaction(async (tx) => {
      // Whoever does the job waits.
      await tx.run(sql`lock table orders in access exclusive mode`)
      expect((await find(orderNo, 'Typed@Example.com')).status).toBe(200)
      const job = sql`select payload::text as text from graphile_worker._private_jobs where payload ->> 'orderNo' = ${orderNo}`
      return (await shop.db.one<{ text: string }>(job)).text
    })
    expect(payload.toLowerCase()).not.toContain('typed@example.com')
    await until(async () => (await mailsTo('typed@example.com', 'found')).length === 1, 'it is found all the same')
    // One that was enqueued before that.
    await mails().find({ orderNo, email: 'Typed@Example.com' })
    expect(await mailsTo('typed@example.com', 'found')).toHaveLength(2)
  })

  test('what was typed for a search that failed as often as it may is forgotten after a day', async () => {
    const dead = async (orderNo: string, hours: number) => {
      const payload = JSON.stringify({ orderNo, address: 'dead' })
      const { id } = await shop.db.one<{ id: string }>(sql`
        select (graphile_worker.add_job('order.find', ${payload}::json, run_at => now() + interval '1 hour')).id::text as id`)
      await shop.db.run(sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint])`)
      await shop.db.run(sql`
        update graphile_worker._private_jobs set updated_at = now() - make_interval(hours => ${hours}) where payload ->> 'orderNo' = ${orderNo}`)
    }
    await dead('OLD', 25)
    await dead('NEW', 23)
    const forget = shop.shop.rooms.parts
      .flatMap((parts) => parts.jobs ?? [])
      .find(({ name }) => name === 'order.forgetRequests')!
    await forget.run({} as never)
    const left = await shop.db.query(sql`
      select payload ->> 'orderNo' as no from graphile_worker._private_jobs where payload ->> 'address' = 'dead'`)
    expect(left).toEqual([{ no: 'NEW' }])
    await shop.db.run(
      sql`delete from graphile_worker._private_jobs where payload ->> 'address' = 'dead' and locked_at is null`,
    )
  })

  test('at most three times an hour and ten a day to one mailbox, however many ask at once', async () => {
    const order = await unpaid('often@example.com')
    const wanted = { orderNo: order.orderNo, address: typed('often@example.com') }
    await Promise.all(Array.from({ length: 8 }, () => mails().find(wanted)))
    expect(await mailsTo('often@example.com', 'found')).toHaveLength(3)
    const age = (hours: number) =>
      shop.db.run(
        sql`update mails set created_at = created_at - make_interval(hours => ${hours}) where recipient = 'often@example.com'`,
      )
    for (let hour = 0; hour < 4; hour++) {
      await age(2)
      for (let i = 0; i < 4; i++) await mails().find(wanted)
    }
    expect(await mailsTo('often@example.com', 'found')).toHaveLength(10)
  })

  test('one network asks for two of them an hour and four a day: whoever made an order to the address leaves its owner his', async () => {
    const [made, own] = [await unpaid('owner+shop@example.com'), await unpaid('owner@example.com')]
    const stranger = async () => {
      for (let i = 0; i < 3; i++) await find(made.orderNo, 'owner+shop@example.com', '203.0.113.7')
      await until(async () => (await jobs()) === 0, 'nobody searches')
      return (await mailsTo('owner+shop@example.com', 'found')).length
    }
    const older = () =>
      shop.db.run(
        sql`update mails set created_at = created_at - interval '2 hours' where recipient like 'owner%' and template = 'found'`,
      )
    expect(await stranger()).toBe(2)
    expect((await find(own.orderNo, 'owner@example.com', '203.0.113.8')).status).toBe(200)
    await until(async () => (await jobs()) === 0, 'nobody searches')
    expect(await mailsTo('owner@example.com', 'found')).toHaveLength(1)
    for (const sent of [4, 4]) {
      await shop.db.run(sql`truncate rate_limits`)
      await older()
      expect(await stranger()).toBe(sent)
    }
  })

  test('whoever has many networks of IPv6 is one of those who ask', async () => {
    const order = await unpaid('many-networks@example.com')
    for (const network of ['ab00', 'ab01', 'abff'])
      await find(order.orderNo, 'many-networks@example.com', `2001:db8:1:${network}::1`)
    await until(async () => (await jobs()) === 0, 'nobody searches')
    expect(await mailsTo('many-networks@example.com', 'found')).toHaveLength(2)
  })

  test('the spellings of one mailbox share what may go to it', async () => {
    for (const email of ['spell+1@example.com', 'spell+2@example.com', 'Spell@Example.com', 'spell+3@example.com']) {
      const { orderNo } = await unpaid(email)
      await mails().find({ orderNo, address: typed(email) })
    }
    const { n } = await shop.db.one<{ n: number }>(
      sql`select count(*)::int as n from mails where recipient ilike 'spell%' and template = 'found'`,
    )
    expect(n).toBe(3)
  })

  test('five times a minute from one address', async () => {
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await find('X', `x${i}@example.com`)).status)
    expect(answers).toContain(429)
  })
})
