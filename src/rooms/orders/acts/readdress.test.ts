// Whose an order is after its address was changed by a person: it follows the address, unless it is in its account otherwise.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { adjust } from '#rooms/ledger/hands.ts'
import { type Bought, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  BALANCE,
  openTestShop,
  orderBody,
  placeOrder,
  STRIPE,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { everythingOf } from '../personal-store.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const as = ({ cookie }: TestMember) => ({ headers: { cookie } })
const anAddress = () => `${randomUUID()}@example.com`

interface Buying {
  email: string
  /** Who is signed in. */
  member?: TestMember
  coupon?: string
}

/** Two pieces of 75.00 US dollars, delivered; a third key is there to replace one. */
async function bought({ email, member, coupon: code }: Buying): Promise<Bought> {
  const product = await addProduct(shop, { keys: 3, priceCents: 7_500 })
  const coupon = code === undefined ? undefined : await apply(code, orderBody([{ product, count: 2 }], { email }))
  const body = orderBody([{ product, count: 2 }], { paymentId: STRIPE, email, ...(coupon && { coupon }) })
  const placed = await placeOrder(shop, body, member && { cookie: member.cookie })
  const order = { ...placed, product, paymentId: STRIPE, attempt: await attemptOf(shop, placed.orderId) } as const
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

/** One use for each, 10 %. */
async function apply(code: string, { productId, supplyProductId }: ReturnType<typeof orderBody>) {
  await shop.db.run(sql`insert into coupons (code, percent_bp, per_member_uses) values (${code}, 1000, 1)`)
  const { body } = await shop.call('POST', '/api/check/useCoupon', {
    body: {
      ...{ couponCode: code, currencyId: 1, productId, supplyProductId },
      ...{ productCount: [2], productPrice: [75], productClassId: [1] },
    },
  })
  return { couponId: body.data.couponId as string, cents: 1_500 }
}

const look = async ({ orderId }: Pick<Bought, 'orderId'>) =>
  (await shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: ada.cookie } })).body.data

async function act(order: Pick<Bought, 'orderId'>, name: string, body: object) {
  const { seen } = await look(order)
  const headers = { cookie: ada.cookie }
  const reason = 'the buyer had mistyped it'
  const answer = await shop.call('POST', `/office/orders/${order.orderId}/${name}`, {
    headers,
    body: { reason, seen, ...body },
  })
  expect(answer).toMatchObject({ status: 200 })
  await quiet(shop)
}

/** What the act says that it did. */
async function didTo({ orderId }: Pick<Bought, 'orderId'>) {
  const rows = await auditRows(shop.db, { subject: { kind: 'order', id: orderId } })
  return (rows.at(-1)!.after!.did as [string][]).map(([name]) => name)
}

/** What a member has of an order. */
async function has(member: TestMember, { orderId }: Pick<Bought, 'orderId'>) {
  const status = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await shop.call(method, path, { ...as(member), ...(body && { body }) })).status
  const library = await shop.db.query(sql`
    select 1 from library_lines join order_lines l on l.id = line_id where member_id = ${member.id} and l.order_id = ${orderId}`)
  const { uexp } = (await shop.call('GET', '/api/getInfo', as(member))).body.data
  const { pendingPoints } = (await shop.call('GET', '/api/profile/memberGroup', as(member))).body.data
  return {
    keys: await status('GET', `/api/profile/order/pointCode/${orderId}`),
    refund: await status('POST', `/api/profile/order/refundTo/${orderId}`, { to: 'source' }),
    library: library.length,
    growth: uexp,
    pendingPoints,
  }
}

const NOTHING = { keys: 404, refund: 404, library: 0, growth: 0, pendingPoints: 0 }
const ALL = { keys: 200, refund: 200, library: 1, growth: 150, pendingPoints: 1.5 }
/** Somebody else has paid it. */
const GIVEN = { keys: 200, refund: 422, library: 1, growth: 0, pendingPoints: 0 }

