// What a guest ordered becomes a member's when he has confirmed the address, and never before (decision F2).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import type { Events } from '#platform/events/events.ts'
import { defineRoom } from '#platform/room.ts'
import { MEMBER_CONFIRMED } from '#rooms/members/events.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { joinAgain } from './join.ts'

let happen: Events
/** Hands out the shop's events, to make one happen. */
const listening = defineRoom({
  name: 'listening',
  needs: {},
  open({ events }) {
    happen = events
    return {}
  },
})

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({}, { moreRooms: [listening] })
  product = await addProduct(shop, { keys: 60 })
})
afterAll(() => shop.close())

const anAddress = () => `guest-${randomUUID()}@example.com`
const as = ({ token }: TestMember) => ({ authorization: `Bearer ${token}` })
const order = (email: string, headers = {}) => placeOrder(shop, orderBody([{ product }], { email }), headers)
const memberOf = async (orderId: string) =>
  (
    await shop.db.one<{ memberId: string | null }>(
      sql`select member_id as "memberId" from orders where id = ${orderId}`,
    )
  ).memberId
/** As a registration ends: the address is confirmed, the account is there. */
const confirm = (member: TestMember) =>
  shop.db.transaction((tx) =>
    happen.append(tx, MEMBER_CONFIRMED.of(member.id, {}, { email: member.email, locale: 'en-US' })),
  )

test('orders of an address become its member’s when he has confirmed it, written in whatever letters; others’ do not', async () => {
  const email = anAddress()
  const before = await order(email.toUpperCase())
  const others = [await order(anAddress()), await order(email.replace('@', '+tag@'))]
  const owner = await addMember(shop)
  const gift = await order(email, as(owner))
  const member = await addMember(shop, { email })
  expect(await memberOf(before.orderId)).toBeNull()
  await confirm(member)
  expect(await memberOf(before.orderId)).toBe(member.id)
  for (const { orderId } of others) expect(await memberOf(orderId)).toBeNull()
  expect(await memberOf(gift.orderId)).toBe(owner.id)
  const { body } = await shop.call('GET', '/api/profile/orders', { headers: as(member) })
  expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([before.orderId])
})

test('what is ordered to a confirmed address while nobody is signed in joins at once', async () => {
  const member = await addMember(shop)
  const { orderId } = await order(member.email.toUpperCase())
  expect(await memberOf(orderId)).toBe(member.id)
  await shop.db.run(sql`update members set closed_at = now() where id = ${member.id}`)
  expect(await memberOf((await order(member.email)).orderId)).toBeNull()
})

test('a registration that nobody has confirmed gets nothing', async () => {
  const email = anAddress()
  await shop.db.run(sql`
    insert into registrations (id, email, email_key, username, password_hash, subscribes, locale)
    values (gen_random_uuid(), ${email}, ${email}, 'early', '', false, 'en-US')`)
  const { orderId } = await order(email)
  expect(await memberOf(orderId)).toBeNull()
})

test('an order that was being made while its member confirmed the address joins a little later', async () => {
  const email = anAddress()
  const member = await addMember(shop, { email })
  await confirm(member)
  const jobs = await shop.db.query(sql`
    select 1 from graphile_worker.jobs where task_identifier = 'order.joinGuests' and run_at > now() + interval '1 minute'`)
  expect(jobs.length).toBeGreaterThan(0)
  const { orderId } = await order(email)
  // As it is written by a transaction that knows of no member yet.
  await shop.db.run(sql`update orders set member_id = null where id = ${orderId}`)
  await joinAgain(shop.db, member.id)
  expect(await memberOf(orderId)).toBe(member.id)
})

test('a coupon’s uses as a guest count for the member, and his for a guest of his mailbox', async () => {
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into coupons (code, percent_bp, per_member_uses) values ('ONCE', 1000, 1) returning id`)
  const use = async (email: string, headers = {}) => {
    const line = orderBody([{ product }], { email })
    const asked = await shop.call('POST', '/api/check/useCoupon', {
      body: {
        couponCode: 'ONCE',
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
      body: orderBody([{ product }], { email, coupon }),
      headers,
    })
    return made.status === 200 ? 'used' : made.body.msg
  }
  const email = anAddress()
  expect(await use(email)).toBe('used')
  const member = await addMember(shop, { email })
  // To another address, and before his guest orders have joined.
  expect(await use(anAddress(), as(member))).toBe('pay.couponForbidden')
  await confirm(member)
  const moved = anAddress()
  await shop.db.run(sql`update members set email = ${moved}, email_key = ${moved} where id = ${member.id}`)
  expect(await use(moved, as(member))).toBe('pay.couponForbidden')

  const other = await addMember(shop)
  expect(await use(anAddress(), as(other))).toBe('used')
  expect(await use(other.email.replace('@', '+again@'))).toBe('pay.couponForbidden')
  expect(await use(other.email, as(other))).toBe('pay.couponForbidden')
  const { uses } = await shop.db.one<{ uses: number }>(sql`select uses from coupons where id = ${id}`)
  expect(uses).toBe(2)
})
