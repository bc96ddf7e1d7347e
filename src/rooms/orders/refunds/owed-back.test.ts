// What is told as owed back of a payment of which more came than its price, whatever came and went back in which order.
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { surplusBack } from '#rooms/payments/hands.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { openTestShop, PAYSSION, statusOf, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { isPartlyRefunded } from '../acts/hold-store.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { letTimePass } from '../making/counting.testing.ts'
import { figuresOf } from '../office-calls/office-today-store.ts'
import { keptOf } from '../settling/reward-store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }
const acts = () => createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })

interface Figures {
  amount: number
  paid: number
  back: number
}
const figures = ({ attempt }: Bought) =>
  shop.db.one<Figures & Record<string, unknown>>(
    sql`select amount, coalesce(paid_amount, 0) as paid, refunded_amount as back from payments where id = ${attempt}`,
  )
const isKnown = (order: Bought, name: 'paid' | 'back', minor: number) =>
  until(async () => (await figures(order))[name] === minor, `${name}: ${minor}`)

const told = async ({ attempt }: Bought) =>
  (
    await shop.db.query<{ owed: number }>(
      sql`select (payload ->> 'owed')::int as owed from events where name = 'payment.overpaid' and subject = ${attempt} order by id`,
    )
  ).map(({ owed }) => owed)

type Step = { does: 'comes' | 'ours' | 'theirs'; minor: number } | { does: 'unit' }

interface Move {
  came?: number
  back?: number
  forUnit?: number
}

/** From all that has come and gone, each time anew: what is owed whenever money comes, and whether some of the price has gone. */
function owedFrom(price: number, moves: readonly Move[]): { owed: number[]; isPriceBack: boolean } {
  const owed: number[] = []
  let isPriceBack = false
  for (const [i, { came: last }] of moves.entries()) {
    let [paid, surplus] = [0, 0]
    for (const { came = 0, back = 0, forUnit = 0 } of moves.slice(0, i + 1)) {
      surplus += Math.max(0, paid + came - price) - Math.max(0, paid - price)
      paid += came
      if (back > surplus || forUnit > 0) isPriceBack = true
      surplus = Math.max(0, surplus - back)
    }
    if (last && surplus > 0) owed.push(surplus)
  }
  return { owed, isPriceBack }
}

/** One step; undefined where so much is not there. What was refunded whole is another order: some stays. */
async function move(order: Bought, step: Step, unit: number): Promise<Move | undefined> {
  const { amount, paid, back } = await figures(order)
  if (step.does === 'comes') {
    pay(shop, order, { amountMinor: paid + step.minor })
    await isKnown(order, 'paid', paid + step.minor)
    return { came: step.minor }
  }
  if (step.does === 'unit') {
    // A unit is a third of the price, and a cent where that is not even.
    if (unit > 2 || paid - back <= Math.ceil(amount / 3)) return undefined
    await acts().refundUnits(order.orderId, BY, [{ line: 1, unit }])
    await until(async () => (await figures(order)).back > back, 'the unit is refunded')
    return { forUnit: (await figures(order)).back - back }
  }
  const minor = Math.min(step.minor, paid - back - 1)
  if (minor === 0) return undefined
  if (step.does === 'ours') await acts().refund(order.orderId, BY, minor)
  else shop.payssion.refund(order.attempt, { amountMinor: minor })
  await isKnown(order, 'back', back + minor)
  return { back: minor }
}

async function walk(begins: 'in time' | 'late', steps: readonly Step[]): Promise<void> {
  const order = await ordered(shop, PAYSSION, { count: 3 })
  const { amount: price } = await figures(order)
  if (begins === 'late') {
    await letTimePass(shop, order.product.offerId)
    await reaches(shop, order, 'Expired')
  }
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const moves: Move[] = [{ came: price }]
  for (const step of steps) {
    const done = await move(order, step, moves.filter(({ forUnit }) => forUnit).length + 1)
    await quiet(shop)
    if (done) moves.push(done)
  }
  const { owed, isPriceBack } = owedFrom(price, moves)
  expect(await told(order), JSON.stringify(moves)).toEqual(owed)
  expect(await statusOf(shop, order.orderId), JSON.stringify(moves)).toBe(isPriceBack ? 'PartlyRefunded' : 'Delivered')
}