const useOf = (code: string) =>
  shop.db.one(sql`
    select owner, member_id as "memberId" from coupon_uses u join coupons c on c.id = u.coupon_id where c.code = ${code}`)

/** What his archive has of his first order. */
async function archived({ id }: TestMember) {
  const [first] = await everythingOf(shop.db, id, { offset: 0, limit: 1 })
  return first as Record<string, object[]>
}

/** What was entered adds up to what is shown. */
async function balanced() {
  expect(
    await shop.db.query(sql`
      select member_id from member_rewards r
      full join (select member_id, sum(points) points, sum(pending) pending, sum(growth) growth from reward_entries group by 1) e using (member_id)
      where (r.points, r.pending, r.growth) is distinct from (e.points, e.pending, e.growth)`),
  ).toEqual([])
}

const namesOf = ({ id }: TestMember, { orderId }: Pick<Bought, 'orderId'>) =>
  shop.db.query(sql`
    select actor from key_reveals where order_id = ${orderId} and actor like ${`%${id}%`}
    union all select actor from order_acts where order_id = ${orderId} and actor like ${`%${id}%`}`)

test('an order that a guest sent to a stranger’s address by mistake leaves his account with all that it brought', async () => {
  const [ann, anne] = [await addMember(shop), await addMember(shop)]
  const code = `ONCE${ann.id.slice(0, 8).toUpperCase()}`
  const order = await bought({ email: ann.email, coupon: code })
  const less = { growth: 135, pendingPoints: 1.35 }
  expect(await has(ann, order)).toEqual({ ...ALL, ...less })
  await shop.call('POST', `/api/profile/order/refundTo/${order.orderId}`, { ...as(ann), body: { to: 'balance' } })
  expect((await look(order)).account).toBe('follows')

  await act(order, 'note', { reason: 'Ann has phoned' })
  await act(order, 'readdress', { email: anne.email.toUpperCase(), reason: 'it was not for Ann' })
  expect(await shop.db.one(sql`select refund_to_balance_at as chosen from orders where id = ${order.orderId}`)).toEqual(
    {
      chosen: null,
    },
  )
  expect(await has(ann, order)).toEqual(NOTHING)
  expect(await has(anne, order)).toEqual(GIVEN)
  expect(await useOf(code)).toEqual({ owner: anne.email, memberId: anne.id })
  expect(await look(order)).toMatchObject({ username: anne.username, account: 'follows' })
  expect(await didTo(order)).toEqual(['readdressed', 'toOtherAccount'])
  await act(order, 'refund', { units: [{ line: 1, unit: 2 }] })
  // Nor is she told from where he has looked or what was written about him, nor does anything name him there.
  const archive = await archived(anne)
  expect(archive).toMatchObject({ acts: [{ act: 'refund' }], holds: null, refunds: [{ amount: 67.5 }] })
  expect(archive.keysShown).toMatchObject([
    { by: 'mail', address: null },
    { by: 'page', address: null },
    { by: 'mail', address: anne.email.toUpperCase() },
    { by: 'page', address: '127.0.0.1' },
  ])
  expect(await namesOf(ann, order)).toEqual([])
  // Acts of before the shop kept what they did by its name.
  await shop.db.run(sql`update order_acts set did = did - 'parts' where order_id = ${order.orderId}`)
  expect(await archived(anne)).toMatchObject({ acts: [{ act: 'refund' }], refunds: [{}] })
  // A key that is given in the place of one that he has seen is not his.
  await act(order, 'replace', { line: 1, unit: 1 })
  expect(await has(ann, order)).toEqual(NOTHING)
  expect(await has(anne, order)).toMatchObject({ keys: 200, library: 1, growth: 0 })
  await balanced()
})

