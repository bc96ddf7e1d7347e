// Refunds of single units (decision F7): what each cost goes back, its key is shown no more, and the rest stays.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  type Bought,
  effectsOf,
  loseKeys,
  ordered,
  PROVIDERS,
  pay,
  quiet,
  reaches,
} from '#rooms/payments/scene.testing.ts'
import { addKeys, openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { BY, unit, unitRefunds } from './units.testing.ts'
import { split, unitsOf } from './units.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const { shownKeys, moneyOf, keysOf, isHeld } = unitRefunds(() => shop)

async function delivered(paymentId: Parameters<typeof ordered>[1], count: number): Promise<Bought> {
  const order = await ordered(shop, paymentId, { keys: count, count })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

describe('what was paid is split over the units', () => {
  test('by their prices, by largest remainder, the earlier of equals first, in whole selling units', () => {
    expect(split(1000, [1, 1, 1], 1)).toEqual([334, 333, 333])
    expect(split(1999, [500, 1500, 0], 1)).toEqual([500, 1499, 0])
    expect(split(1000, [1, 1, 1], 100)).toEqual([400, 300, 300])
    expect(split(300, [0, 0], 1)).toEqual([150, 150])
    expect(split(0, [700, 300], 1)).toEqual([0, 0])
    expect(split(9_999_999_999, [3_333_333_333, 3_333_333_333], 1)).toEqual([5_000_000_000, 4_999_999_999])
  })

  test('units have the keys of their line in their order; a refunded one keeps its own', () => {
    const units = unitsOf({
      paid: 900,
      currency: 'USD',
      lines: [
        { id: 70, position: 0, quantity: 3, unit: 200 },
        { id: 71, position: 1, quantity: 1, unit: 300 },
      ],
      keys: [
        { id: 4, lineId: 70 },
        { id: 6, lineId: 70 },
        { id: 9, lineId: 71 },
      ],
      refunded: [{ lineId: 70, unit: 1, keyId: 6, done: true }],
    })
    expect(units.map(({ line, unit, keyId, amount, refund }) => [line, unit, keyId, amount, refund])).toEqual([
      [1, 1, 6, 200, 'done'],
      [1, 2, 4, 200, 'none'],
      [1, 3, null, 200, 'none'],
      [2, 1, 9, 300, 'none'],
    ])
  })
})

test.each(PROVIDERS)(
  'at %s: a unit’s share goes back and its key is shown no more; the last one takes the rest and ends the order',
  async (_, paymentId) => {
    const order = await delivered(paymentId, 3)
    const keys = (await shownKeys(order)) as string[]
    const { paid } = await moneyOf(order)
    await acts.refundUnits(order.orderId, BY, [unit(1, 2)])
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect(await shownKeys(order)).toEqual([keys[0], keys[2]])
    expect((await moneyOf(order)).back).toBe(split(paid, [1, 1, 1], 1)[1])
    // What was seen is never sold again.
    expect((await keysOf(order)).map(({ state, refunded }) => [state, refunded])).toEqual([
      ['sold', false],
      ['sold', true],
      ['sold', false],
    ])
    await expect(acts.refundUnits(order.orderId, BY, [unit(1, 2)])).rejects.toThrow('1.2 was refunded')
    await acts.refundUnits(order.orderId, BY, [unit(1, null)])
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    expect(await moneyOf(order)).toEqual({ paid, back: paid })
    expect(await shownKeys(order)).toBe('order.notDelivered')
    expect(await effectsOf(shop, order)).toMatchObject({ sold: 3, mails: ['delivery', 'refund', 'refund'] })
  },
)

test('asked for twice at once, a unit is refunded once, and another waits its turn', async () => {
  const order = await delivered(STRIPE, 3)
  const hold = shop.stripe.hold('/v1/refunds')
  const results = await Promise.allSettled([1, 2, 3].map(() => acts.refundUnits(order.orderId, BY, [unit(1, 1)])))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await hold.arrived
  await expect(acts.refundUnits(order.orderId, BY, [unit(1, 1)])).rejects.toThrow('1.1 is being refunded')
  await expect(acts.refundUnits(order.orderId, BY, [unit(1, 2)])).rejects.toThrow('is under way already')
  // Its money has not gone: its key is still the buyer's.
  expect(await shownKeys(order)).toHaveLength(3)
  hold.release()
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(2)
  expect((await moneyOf(order)).back).toBe(split((await moneyOf(order)).paid, [1, 1, 1], 1)[0])
})

test('after a refund by amount no more goes back than was paid', async () => {
  const order = await delivered(STRIPE, 2)
  const { paid } = await moneyOf(order)
  const first = split(paid, [1, 1], 1)[0]!
  await acts.refund(order.orderId, BY, paid - first)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  // That would be all that is left, and the order would lose its other key too.
  await expect(acts.refundUnits(order.orderId, BY, [unit(1, 1)])).rejects.toThrow('are left of its payment')
  await acts.refundUnits(order.orderId, BY, [unit(1, 1), unit(1, 2)])
  await reaches(shop, order, 'Refunded')
  expect(await moneyOf(order)).toEqual({ paid, back: paid })
})

test('what is not there is refused in words', async () => {
  const order = await delivered(STRIPE, 2)
  await expect(acts.refundUnits(order.orderId, BY, [unit(2, 1)])).rejects.toThrow('it has no line 2')
  await expect(acts.refundUnits(order.orderId, BY, [unit(1, 3)])).rejects.toThrow('line 1 has 2 units')
  const unpaid = await ordered(shop, STRIPE)
  await expect(acts.refundUnits(unpaid.orderId, BY, [unit(1, 1)])).rejects.toThrow(ActRefused)
})

describe('of an order that was overpaid', () => {
  /** 39.98 dollars for two, and 70 came. */
  async function overpaid(waits = false): Promise<Bought> {
    const order = await ordered(shop, PAYPAL, { keys: 2, count: 2 })
    if (waits) await loseKeys(shop, order.product.offerId)
    if (waits) await addKeys(shop, order.product.offerId, 1)
    pay(shop, order, { amountMinor: 7000, captured: true })
    await reaches(shop, order, waits ? 'Processing' : 'Delivered')
    await quiet(shop)
    return order
  }

  test('a unit that is refunded is a part of its price, and not what came above it', async () => {
    const order = await overpaid()
    await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect((await effectsOf(shop, order)).alerts).toEqual(['payment.overpaid'])
    expect(await shownKeys(order)).toHaveLength(1)
    await acts.refund(order.orderId, BY, 7000 - 3998)
    await until(async () => (await moneyOf(order)).back === 1999 + 3002, 'what was too much has gone')
    await quiet(shop)
    expect((await effectsOf(shop, order)).status).toBe('PartlyRefunded')
    expect(await shownKeys(order)).toHaveLength(1)
  })

  test('what came above its price goes back, and nothing of it is refunded', async () => {
    const order = await overpaid()
    await acts.refund(order.orderId, BY, 7000 - 3998)
    await until(async () => (await moneyOf(order)).back === 3002, 'what was too much has gone')
    await quiet(shop)
    expect((await effectsOf(shop, order)).status).toBe('Delivered')
    expect(await shownKeys(order)).toHaveLength(2)
  })

  test('the unit that it waits for is refunded: the other is delivered, partly refunded', async () => {
    const order = await overpaid(true)
    await acts.refundUnits(order.orderId, BY, [unit(1, 2)])
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect(await shownKeys(order)).toHaveLength(1)
  })

  test('of still more that comes after a unit was refunded all that is above the price is owed', async () => {
    const order = await ordered(shop, PAYSSION, { keys: 2, count: 2 })
    const price = 3998 + 60
    const owed = async () =>
      (
        await shop.db.query<{ owed: number }>(
          sql`select details -> 'owed' as owed from alerts where order_id = ${order.orderId} and kind = 'payment.overpaid'`,
        )
      ).map((row) => row.owed)
    pay(shop, order, { outcome: 'paid_more' as 'completed', amountMinor: 7000 })
    await until(async () => (await owed())[0] === 7000 - price, 'the operator is told what is owed')
    await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
    await until(async () => (await moneyOf(order)).back === price / 2, 'its money has gone')
    await quiet(shop)
    pay(shop, order, { outcome: 'paid_more' as 'completed', amountMinor: 8000 })
    await until(async () => (await moneyOf(order)).paid === 8000, 'more has come')
    await quiet(shop)
    expect(await owed()).toEqual([8000 - price])
  })
})

test('the provider refuses: the order is held, its keys stay, and the unit can be refunded again', async () => {
  const order = await delivered(PAYSSION, 2)
  shop.payssion.refuseRefund(412)
  await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
  await until(() => isHeld(order), 'it is held')
  await quiet(shop)
  expect((await effectsOf(shop, order)).alerts).toEqual(['refund.failed'])
  expect(await shownKeys(order)).toHaveLength(2)
  await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(1)
  expect(await isHeld(order)).toBe(false)
})

test('a refund that went and came back later can be made again', async () => {
  const order = await delivered(STRIPE, 2)
  await acts.refundUnits(order.orderId, BY, [unit(1, 2)])
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  const { ref } = await shop.db.one<{ ref: string }>(
    sql`select provider_ref as ref from refunds where order_id = ${order.orderId}`,
  )
  shop.stripe.moveRefund(ref, 'failed')
  await until(async () => (await moneyOf(order)).back === 0, 'the money is here again')
  await quiet(shop)
  expect((await effectsOf(shop, order)).alerts).toContain('refund.failed')
  await acts.refundUnits(order.orderId, BY, [unit(1, 2)])
  await until(async () => (await moneyOf(order)).back > 0, 'it has gone again')
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(1)
})
