// Refunds to a member's balance, because he chose that (decision F7): never by itself, once, at the order's own rate, and not
// of money that somebody contests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { effectsOf, loseKeys, PROVIDERS, pay, quiet, reaches, simulatorOf } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  PAYPAL,
  placeOrder,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { as, type Bought, BY, choosing } from './refund-choice.testing.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const { bought, delivered, choose, detail, balance, history, refunds, known, balanced, compare } = choosing(() => shop)
/** That the provider has sent anything back, in whichever words. */
const sentBack = ({ attempt, paymentId }: Bought) =>
  /"refunded(Minor)?":[1-9]|"refunds":\[[^\]]/.test(JSON.stringify(simulatorOf(shop, paymentId).payment(attempt)))

describe('the choice', () => {
  test('is its member’s alone, is never made for him, and can be taken back; who and when stay', async () => {
    const order = await delivered()
    expect((await detail(order)).refundTo).toEqual({ to: 'source', amount: 10 })
    const stranger = await addMember(shop)
    expect((await choose({ ...order, member: stranger })).status).toBe(404)
    const guest = await shop.call('POST', `/api/profile/order/refundTo/${order.orderId}`, { body: { to: 'balance' } })
    expect(guest.status).toBe(401)
    expect((await choose(order, 'everywhere' as 'balance')).status).toBe(400)
    expect((await detail(order)).refundTo).toEqual({ to: 'source', amount: 10 })

    expect((await choose(order)).body.data).toEqual({ to: 'balance', amount: 10 })
    expect((await choose(order)).body.data).toEqual({ to: 'balance', amount: 10 })
    expect((await detail(order)).refundTo).toEqual({ to: 'balance', amount: 10 })
    await choose(order, 'source')
    expect((await detail(order)).refundTo).toEqual({ to: 'source', amount: 10 })
    const actor = `member ${order.member.id}`
    expect(
      await shop.db.query(
        sql`select act, actor, did ->> 'did' as did from order_acts where order_id = ${order.orderId} order by id`,
      ),
    ).toEqual([
      { act: 'refund destination', actor, did: 'refunds go to his balance' },
      { act: 'refund destination', actor, did: 'refunds go to where the money came from' },
    ])

    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
    expect(await refunds(order)).toEqual([{ state: 'done', destination: 'source', amount: 1_000, problem: null }])
    expect(sentBack(order)).toBe(true)
    expect(await balance(order)).toBe(0)
    // There is nothing left to choose.
    expect((await detail(order)).refundTo).toBeNull()
    expect((await choose(order)).body.msg).toBe('order.noRefundToChoose')
  })

  test('is not a guest’s, nor one of an order that nobody has paid, of a top-up, or of a payment from the balance', async () => {
    const product = await addProduct(shop, { keys: 2, priceCents: 1_000 })
    const guest = await placeOrder(shop, orderBody([{ product }]))
    pay(shop, { attempt: await attemptOf(shop, guest.orderId), paymentId: STRIPE })
    await reaches(shop, guest, 'Delivered')
    const seen = await shop.call('GET', `/api/pay/detail/${guest.orderId}`, { headers: { cookie: guest.cookie } })
    expect(seen.body.data).toMatchObject({ refundTo: null, refundedToBalance: 0 })
    const unpaid = await bought()
    expect((await detail(unpaid)).refundTo).toBeNull()
    expect((await choose(unpaid)).body.msg).toBe('order.noRefundToChoose')
  })
})