test('with an address that is no member’s it is nobody’s, and whoever has that address later gets it', async () => {
  const ann = await addMember(shop)
  const order = await bought({ email: ann.email })
  const email = anAddress()
  await act(order, 'readdress', { email })
  expect(await has(ann, order)).toEqual(NOTHING)
  expect(await look(order)).toMatchObject({ username: null, account: null, email })
  expect(await didTo(order)).toEqual(['readdressed', 'leftAccount'])
  expect(await shop.db.query(sql`select 1 from order_rewards where order_id = ${order.orderId}`)).toEqual([])
  const anne = await addMember(shop, { email })
  await shop.db.run(
    sql`select graphile_worker.add_job('order.joinGuests', json_build_object('memberId', ${anne.id}::text))`,
  )
  await quiet(shop)
  expect(await has(anne, order)).toEqual(GIVEN)
  await balanced()
})

test('an order of nobody’s goes into the account whose address is the new one', async () => {
  const anne = await addMember(shop)
  const order = await bought({ email: anAddress() })
  expect((await look(order)).account).toBeNull()
  await act(order, 'readdress', { email: anne.email })
  expect(await has(anne, order)).toEqual(GIVEN)
  expect(await didTo(order)).toEqual(['readdressed', 'intoAccount'])
})

test('what its member has sent elsewhere, or is said to be his, stays his; said otherwise it goes', async () => {
  const [grace, anne] = [await addMember(shop), await addMember(shop)]
  const gift = await bought({ member: grace, email: anAddress() })
  expect((await look(gift)).account).toBe('stays')
  await act(gift, 'readdress', { email: anne.email })
  expect(await has(grace, gift)).toEqual(ALL)
  expect(await didTo(gift)).toEqual(['readdressed', 'staysInAccount'])

  const joan = await addMember(shop)
  const own = await bought({ member: joan, email: joan.email })
  await act(own, 'note', {})
  await act(own, 'readdress', { email: anAddress(), staysInAccount: true })
  expect(await has(joan, own)).toEqual(ALL)
  expect(await archived(joan)).toMatchObject({ acts: [{ act: 'note' }, { act: 'readdress' }] })
  expect(await didTo(own)).toEqual(['readdressed', 'staysInAccount'])

  // Whose address it was has another one by now.
  const ann = await addMember(shop)
  const stray = await bought({ email: ann.email })
  await shop.db.run(sql`update members set email = ${anAddress()} where id = ${ann.id}`)
  expect((await look(stray)).account).toBe('stays')
  await act(stray, 'readdress', { email: anne.email, staysInAccount: false })
  expect(await has(ann, stray)).toEqual(NOTHING)
  expect(await has(anne, stray)).toEqual(GIVEN)
})

test('what was paid from a balance, or refunded to one, stays with it, whatever is said', async () => {
  const grace = await addMember(shop)
  const by = { actor: 'ada', reason: 'a gift' }
  await shop.db.transaction((tx) =>
    adjust(tx, { memberId: grace.id, cents: 5_000, reference: 'TK 1', mayOwe: false, by }),
  )
  const product = await addProduct(shop, { keys: 1, priceCents: 1_000 })
  const body = orderBody([{ product }], { paymentId: BALANCE, email: grace.email })
  const paid = await placeOrder(shop, body, { cookie: grace.cookie })
  await shop.call('POST', '/api/pay/balance', { ...as(grace), body: { orderId: paid.orderId, amount: 10 } })
  await reaches(shop, paid, 'Delivered')

  const refunded = await bought({ email: grace.email })
  await shop.call('POST', `/api/profile/order/refundTo/${refunded.orderId}`, { ...as(grace), body: { to: 'balance' } })
  await act(refunded, 'refund', { units: [{ line: 1, unit: 2 }] })
  await reaches(shop, refunded, 'PartlyRefunded')

  for (const order of [paid, refunded]) {
    await quiet(shop)
    expect((await look(order)).account).toBe('bound')
    await act(order, 'readdress', { email: anAddress(), staysInAccount: false })
    expect(await has(grace, order)).toMatchObject({ keys: 200, library: 1 })
    expect(await didTo(order)).toEqual(['readdressed', 'staysByBalance'])
  }
})
