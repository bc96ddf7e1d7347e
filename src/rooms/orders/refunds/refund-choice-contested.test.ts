// Money that somebody contests goes to no balance by a choice, and what had gone there is taken off again (decision F7).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { spend } from '#rooms/ledger/hands.ts'
import { effectsOf, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { evidenceOf } from './evidence.ts'
import { type Bought, BY, choosing } from './refund-choice.testing.ts'
import { balanceWorth } from './refund-choice.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const { delivered, choose, detail, balance, history, refunds, known, balanced, compare } = choosing(() => shop)
/** What is told of the money that went back: to him, in hundredths, and to a bank. */
async function told(order: Bought) {
  const { refunded, refundedToBalance } = await detail(order)
  const names = { shopName: 'Shop', seller: undefined }
  const { html } = (await shop.db.transaction((tx) => evidenceOf(tx, order.orderId, names)))!
  const paid = `<td dir="auto">${(order.total / 100).toFixed(2)} USD</td>`
  const [, sentBack, onBalance] = new RegExp(`${paid}<td dir="auto">(.*?)</td><td dir="auto">(.*?)</td></tr>`).exec(
    html,
  )!
  return { refunded, refundedToBalance, sentBack, onBalance }
}

describe('money that somebody contests', () => {
  test('is not to be chosen for, and goes to its source', async () => {
    const held = await delivered()
    await choose(held)
    await shop.db.run(
      sql`insert into order_holds (order_id, payment_id, reason) values (${held.orderId}, ${held.attempt}, 'state')`,
    )
    expect((await detail(held)).refundTo).toBeNull()
    await acts.refund(held.orderId, BY, null)
    await reaches(shop, held, 'Refunded')
    expect(await refunds(held)).toMatchObject([{ destination: 'source', state: 'done' }])
    expect(await balance(held)).toBe(0)

    const warned = await delivered()
    await choose(warned)
    shop.stripe.warn(warned.attempt)
    await until(async () => (await detail(warned)).refundTo === null, 'its bank warns')
    await acts.refund(warned.orderId, BY, null)
    await reaches(shop, warned, 'Refunded')
    expect(await refunds(warned)).toMatchObject([{ destination: 'source', state: 'done' }])
    expect(await balance(warned)).toBe(0)
  })

  test('after it was refunded is taken off the balance, given again when it is won, and a debt when it is lost', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const order = await delivered()
      await choose(order)
      await acts.refund(order.orderId, BY, null)
      await reaches(shop, order, 'Refunded')
      await quiet(shop)
      const onBalance = { refunded: 10, refundedToBalance: 10, sentBack: '0.00 USD', onBalance: '10.00 USD' }
      expect(await told(order)).toEqual(onBalance)
      await shop.db.transaction((tx) =>
        spend(tx, { memberId: order.member.id, cents: 700, paymentId: crypto.randomUUID(), reference: 'TEST' }),
      )
      const dispute = shop.stripe.dispute(order.attempt, { times: 2 })
      await until(async () => (await balance(order)) === -7, 'it is taken back')
      const takenOff = { refunded: 10, refundedToBalance: 0, onBalance: '10.00 USD; 10.00 USD of it taken off again' }
      expect(await told(order)).toEqual({ ...takenOff, sentBack: '0.00 USD' })
      shop.stripe.moveDispute(dispute, outcome)
      if (outcome === 'won') await until(async () => (await balance(order)) === 3, 'it is his again')
      await compare()
      expect(await balance(order)).toBe(outcome === 'won' ? 3 : -7)
      expect(await told(order)).toEqual(outcome === 'won' ? onBalance : { ...takenOff, sentBack: '10.00 USD' })
      expect((await history(order)).map(({ kind }) => kind)).toEqual(
        outcome === 'won' ? ['refund', 'refundBack', 'purchase', 'refund'] : ['refundBack', 'purchase', 'refund'],
      )
      expect(await statusOf(shop, order.orderId)).toBe('Refunded')
      // Nobody is told once more that money went back.
      expect((await effectsOf(shop, order)).mails).toEqual(['delivery', 'refund'])
    }
    await balanced()
  })

  test('nobody is told that it went back, where its provider says what nobody knows while it is contested', async () => {
    const order = await delivered(PAYSSION)
    await choose(order)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
    expect(await balance(order)).toBeGreaterThan(0)
    pay(shop, order, { outcome: 'disputed' })
    await until(async () => (await balance(order)) === 0, 'it is taken back')
    expect(await told(order)).toMatchObject({ sentBack: '0.00 USD' })
    pay(shop, order, { outcome: 'under_review' as 'disputed' })
    const isUnknown = sql`select from payments where id = ${order.attempt} and state = 'unknown'`
    await until(() => shop.db.query(isUnknown), 'its provider says so')
    const all = `${(order.total / 100).toFixed(2)} USD`
    expect(await told(order)).toMatchObject({
      ...{ sentBack: `0.00 USD to ${all}: its provider has not said` },
      ...{ onBalance: `${all}; ${all} of it taken off again` },
    })
    await balanced()
  })

  test('and what was sent back at the provider by hand as well, is not there twice', async () => {
    const order = await delivered(STRIPE, { count: 2 })
    await choose(order)
    await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
    await until(async () => (await balance(order)) === 10, 'a unit is on the balance')
    shop.stripe.refund(order.attempt, { amountMinor: 1_400 })
    await reaches(shop, order, 'Refunded')
    await compare()
    expect(await balance(order)).toBe(6)
    expect(await told(order)).toEqual({
      ...{ refunded: 20, refundedToBalance: 6 },
      ...{ sentBack: '14.00 USD', onBalance: '10.00 USD; 4.00 USD of it taken off again' },
    })
    expect(await known(order)).toMatchObject({ paid: 2_000, back: 2_000 })
    await balanced()
  })

  test.each([
    ['after all of it was refunded to the balance', 2_000, [500, 1_500]],
    ['after a part went each way', 1_000, [300, 700]],
  ])('is found at night where no notice came: sent back at the provider %s', async (_, toBalance, parts) => {
    const order = await delivered(STRIPE, { count: 2 })
    if (toBalance < 2_000) {
      await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
      await reaches(shop, order, 'PartlyRefunded')
      await quiet(shop)
    }
    await choose(order)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
    await compare()
    const alerts = () =>
      shop.db.query<{ kind: string; count: number; details: { what?: string } }>(
        sql`select kind, count, details from alerts where details ->> 'orderNo' = ${order.orderNo} order by kind`,
      )
    const before = await alerts()
    expect(before.map(({ kind }) => kind)).not.toContain('payment.foundByNight')
    let left = toBalance
    for (const [i, amountMinor] of parts.entries()) {
      shop.stripe.refund(order.attempt, { amountMinor, notify: false })
      left -= amountMinor
      await compare()
      expect(await balance(order)).toBe(left / 100)
      const found = (await alerts()).find(({ kind }) => kind === 'payment.foundByNight')
      expect([found?.count, found?.details.what]).toEqual([i + 1, 'refund'])
    }
    expect(await known(order)).toEqual({ state: 'refunded', paid: 2_000, back: 2_000, toBalance })
    expect((await alerts()).map(({ kind }) => kind)).not.toContain('payment.differs')
    // What is known is told no more.
    const after = await alerts()
    await compare()
    expect(await alerts()).toEqual(after)
    await balanced()
  })

  test('what a balance should have follows the provider’s figures', () => {
    const state = {
      providerRef: '',
      attemptId: '',
      rawState: '',
      currency: 'EUR',
      amountMinor: 1_000,
      refundedMinor: 0,
      byShop: 0,
    }
    const worth = (said: 'completed' | 'refunded' | 'disputed' | 'lost' | 'unknown', toBalance: number, toSource = 0) =>
      balanceWorth({ ...state, state: said, toBalance, toSource }, 90_000_000n, 77)
    expect(worth('completed', 300)).toBe(333)
    expect(worth('completed', 600)).toBe(667)
    expect(worth('refunded', 1_000)).toBe(1_111)
    expect(worth('refunded', 1_000, 1_000)).toBe(0)
    expect(worth('lost', 400, 1_000)).toBe(0)
    expect(worth('lost', 400, 700)).toBe(333)
    expect(worth('disputed', 400)).toBe(0)
    expect(worth('unknown', 400)).toBe(77)
  })
})