describe('a refund', () => {
  test.each(PROVIDERS)(
    'of an order paid by %s is on the balance once, and nothing leaves the provider',
    async (_, by) => {
      const order = await delivered(by)
      await shop.db.run(sql`update orders set status = 'Completed' where id = ${order.orderId}`)
      await choose(order)
      expect((await acts.refund(order.orderId, BY, null)).did).toContain('balance')
      await reaches(shop, order, 'Refunded')
      await quiet(shop)
      expect(sentBack(order)).toBe(false)
      const { total } = order
      const once = async () => {
        expect(await refunds(order)).toEqual([{ state: 'done', destination: 'balance', amount: total, problem: null }])
        expect(await known(order)).toEqual({ state: 'refunded', paid: total, back: total, toBalance: total })
        expect(await balance(order)).toBe(total / 100)
        expect(await history(order)).toEqual([{ kind: 'refund', amount: total / 100, reference: order.orderNo }])
        expect(await effectsOf(shop, order)).toMatchObject({ status: 'Refunded', mails: ['delivery', 'refund'] })
      }
      await once()
      const shown = await detail(order)
      expect(shown).toMatchObject({ refunded: total / 100, refundedToBalance: total / 100, refundTo: null })
      const { points, growth } = await shop.db.one<{ points: number; growth: number }>(
        sql`select points + pending as points, growth from member_rewards where member_id = ${order.member.id}`,
      )
      expect({ points, growth }).toEqual({ points: 0, growth: 0 })
      const [mail] = await shop.db.query<{ data: object }>(
        sql`select data from mails where data ->> 'orderId' = ${order.orderId} and template = 'refund'`,
      )
      expect(mail!.data).toMatchObject({ amount: String(total), currency: 'USD', cents: String(total) })

      // Told again, asked about again, compared at night: nothing more happens.
      pay(shop, order, { times: 2 })
      await shop.db.run(sql`update payments set poll_at = now() where id = ${order.attempt}`)
      await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
      await compare()
      await once()
      expect(await shop.db.query(sql`select 1 from payment_differences where payment_id = ${order.attempt}`)).toEqual(
        [],
      )
      await balanced()
    },
  )

  test('in another currency is in US cents at the rate of the order, and its parts are never more than the whole', async () => {
    const order = await delivered(STRIPE, { count: 3, priceCents: 1_099, currency: 'EUR' })
    const { rateE8 } = await shop.db.one<{ rateE8: number }>(
      sql`select rate_e8 as "rateE8" from orders where id = ${order.orderId}`,
    )
    const whole = Math.round((order.total * 1e8) / rateE8)
    expect((await detail(order)).refundTo).toEqual({ to: 'source', amount: whole / 100 })
    await choose(order)
    await shop.db.run(sql`update currencies set rate_e8 = rate_e8 * 2 where code = 'EUR'`)
    let sum = 0
    for (const unit of [1, 2, 3]) {
      await acts.refundUnits(order.orderId, BY, [{ line: 1, unit }])
      await until(async () => (await history(order)).length === unit, 'it is there')
      sum = Math.round((await balance(order)) * 100)
      const back = (await known(order)) as { back: number }
      expect(sum).toBe(Math.round((back.back * 1e8) / rateE8))
      expect(await statusOf(shop, order.orderId)).toBe(unit === 3 ? 'Refunded' : 'PartlyRefunded')
      // What is left to choose and what is there are the whole.
      const left = (await detail(order)).refundTo?.amount ?? 0
      expect(Math.round(left * 100) + sum).toBe(whole)
    }
    expect(sum).toBe(whole)
    await balanced()
  })

  test('follows the choice as it is when it begins: a part each way, and the provider’s figures stay its own', async () => {
    const order = await delivered(STRIPE, { count: 2 })
    await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    await choose(order)
    await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
    await reaches(shop, order, 'Refunded')
    await compare()
    expect(await refunds(order)).toMatchObject([{ destination: 'source' }, { destination: 'balance', state: 'done' }])
    expect(await known(order)).toEqual({ state: 'refunded', paid: 2_000, back: 2_000, toBalance: 1_000 })
    expect(await balance(order)).toBe(10)
  })

  test('and what went back at the provider meanwhile without its notice, are two mails', async () => {
    const order = await delivered(STRIPE, { count: 3 })
    shop.stripe.refund(order.attempt, { amountMinor: 1_000, notify: false })
    await choose(order)
    await acts.refund(order.orderId, BY, 500)
    await until(async () => (await balance(order)) === 5, 'a part is on the balance')
    await quiet(shop)
    const mails = await shop.db.query<{ data: object }>(sql`
      select data - 'orderId' as data from mails where template = 'refund' and data ->> 'orderId' = ${order.orderId}`)
    expect(mails.map(({ data }) => data)).toHaveLength(2)
    expect(mails.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { amount: '1000', currency: 'USD' },
        { amount: '500', currency: 'USD', cents: '500' },
      ]),
    )
  })

  test('for which its provider knows no way goes to the balance all the same', async () => {
    await offerCards(shop)
    const [member, product] = [await addMember(shop), await addProduct(shop, { keys: 1, priceCents: 1_000 })]
    const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: EECPAY, email: member.email }), {
      cookie: member.cookie,
    })
    const paid = await shop.call('POST', '/api/pay/eecpay', {
      body: { orderId: placed.orderId, ...billing() },
      headers: { cookie: member.cookie },
    })
    expect(paid.status, paid.body.msg).toBe(200)
    await reaches(shop, placed, 'Delivered')
    await choose({ ...placed, member })
    await acts.refund(placed.orderId, BY, null)
    await reaches(shop, placed, 'Refunded')
    expect(await balance({ member })).toBe(placed.amount)
  })

  test('of an order that waits for its keys, and of a second payment, goes where its member chose', async () => {
    const order = await bought()
    await loseKeys(shop, order.product.offerId)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    const mails = await shop.db.query<{ text: string }>(
      sql`select template as text from mails where data ->> 'orderId' = ${order.orderId}`,
    )
    expect(mails).toEqual([{ text: 'processing' }])
    await choose(order)
    await shop.db.run(sql`update orders set paid_at = now() - interval '25 hours' where id = ${order.orderId}`)
    const asked = await shop.call('POST', `/api/pay/moneyBack/${order.orderId}`, as(order.member))
    expect(asked.status, asked.body.msg).toBe(200)
    await reaches(shop, order, 'Refunded')
    expect(await balance(order)).toBe(10)

    const twice = await bought()
    await shop.call('POST', '/api/pay/toPay', {
      body: { orderId: twice.orderId, paymentId: PAYPAL },
      ...as(twice.member),
    })
    const second = await attemptOf(shop, twice.orderId)
    pay(shop, twice)
    await reaches(shop, twice, 'Delivered')
    await quiet(shop)
    await choose(twice)
    pay(shop, { attempt: second, paymentId: PAYPAL }, { captured: true })
    await until(async () => (await balance(twice)) === 10, 'the second payment is on the balance')
    expect(await statusOf(shop, twice.orderId)).toBe('Delivered')
    expect(await known({ attempt: second })).toMatchObject({ state: 'refunded', toBalance: 1_000 })
    expect(await known(twice)).toMatchObject({ state: 'completed', toBalance: 0 })
    await balanced()
  })
})
