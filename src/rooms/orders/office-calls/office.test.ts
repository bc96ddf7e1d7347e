// Orders as the back office lists, finds and shows them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { isLikeKey, ORDERS_COUNTED, ORDERS_PER_PAGE } from '../limits.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const ask = async (path: string) => {
  const { status, body } = await shop.call('GET', path, { headers: { cookie: ada.cookie } })
  return status === 200 ? body.data : { refused: body.msg, errors: body.errors }
}

interface Row {
  id: string
  placedAt: string
}

/** So many orders like this one, ten a second. */
async function likeThis(orderId: string, howMany: number, set: { email: string; status?: string }) {
  await shop.db.run(sql`
    insert into orders (id, order_no, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), 'T' || lpad(translate(n::text || ${set.email}, '01@.', 'ABCD'), 20, 'X'), ${set.status ?? 'Expired'},
      date_trunc('second', now() - interval '1 day') - make_interval(secs => n / 10), expires_at, ${set.email}, locale, currency, rate_e8,
      payment_method, goods, discount, fee, coupon, freight, service, total
    from orders, generate_series(1, ${howMany}) n where id = ${orderId}`)
}

test('the list has the newest first and every order once, over pages whose orders were placed at the same moment', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  await likeThis(orderId, 2 * ORDERS_PER_PAGE + 7, { email: 'pages@buyer.example' })
  const seen: Row[] = []
  let after = ''
  const sizes: number[] = []
  do {
    const { rows, next } = await ask(`/office/orders?q=Pages@buyer.example${after}`)
    seen.push(...rows)
    sizes.push(rows.length)
    after = next ? `&after=${encodeURIComponent(next)}` : ''
  } while (after)
  expect(sizes).toEqual([ORDERS_PER_PAGE, ORDERS_PER_PAGE, 7])
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2 * ORDERS_PER_PAGE + 7)
  expect(seen.map(({ placedAt }) => placedAt)).toEqual(
    seen
      .map(({ placedAt }) => placedAt)
      .sort()
      .reverse(),
  )
  const byStatus: Row[] = []
  for (let more = ''; ; ) {
    const { rows, next } = await ask(`/office/orders?status=Expired${more}`)
    byStatus.push(...rows)
    if (!next) break
    more = `&after=${encodeURIComponent(next)}`
  }
  expect(byStatus.map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
  const all: { rows: Row[]; next: string } = await ask('/office/orders')
  expect(all.rows[0]!.id).toBe(orderId)
  expect(all.rows).toHaveLength(ORDERS_PER_PAGE)
  for (const wrong of ['x', '2026-01-01_1', `2026-13-45T00:00:00.000000Z_${orderId}`])
    expect((await ask(`/office/orders?after=${wrong}`)).errors).toEqual([{ path: 'after', message: 'error.invalid' }])
})

test('counts stop, and follow the filter', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  const count = (search: string) => ask(`/office/orders/count?${search}`)
  await likeThis(orderId, 3, { email: 'few@buyer.example', status: 'Cancelled' })
  expect(await count('q=few@buyer.example')).toEqual({ count: 3, isMore: false })
  expect(await count('q=few@buyer.example&status=Expired')).toEqual({ count: 0, isMore: false })
  expect(await count('status=Cancelled')).toEqual({ count: 3, isMore: false })
  expect(await count('q=no+shape+of+ours')).toEqual({ count: 0, isMore: false })
  await likeThis(orderId, ORDERS_COUNTED + 1, { email: 'many@buyer.example' })
  expect(await count('q=many@buyer.example')).toEqual({ count: ORDERS_COUNTED, isMore: true })
  expect(await count('')).toEqual({ count: ORDERS_COUNTED, isMore: true })
  expect(await count('status=Expired')).toEqual({ count: ORDERS_COUNTED, isMore: true })
})

test.each(['a number as it is made', 'a number of letters alone'])(
  'an order is found by number, id and address, however they are typed; what has no such shape is said to have none (%s)',
  async (of) => {
    const order = await ordered(shop, STRIPE)
    if (of === 'a number of letters alone')
      await shop.db.run(sql`
      update orders set order_no = translate(order_no, '23456789', 'ABCDEFGH') where id = ${order.orderId}`)
    const { order_no: orderNo, delivery_email: email } = await shop.db.one<{
      order_no: string
      delivery_email: string
    }>(sql`select order_no, delivery_email from orders where id = ${order.orderId}`)
    const found = async (q: string, more = '') => {
      const { rows, understood } = await ask(`/office/orders?q=${encodeURIComponent(q)}${more}`)
      return { found: (rows as Row[]).some(({ id }) => id === order.orderId), understood }
    }
    const spaced = `${orderNo.slice(0, 5).toLowerCase()} - ${orderNo.slice(5)}`
    for (const q of [
      orderNo,
      `#${orderNo}`,
      spaced,
      `Order ${orderNo}`,
      ` Order #${orderNo.toLowerCase()}.`,
      `\u2068${orderNo}\u2069, please`,
      `已收到订单${orderNo}的付款`,
      order.orderId,
      order.orderId.toUpperCase(),
      ` ${email.toUpperCase()} `,
    ])
      expect([q, await found(q)]).toEqual([q, { found: true, understood: true }])
    expect(await found(orderNo, '&status=Unpaid')).toEqual({ found: true, understood: true })
    expect(await found(orderNo, '&status=Paid')).toEqual({ found: false, understood: true })
    const { id: attempt, reference } = await shop.db.one<{ id: string; reference: string }>(
      sql`select id, provider_ref as reference from payments where order_id = ${order.orderId}`,
    )
    for (const q of [attempt, reference, ` ${reference} `])
      expect([q, await found(q)]).toEqual([q, { found: true, understood: true }])
    expect(await found(reference.slice(0, -1))).toEqual({ found: false, understood: true })
    for (const q of ['%', orderNo.slice(3), 'O0IL1 ABCDE!', '=1+1', '؜abc'])
      expect([q, await found(q)]).toEqual([q, { found: false, understood: false }])
  },
)

