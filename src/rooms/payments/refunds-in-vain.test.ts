// Refunds that their provider keeps refusing, or gives no answer to: what is known of them stands with their order, they are tried
// again, and become a person's (docs/decisions/019).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { makeDue } from '#rooms/orders/making/counting.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYPAL, PAYSSION, statusOf, type TestShop } from '#test/harness.ts'
import { GIVEN_UP, givenUp, onlyLeft, REFUND_PROBLEM, readProblem, refusedBy, unansweredBy } from './refund-rules.ts'
import { type Bought, ordered, type Paying, pay, quiet, reaches, simulatorOf } from './scene.testing.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
let booker: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  booker = await addStaff(shop, { role: 'bookkeeper' })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'this key does not work' }
const ORDERS = '/v2/checkout/orders/'

async function delivered(paymentId: Paying): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

const ask = async (path: string) => (await shop.call('GET', path, { headers: { cookie: booker.cookie } })).body.data

/** What the office shows of it: its refunds, why it is held, what can be done, and the rows of Today that lead to it. */
async function seen({ orderId }: Bought) {
  const { refunds, holds, can } = await ask(`/office/orders/${orderId}`)
  const { rows } = await ask('/office/alerts')
  return {
    refunds: refunds.map(({ state, problem }: { state: string; problem: string }) => [state, problem]),
    holds: holds.map(({ reason }: { reason: string }) => reason),
    canRefund: can.refund !== null,
    today: rows.filter((row: { orderId: string }) => row.orderId === orderId).map(({ kind }: { kind: string }) => kind),
  }
}

/** It was tried once: what went wrong stands with it. */
const tried = ({ orderId }: Bought) =>
  until(
    async () =>
      (await shop.db.query(sql`select from refunds where order_id = ${orderId} and problem is not null`)).length > 0,
    'it was tried',
  )

const untold = () => shop.db.query(sql`select details from alerts where kind = 'refund.inVain' and told_at is null`)

const triedAgain = async () => {
  await makeDue(shop, 'payment.refund')
  await quiet(shop)
}

test('what its provider says of this very payment fails it at once: its order and Today say so, and it can be made again', async () => {
  const order = await delivered(PAYPAL)
  shop.paypal.refuseNext(ORDERS, 'RESOURCE_NOT_FOUND', 404)
  await acts.refund(order.orderId, BY, null)
  await tried(order)
  await quiet(shop)
  expect(await seen(order)).toEqual({
    refunds: [['failed', refusedBy('RESOURCE_NOT_FOUND')]],
    holds: ['refund failed'],
    canRefund: true,
    today: ['refund.failed'],
  })
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect((await seen(order)).refunds.map(([state]: [string]) => state)).toEqual(['failed', 'done'])
})

describe('one that may go once something is mended', () => {
  const WAYS = [
    [
      'refuses its keys',
      PAYPAL,
      () => shop.paypal.refuseNext(ORDERS, 'NOT_AUTHORIZED', 403),
      refusedBy('NOT_AUTHORIZED'),
    ],
    [
      'gives no answer',
      PAYSSION,
      () => simulatorOf(shop, PAYSSION).failNext({ how: 'error', on: '/details' }),
      unansweredBy('http_500'),
    ],
  ] as const

  test.each(WAYS)(
    '%s: its order says so, it is tried again by itself and goes',
    async (_, paymentId, fails, problem) => {
      const order = await delivered(paymentId)
      fails()
      await acts.refund(order.orderId, BY, null)
      await tried(order)
      expect(await seen(order)).toEqual({
        refunds: [['wanted', problem]],
        holds: [],
        canRefund: true,
        today: ['refund.inVain'],
      })
      // Nobody is sent it: of the keys its provider's own alert tells.
      expect(await untold()).toEqual([])
      await triedAgain()
      expect(await statusOf(shop, order.orderId)).toBe('Refunded')
      expect((await seen(order)).refunds).toEqual([['done', null]])
      await until(async () => (await seen(order)).today.length === 0, 'Today says so no more')
    },
  )

  test.each(WAYS)(
    '%s for a day: it is a person’s, whom Today leads to its order',
    async (_, paymentId, fails, problem) => {
      const order = await delivered(paymentId)
      fails()
      await acts.refund(order.orderId, BY, null)
      await tried(order)
      fails()
      await triedAgain()
      expect(await seen(order)).toMatchObject({ refunds: [['wanted', problem]], today: ['refund.inVain'] })
      // Who has seen to it is not shown the same again.
      const { rows } = await ask('/office/alerts')
      const { id, lastAt, count } = rows.find((row: { orderId: string }) => row.orderId === order.orderId)
      expect(count).toBe(2)
      const { cookie } = await addStaff(shop, { role: 'support' })
      await shop.call('POST', `/office/alerts/${id}/done`, { headers: { cookie }, body: { seenAt: lastAt } })
      fails()
      await triedAgain()
      expect(await seen(order)).toMatchObject({ refunds: [['wanted', problem]], today: [] })
      await shop.db.run(
        sql`update refunds set updated_at = now() - interval '25 hours' where order_id = ${order.orderId}`,
      )
      fails()
      await triedAgain()
      expect(await seen(order)).toEqual({
        refunds: [['failed', problem]],
        holds: ['refund failed'],
        canRefund: true,
        today: ['refund.failed'],
      })
      // Nothing of it is left among the jobs.
      expect(
        await shop.db.query(sql`select from graphile_worker.jobs where task_identifier = 'payment.refund'`),
      ).toEqual([])
    },
  )
})

test.each<[kept: string, read: object]>([
  ...Object.entries(REFUND_PROBLEM).map(([is, kept]): [string, object] => [kept, { is }]),
  [refusedBy('E 4: 07'), { is: 'refused', code: 'E 4: 07' }],
  [unansweredBy('ETIMEDOUT'), { is: 'noAnswer', code: 'ETIMEDOUT' }],
  [onlyLeft(1234), { is: 'onlyLeft', minor: 1234 }],
  [givenUp('he keeps\nit'), { is: 'givenUp', words: 'he keeps\nit' }],
  [GIVEN_UP, { is: 'givenUp', words: '' }],
  ['of a later version', { is: 'words', words: 'of a later version' }],
])('what is kept as "%s" is read again', (kept, read) => {
  expect(readProblem(kept)).toEqual(read)
})
