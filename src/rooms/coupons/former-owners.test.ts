// A coupon's limit per member and whoever closes his account (decisions C10, F11): his uses count on if he comes back with the
// same mailbox, and nothing that is kept for it says whose they were.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  STRIPE,
  statusOf,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 60 })
})
afterAll(() => shop.close())

const as = ({ cookie }: TestMember) => ({ cookie })

async function addCoupon(code: string, uses: number | null, until: Date | null = null): Promise<void> {
  await shop.db.run(sql`
    insert into coupons (code, percent_bp, per_member_uses, valid_until) values (${code}, 1000, ${uses}, ${until})`)
}

/** Orders with it; `paid`: and pays. Answers what the shop says to the order. */
async function use(code: string, email: string, { member, paid }: { member?: TestMember; paid?: boolean } = {}) {
  const line = orderBody([{ product }], { email })
  const asked = await shop.call('POST', '/api/check/useCoupon', {
    body: {
      couponCode: code,
      currencyId: 1,
      productId: line.productId,
      productCount: [1],
      productPrice: [19.99],
      supplyProductId: line.supplyProductId,
      productClassId: [1],
    },
  })
  const coupon = { couponId: asked.body.data.couponId, cents: 200 }
  const made = await shop.call('POST', '/api/check/createOrder', {
    body: orderBody([{ product }], { email, coupon, paymentId: STRIPE }),
    ...(member && { headers: as(member) }),
  })
  if (made.status !== 200) return made.body.msg as string
  const { orderId } = made.body.data
  if (paid) {
    shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
    await until(async () => (await statusOf(shop, orderId)) === 'Delivered', 'it is delivered')
  }
  return 'used'
}

async function close(member: TestMember): Promise<void> {
  const erased = await shop.call('POST', '/api/profile/erase', { headers: as(member), body: { confirmed: true } })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
}

const ownersOf = async (code: string) => {
  const rows = await shop.db.query<{ owner: string; memberId: string | null }>(sql`
    select owner, member_id as "memberId" from coupon_uses u join coupons c on c.id = u.coupon_id
    where c.code = ${code} order by u.created_at, order_id`)
  expect(rows.map(({ memberId }) => memberId)).toEqual(rows.map(() => null))
  return rows.map(({ owner }) => owner)
}

test('who closes his account and comes back has had his uses: as a guest, as another member, at Apply', async () => {
  await addCoupon('TWICE', 2)
  const email = 'comes.back@example.com'
  const member = await addMember(shop, { email })
  // One of them as a guest, the other to a friend.
  expect(await use('TWICE', email, { paid: true })).toBe('used')
  expect(await use('TWICE', 'friend@example.com', { member, paid: true })).toBe('used')
  await close(member)
  expect(await use('TWICE', email)).toBe('pay.couponForbidden')
  expect(await use('TWICE', email.replace('@', '+again@'))).toBe('pay.couponForbidden')
  const again = await addMember(shop, { email })
  expect(await use('TWICE', 'friend@example.com', { member: again })).toBe('pay.couponForbidden')
  // Others are not kept from it, his friend among them.
  expect(await use('TWICE', 'friend@example.com')).toBe('used')
})

test('who has uses left can have these, and no more after closing his account a second time', async () => {
  await addCoupon('THRICE', 3)
  const email = 'back-and-forth@example.com'
  for (const left of [2, 1]) {
    const member = await addMember(shop, { email })
    expect(await use('THRICE', email, { member, paid: true }), `${left} left`).toBe('used')
    await close(member)
  }
  expect(await use('THRICE', email)).toBe('used')
  expect(await use('THRICE', email)).toBe('pay.couponForbidden')
  expect(new Set(await ownersOf('THRICE')).size).toBe(1)
})

test('who closes his account after a change of its address has had his uses, with the mailbox that they were had with', async () => {
  await addCoupon('MOVED', 1)
  const email = 'before.moving@example.com'
  const member = await addMember(shop, { email })
  expect(await use('MOVED', email, { member, paid: true })).toBe('used')
  await shop.db.run(sql`update members set email = 'after.moving@example.com' where id = ${member.id}`)
  await close(member)
  expect(await use('MOVED', email)).toBe('pay.couponForbidden')
  const again = await addMember(shop, { email })
  expect(await use('MOVED', 'friend@example.com', { member: again })).toBe('pay.couponForbidden')
})

test('what is kept names nobody, ties no coupon to another, and is not kept where no limit needs it', async () => {
  const email = 'forgotten@example.com'
  await addCoupon('ONE', 1)
  await addCoupon('ANOTHER', 1)
  await addCoupon('ANYBODY', null)
  const member = await addMember(shop, { email })
  for (const code of ['ONE', 'ANOTHER', 'ANYBODY']) expect(await use(code, email, { member, paid: true })).toBe('used')
  await close(member)
  const [one, another, anybody] = [await ownersOf('ONE'), await ownersOf('ANOTHER'), await ownersOf('ANYBODY')]
  expect(one).toEqual([expect.stringMatching(/^closed [\w-]{43}$/)])
  expect(another).toEqual([expect.stringMatching(/^closed [\w-]{43}$/)])
  expect(one).not.toEqual(another)
  expect(anybody).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await shop.db.query(sql`select 1 from coupon_uses where owner like '%forgotten%'`)).toEqual([])

  // Over, or long ago: nothing is left of it.
  await shop.db.run(sql`update coupons set valid_until = now() - interval '1 second' where code = 'ONE'`)
  await shop.db.run(
    sql`update coupon_uses set created_at = created_at - interval '1096 days' where owner = ${another[0]!}`,
  )
  const jobs = shop.shop.rooms.parts.flatMap(({ jobs }) => jobs ?? [])
  await jobs.find(({ name }) => name === 'couponOwners.forget')!.run({} as never)
  for (const code of ['ONE', 'ANOTHER'])
    expect(await ownersOf(code)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

test('a guest’s uses are found by whose they are, without reading all of them', async () => {
  await shop.db.run(sql`
    with c as (insert into coupons (code, percent_bp) values ('PLAN', 1000) returning id)
    insert into coupon_uses (order_id, coupon_id, owner, state)
    select gen_random_uuid(), c.id, n || '@example.com', 'used' from c, generate_series(1, 20000) n`)
  await shop.db.run(sql`analyze coupon_uses`)
  const plan = await shop.db.query<{ 'QUERY PLAN': string }>(sql`
    explain select order_id from coupon_uses u
    where u.member_id = ${randomUUID()} or (u.member_id is null and u.owner = '7@example.com') limit 100`)
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('coupon_uses_owner_alone')
  expect(lines).not.toContain('Seq Scan')
})
