// For the tests of refunds that a person makes: orders paid by card, and what became of their money.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { billing } from '#rooms/payments/cards.testing.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { looked, loseKeys, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, attemptOf, EECPAY, orderBody, placeOrder, type TestShop } from '#test/harness.ts'

export const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

export interface Paid {
  orderId: string
  orderNo: string
  cookie: string
  attempt: string
  offerId: number
}

export function byHandRefunds(shop: () => TestShop) {
  const settled = async () => {
    await shop().eecpay.notified()
    await quiet(shop())
  }

  /** Paid by card; `waits`: its keys are missing. */
  async function bought(count = 2, waits = false): Promise<Paid> {
    const product = await addProduct(shop(), { keys: count })
    const { orderId, orderNo, cookie } = await placeOrder(
      shop(),
      orderBody([{ product, count }], { paymentId: EECPAY }),
    )
    if (waits) await loseKeys(shop(), product.offerId)
    const paid = await shop().call('POST', '/api/pay/eecpay', { body: { orderId, ...billing() }, headers: { cookie } })
    expect(paid.status, paid.body.msg).toBe(200)
    const order = { orderId, orderNo, cookie, attempt: await attemptOf(shop(), orderId), offerId: product.offerId }
    await reaches(shop(), order, waits ? 'Processing' : 'Delivered')
    await settled()
    return order
  }

  /** The refund that waits for a person. */
  async function task({ orderId }: Pick<Paid, 'orderId'>): Promise<number> {
    const open = async () => (await tasksOf(shop().db, orderId)).find(({ outcome }) => outcome === null)
    await until(async () => (await open()) !== undefined, 'the refund waits for a person')
    await settled()
    return (await open())!.number
  }

  const backOf = async ({ attempt }: Paid) =>
    (await shop().db.one<{ back: number }>(sql`select refunded_amount as back from payments where id = ${attempt}`))
      .back

  /** What the clock does. */
  async function askAgain({ attempt }: Paid) {
    await shop().db.run(sql`update payments set poll_at = now(), polls = 0 where id = ${attempt}`)
    await looked(shop(), attempt)
    await settled()
  }

  return { settled, bought, task, backOf, askAgain }
}