test('a refund that took more than the surplus stays of the price when still more comes', async () => {
  await walk('in time', [
    { does: 'comes', minor: 500 },
    { does: 'ours', minor: 800 },
    { does: 'comes', minor: 1000 },
    { does: 'comes', minor: 500 },
    { does: 'theirs', minor: 300 },
    { does: 'unit' },
    { does: 'comes', minor: 200 },
  ])
})

test('what went back before a person accepted what came in another currency was of the price', async () => {
  const order = await ordered(shop, PAYSSION)
  const euros = (amountMinor: number) => pay(shop, order, { currency: 'EUR', amountMinor })
  const isHeld = sql`select 1 from order_holds where order_id = ${order.orderId} and lifted_at is null`
  euros(5000)
  await until(async () => (await shop.db.query(isHeld)).length > 0, 'it is held')
  await quiet(shop)
  shop.payssion.refund(order.attempt, { amountMinor: 1000 })
  await isKnown(order, 'back', 1000)
  await quiet(shop)
  await acts().accept(order.orderId, BY)
  await quiet(shop)
  euros(7000)
  await isKnown(order, 'paid', 7000)
  await quiet(shop)
  expect(await told(order)).toEqual([2000])
  expect(await statusOf(shop, order.orderId)).toBe('PartlyRefunded')
})

test('what the release before has recorded of a surplus, and counted nowhere, is no part of the price', async () => {
  const order = await ordered(shop, PAYSSION)
  const { amount } = await figures(order)
  pay(shop, order, { amountMinor: amount + 500 })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const priceBack = (uncounted: number, counted: { surplus: number; price: number }) =>
    shop.db.transaction(async (tx) => {
      await tx.run(sql`
        update payments set refunded_amount = ${uncounted}, surplus_back = ${counted.surplus}, price_back = ${counted.price}
        where id = ${order.attempt}`)
      const { refunded } = await figuresOf(tx, { since: new Date(0), until: new Date('2100-01-01') })
      return [
        uncounted - (await surplusBack(tx, order.attempt)),
        (await keptOf(tx, { id: order.orderId })).back,
        refunded - others,
        (await isPartlyRefunded(tx, order.orderId)) ? 'in part' : 'not',
      ]
    })
  const others = (await figuresOf(shop.db, { since: new Date(0), until: new Date('2100-01-01') })).refunded
  expect(await priceBack(500, { surplus: 0, price: 0 })).toEqual([0, 0, 0, 'not'])
  expect(await priceBack(700, { surplus: 0, price: 0 })).toEqual([200, 200, 200, 'in part'])
  expect(await priceBack(700, { surplus: 300, price: 100 })).toEqual([200, 200, 200, 'in part'])
  // Some has come back since it was counted.
  expect(await priceBack(600, { surplus: 500, price: 200 })).toEqual([100, 100, 100, 'in part'])
  expect(await priceBack(0, { surplus: 500, price: 0 })).toEqual([0, 0, 0, 'not'])
  await shop.db.run(
    sql`update payments set refunded_amount = 0, surplus_back = 0, price_back = 0 where id = ${order.attempt}`,
  )
})

test('what had gone back before it was counted was of the surplus first, but for single units; what is counted stays', async () => {
  const order = await ordered(shop, PAYSSION, { count: 2 })
  const { amount } = await figures(order)
  pay(shop, order, { amountMinor: amount + 500 })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const { forUnit } = (await move(order, { does: 'unit' }, 1))!
  await quiet(shop)
  const counted = async (surplus: number, price: number) => {
    await shop.db.run(sql`
      update payments set refunded_amount = ${700 + forUnit!}, surplus_back = ${surplus}, price_back = ${price} where id = ${order.attempt}`)
    await shop.db.pool.query(await readFile('src/migrations/0241_refunds_counted.sql', 'utf8'))
    return shop.db.one(
      sql`select surplus_back as surplus, price_back as price from payments where id = ${order.attempt}`,
    )
  }
  expect(await counted(0, 0)).toEqual({ surplus: 500, price: 200 })
  expect(await counted(300, 400)).toEqual({ surplus: 300, price: 400 })
})

test('what is told as owed is what has come above the price and has not gone back, in whatever order', async () => {
  const minor = fc.integer({ min: 1, max: 2000 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ does: fc.constant('comes' as const), minor }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('ours' as const, 'theirs' as const), minor }) },
    { weight: 1, arbitrary: fc.constant({ does: 'unit' as const }) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('in time' as const, 'late' as const),
      fc.array(step, { minLength: 3, maxLength: 7 }),
      walk,
    ),
    { numRuns: 10, endOnFailure: true },
  )
})
