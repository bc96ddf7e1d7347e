// Refunds to a member's balance, because he chose that (decision F7): never by itself, once, at the order's own rate, and not
// of money that somebody contests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { spend } from '#rooms/ledger/hands.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import {
  effectsOf,
  loseKeys,
  type Paying,
  PROVIDERS,
  pay,
  quiet,
  reaches,
  simulatorOf,
} from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  PAYPAL,
  PAYSSION,
  placeOrder,
  STRIPE,
  statusOf,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { evidenceOf } from './evidence.ts'
import { balanceWorth } from './refund-choice.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'he wrote to us' }
const as = (member: TestMember) => ({ headers: { cookie: member.cookie } })

interface Bought {
  member: TestMember
  product: TestProduct
  orderId: string
  orderNo: string
  attempt: string
  paymentId: Paying
  /** Hundredths. */
  total: number
}

/** An order of a member's that was paid; `keys` less than `count`: it waits. */
async function bought(
  paymentId: Paying = STRIPE,
  { count = 1, priceCents = 1_000, currency = 'USD' } = {},
): Promise<Bought> {
  const [member, product] = [await addMember(shop), await addProduct(shop, { keys: count, priceCents })]
  const body = orderBody([{ product, count }], { paymentId, email: member.email })
  const { id, rateE8 } = await shop.db.one<{ id: number; rateE8: number }>(
    sql`select id, rate_e8 as "rateE8" from currencies where code = ${currency}`,
  )
  body.orderList.currencyId = id
  if (currency !== 'USD') body.orderList.realAmount = (Math.round((priceCents * rateE8) / 1e8) * count) / 100
  const placed = await placeOrder(shop, body, { cookie: member.cookie })
  const attempt = await attemptOf(shop, placed.orderId)
  return { ...placed, member, product, paymentId, attempt, total: Math.round(placed.amount * 100) }
}

async function delivered(...how: Parameters<typeof bought>): Promise<Bought> {
  const order = await bought(...how)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

const choose = ({ orderId, member }: Pick<Bought, 'orderId' | 'member'>, to: 'balance' | 'source' = 'balance') =>
  shop.call('POST', `/api/profile/order/refundTo/${orderId}`, { body: { to }, ...as(member) })

const detail = async ({ orderId, member }: Bought) =>
  (await shop.call('GET', `/api/pay/detail/${orderId}`, as(member))).body.data
const balance = async ({ member }: Pick<Bought, 'member'>) =>
  (await shop.call('GET', '/api/getInfo', as(member))).body.data.amount
const history = async ({ member }: Bought): Promise<{ kind: string; amount: number; reference: string }[]> =>
  (await shop.call('GET', '/api/profile/balance', as(member))).body.rows.map(
    ({ kind, amount, reference }: { kind: string; amount: number; reference: string }) => ({ kind, amount, reference }),
  )
const refunds = ({ orderId }: Pick<Bought, 'orderId'>) =>
  shop.db.query(
    sql`select state, destination, amount, problem from refunds where order_id = ${orderId} order by created_at, id`,
  )
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
/** That the provider has sent anything back, in whichever words. */
const sentBack = ({ attempt, paymentId }: Bought) =>
  /"refunded(Minor)?":[1-9]|"refunds":\[[^\]]/.test(JSON.stringify(simulatorOf(shop, paymentId).payment(attempt)))
const known = ({ attempt }: Pick<Bought, 'attempt'>) =>
  shop.db.one(
    sql`select state, paid_amount as paid, refunded_amount as back, to_balance as "toBalance" from payments where id = ${attempt}`,
  )
const balanced = async () => expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })

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

/** As if it were night: until all providers are compared to the end. */
async function compare(): Promise<void> {
  const { at } = await shop.db.one<{ at: Date }>(sql`select now() as at`)
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  const behind = sql`select 1 from reconciliations where finished_at is null or finished_at < ${at} or stage is not null`
  await until(async () => (await shop.db.query(behind)).length === 0, 'all is compared')
  await quiet(shop)
}