test('an order shows what was bought, how it was paid and what happened to it', async () => {
  const order = await ordered(shop, STRIPE, { keys: 2 })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  await shop.db.run(sql`insert into order_holds (order_id, reason) values (${order.orderId}, 'person')`)
  await shop.db.run(
    sql`update order_holds set lifted_at = now(), lifted_by = 'ada', lifted_why = 'all is well' where order_id = ${order.orderId}`,
  )
  const shown = await ask(`/office/orders/${order.orderId}`)
  expect(shown).toMatchObject({
    ...{ id: order.orderId, status: 'Delivered', isHeld: false, username: null },
    lines: [{ quantity: 1 }],
    payments: [{ provider: 'stripe', state: 'completed', refunded: 0 }],
  })
  expect(shown.amounts.total).toBe(shown.total)
  const said = shown.timeline.map(({ kind, what }: { kind: string; what: string }) => `${kind} ${what}`)
  const ofOrder = /^(status|hold|lifted)/
  expect(said.filter((step: string) => ofOrder.test(step))).toEqual([
    'status Unpaid',
    'status Unpaid → Paid',
    'status Paid → Delivered',
    'hold person',
    'lifted person',
  ])
  expect(said.filter((step: string) => !ofOrder.test(step)).sort()).toEqual([
    'mail delivery',
    'payment stripe',
    'reveal mail',
  ])
  expect(shown.timeline.find(({ kind }: { kind: string }) => kind === 'lifted')).toMatchObject({
    who: 'ada',
    why: 'all is well',
  })
  // No key is ever part of it.
  const keys = await shop.db.query(
    sql`select 1 from vault_keys k join order_lines l on l.id = k.order_line_id where l.order_id = ${order.orderId}`,
  )
  expect(keys).toHaveLength(1)
  expect(await ask('/office/orders/3d4a2b10-1111-4222-8333-444455556666')).toMatchObject({ refused: 'error.notFound' })
})

test('an order shows what was paid for it, of all its payments', async () => {
  const order = await ordered(shop, STRIPE)
  const paid = async () => (await ask(`/office/orders/${order.orderId}`)).paid
  expect(await paid()).toEqual([])
  pay(shop, order, { amountMinor: 2999 })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await paid()).toEqual([{ amount: 29.99, currency: 'USD' }])
  await shop.db.run(sql`
    insert into payments (id, order_id, provider, state, amount, currency, paid_amount)
    select gen_random_uuid(), order_id, provider, state, amount, c.code, 1000 from payments, (values ('USD'), ('EUR')) as c(code)
    where order_id = ${order.orderId}`)
  expect(await paid()).toEqual(
    expect.arrayContaining([
      { amount: 39.99, currency: 'USD' },
      { amount: 10, currency: 'EUR' },
    ]),
  )
})

test('what is shown of an order is of one moment, and what comes while it is read is taken neither for shown nor for seen', async () => {
  const order = await ordered(shop, STRIPE, { keys: 1 })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const before = await ask(`/office/orders/${order.orderId}`)
  const reading = await shop.db.transaction(async (tx) => {
    await tx.run(sql`lock table refunds in access exclusive mode`)
    const asked = ask(`/office/orders/${order.orderId}`)
    // The clock looks at the table, too, and so may the shops of other tests at theirs, which have the same number.
    const waits = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"refundedToBalance"%'`
    await until(() => shop.db.query(waits), 'the page waits for the table')
    await tx.run(sql`
      insert into refunds (id, order_id, payment_id, amount, currency, cause, actor, reason, state)
      select gen_random_uuid(), order_id, id, 1, currency, 'operator', 'ada', 'meanwhile', 'dropped' from payments where order_id = ${order.orderId}`)
    return { asked }
  })
  const shown = await reading.asked
  expect(shown).toMatchObject({ seen: before.seen, refunds: [] })
  const after = await ask(`/office/orders/${order.orderId}`)
  expect(after.refunds).toHaveLength(1)
  expect(after.seen).not.toBe(before.seen)
})

test('a member’s order says whose it is', async () => {
  const member = await addMember(shop)
  const { orderId } = await ordered(shop, STRIPE)
  await shop.db.run(sql`update orders set member_id = ${member.id} where id = ${orderId}`)
  expect((await ask(`/office/orders?q=${orderId}`)).rows).toMatchObject([{ username: member.username }])
})

test('what could be a key is told from what orders are found by in the address', () => {
  for (const key of [
    'ABCDE',
    'a1b2c',
    'AAAAA-BBBBB-CCCCC',
    'aaaa bbbb cccc',
    'A1B2C3D4E5F6G7H8',
    'login:password',
    'x@y.example:pass',
    'login:7BN9RDYGKA',
    'AAAAAAAAAA 7BN9RDYGKA',
    '7BN9RDYGKA-7BN9RDYGKB',
  ])
    expect([key, isLikeKey(key)]).toEqual([key, true])
  for (const other of [
    '7BN9RDYGKA',
    '7BN9R - DYGKA',
    'Order 7BN9RDYGKA',
    'ORDER: 7BN9RDYGKA.',
    'order abcdef2345',
    ' Order #sjjfezzfkm.',
    '3d4a2b10-1111-4222-8333-444455556666',
    'ada@buyer.example',
    'cs_test_a1B2c3D4',
    'ABCD',
    '',
  ])
    expect([other, isLikeKey(other)]).toEqual([other, false])
})
