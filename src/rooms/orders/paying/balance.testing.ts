// For tests: members who buy from their balance.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { differences } from '#rooms/ledger/check.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { addMember, orderBody, type TestMember, type TestProduct, type TestShop } from '#test/harness.ts'

export function balanceBuyers(shop: () => TestShop, product: () => TestProduct) {
  /** A member with so many US cents. */
  async function withBalance(cents: number, more: { email?: string } = {}): Promise<TestMember> {
    const member = await addMember(shop(), more)
    if (cents > 0) await giveBalance(shop(), member.id, cents)
    return member
  }

  /** The method that a balance is. */
  const balanceMethod = async (): Promise<number> =>
    (await shop().db.one<{ id: number }>(sql`select id from payment_methods where provider = 'balance'`)).id

  /** Asks for `count` of the product, each 10 US dollars. */
  async function order(member: TestMember | undefined, more: { email?: string; count?: number } = {}) {
    const paymentId = await balanceMethod()
    const { count = 1, email = member?.email } = more
    return shop().call('POST', '/api/check/createOrder', {
      body: orderBody([{ product: product(), count }], { paymentId, email, realAmount: count * 10 }),
      headers: member && { cookie: member.cookie },
    })
  }

  const pay = (member: TestMember, orderId: string, more: object = {}) =>
    shop().call('POST', '/api/pay/balance', {
      body: { orderId, amount: 10, ...more },
      headers: { cookie: member.cookie },
    })

  /** What his account says that he has, US dollars. */
  const balance = async (member: TestMember) =>
    (await shop().call('GET', '/api/getInfo', { headers: { cookie: member.cookie } })).body.data.amount

  /** The books agree. */
  const balanced = async () => expect(await differences(shop().db)).toEqual({ movements: [], totals: [] })

  return { withBalance, balanceMethod, order, pay, balance, balanced }
}
