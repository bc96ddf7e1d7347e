// For the tests of top-ups: a member who tops up, and what his balance has.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { differences } from '#rooms/ledger/check.ts'
import { type Paying, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { attemptOf, STRIPE, type TestMember, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

export const as = (member: TestMember) => ({ headers: { cookie: member.cookie } })
export const BY = { actor: 'Ada', reason: 'asked for' }

export function topUps(shop: () => TestShop) {
  async function ask(member: TestMember, amount: number, more: object = {}) {
    const body = { amount, realAmount: amount, paymentId: STRIPE, requestId: randomUUID(), ...more }
    return shop().call('POST', '/api/profile/topUp', { body, ...as(member) })
  }

  /** A top-up that waits for its payment. */
  async function begun(member: TestMember, amount: number, paymentId: Paying = STRIPE) {
    const list: { id: number; fee: number }[] = (await shop().call('GET', '/api/check/paymentlist')).body.data
    // Percent of the amount: no fee but the method's own.
    const fee = Math.round(amount * list.find(({ id }) => id === paymentId)!.fee) / 100
    const { status, body } = await ask(member, amount, {
      paymentId,
      realAmount: Math.round((amount + fee) * 100) / 100,
    })
    expect(status, body.msg).toBe(200)
    const { orderId, orderNo, url } = body.data as { orderId: string; orderNo: string; url: string }
    return { orderId, orderNo, url, paymentId, attempt: await attemptOf(shop(), orderId) }
  }

  async function toppedUp(member: TestMember, amount: number, paymentId: Paying = STRIPE) {
    const topUp = await begun(member, amount, paymentId)
    pay(shop(), topUp)
    await reaches(shop(), topUp, 'Completed')
    return topUp
  }

  const balance = async (member: TestMember) => (await shop().call('GET', '/api/getInfo', as(member))).body.data.amount
  const history = async (member: TestMember): Promise<{ kind: string; amount: number; reference: string }[]> =>
    (await shop().call('GET', '/api/profile/balance', as(member))).body.rows
  const balanced = async () => expect(await differences(shop().db)).toEqual({ movements: [], totals: [] })

  const acts = () => createActs({ db: shop().db, settling: settlingBesideShop(() => 'shop.test') })

  return { ask, begun, toppedUp, balance, history, balanced, acts }
}
