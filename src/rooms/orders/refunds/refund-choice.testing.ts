// For the tests of refunds to a balance: a member who bought something, what he chose, and where his money is.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { type Paying, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  orderBody,
  placeOrder,
  STRIPE,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

export const BY = { actor: 'ada', reason: 'he wrote to us' }
export const as = (member: TestMember) => ({ headers: { cookie: member.cookie } })

export interface Bought {
  member: TestMember
  product: TestProduct
  orderId: string
  orderNo: string
  attempt: string
  paymentId: Paying
  /** Hundredths. */
  total: number
}

export function choosing(shop: () => TestShop) {
  /** An order of a member's that was paid; `keys` less than `count`: it waits. */
  async function bought(
    paymentId: Paying = STRIPE,
    { count = 1, priceCents = 1_000, currency = 'USD' } = {},
  ): Promise<Bought> {
    const [member, product] = [await addMember(shop()), await addProduct(shop(), { keys: count, priceCents })]
    const body = orderBody([{ product, count }], { paymentId, email: member.email })
    const { id, rateE8 } = await shop().db.one<{ id: number; rateE8: number }>(
      sql`select id, rate_e8 as "rateE8" from currencies where code = ${currency}`,
    )
    body.orderList.currencyId = id
    if (currency !== 'USD') body.orderList.realAmount = (Math.round((priceCents * rateE8) / 1e8) * count) / 100
    const placed = await placeOrder(shop(), body, { cookie: member.cookie })
    const attempt = await attemptOf(shop(), placed.orderId)
    return { ...placed, member, product, paymentId, attempt, total: Math.round(placed.amount * 100) }
  }

  async function delivered(...how: Parameters<typeof bought>): Promise<Bought> {
    const order = await bought(...how)
    pay(shop(), order)
    await reaches(shop(), order, 'Delivered')
    await quiet(shop())
    return order
  }

  const choose = ({ orderId, member }: Pick<Bought, 'orderId' | 'member'>, to: 'balance' | 'source' = 'balance') =>
    shop().call('POST', `/api/profile/order/refundTo/${orderId}`, { body: { to }, ...as(member) })

  const detail = async ({ orderId, member }: Bought) =>
    (await shop().call('GET', `/api/pay/detail/${orderId}`, as(member))).body.data
  const balance = async ({ member }: Pick<Bought, 'member'>) =>
    (await shop().call('GET', '/api/getInfo', as(member))).body.data.amount
  const history = async ({ member }: Bought): Promise<{ kind: string; amount: number; reference: string }[]> =>
    (await shop().call('GET', '/api/profile/balance', as(member))).body.rows.map(
      ({ kind, amount, reference }: { kind: string; amount: number; reference: string }) => ({
        kind,
        amount,
        reference,
      }),
    )
  const refunds = ({ orderId }: Pick<Bought, 'orderId'>) =>
    shop().db.query(
      sql`select state, destination, amount, problem from refunds where order_id = ${orderId} order by created_at, id`,
    )
  const known = ({ attempt }: Pick<Bought, 'attempt'>) =>
    shop().db.one(
      sql`select state, paid_amount as paid, refunded_amount as back, to_balance as "toBalance" from payments where id = ${attempt}`,
    )
  const balanced = async () => expect(await differences(shop().db)).toEqual({ movements: [], totals: [] })

  /** As if it were night: until all providers are compared to the end. */
  async function compare(): Promise<void> {
    const { at } = await shop().db.one<{ at: Date }>(sql`select now() as at`)
    await shop().db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
    const behind = sql`select 1 from reconciliations where finished_at is null or finished_at < ${at} or stage is not null`
    await until(async () => (await shop().db.query(behind)).length === 0, 'all is compared')
    await quiet(shop())
  }

  return { bought, delivered, choose, detail, balance, history, refunds, known, balanced, compare }
}
