// What the operator is told of money and orders, how often, and when it ends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { type Bought, looked, loseKeys, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addKeys, openTestShop, STRIPE, statusOf, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const told = ({ orderId }: Bought) =>
  shop.db.query<{ kind: string; count: number; open: boolean }>(sql`
    select kind, count, resolved_at is null as open from alerts where order_id = ${orderId} order by id`)

const putAway = ({ orderId }: Bought) =>
  shop.db.run(sql`update alerts set resolved_at = now() where order_id = ${orderId} and resolved_at is null`)

/** Its provider is asked as the clock does. */
async function askedAgain({ attempt }: Bought): Promise<void> {
  await shop.db.run(sql`update payments set poll_at = now() where id = ${attempt}`)
  await looked(shop, attempt)
}

test('what went back is told once for each sum, however often its provider is asked and whatever was put away', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const kind = 'payment.partlyRefunded'
  shop.stripe.refund(order.attempt, { amountMinor: 100, notify: false })
  await askedAgain(order)
  await askedAgain(order)
  expect(await told(order)).toEqual([{ kind, count: 1, open: true }])
  await putAway(order)
  await askedAgain(order)
  expect(await told(order)).toEqual([{ kind, count: 1, open: false }])
  shop.stripe.refund(order.attempt, { amountMinor: 200, notify: false })
  await askedAgain(order)
  expect((await told(order)).map(({ open }) => open)).toEqual([false, true])
  await putAway(order)
  shop.stripe.refund(order.attempt, { notify: false })
  await askedAgain(order)
  await askedAgain(order)
  expect(await told(order)).toMatchObject([{ kind }, { kind }, { kind: 'payment.refunded', count: 1, open: true }])
  await putAway(order)
  await askedAgain(order)
  expect((await told(order)).filter(({ open }) => open)).toEqual([])
  expect(await statusOf(shop, order.orderId)).toBe('Refunded')
})

test('that an order waits for keys ends when they come during a dispute and it is delivered at its end', async () => {
  const order = await ordered(shop, STRIPE)
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  const dispute = shop.stripe.dispute(order.attempt)
  await reaches(shop, order, 'Disputed')
  await addKeys(shop, order.product.offerId, 1)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Disputed')
  shop.stripe.moveDispute(dispute, 'won')
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect((await told(order)).filter(({ open }) => open)).toEqual([])
  expect((await told(order)).map(({ kind }) => kind)).toContain('order.waitingForKeys')
})
