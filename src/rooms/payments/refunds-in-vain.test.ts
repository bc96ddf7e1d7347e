// Refunds that their provider keeps refusing, or gives no answer to: what is known of them stands with their order, they are tried
// again, and become a person's (docs/decisions/019).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { makeDue, putOff } from '#rooms/orders/making/counting.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYPAL, PAYSSION, statusOf, type TestShop } from '#test/harness.ts'
import { GIVEN_UP, givenUp, onlyLeft, REFUND_PROBLEM, readProblem, refusedBy, unansweredBy } from './refund-rules.ts'
import { endInVain } from './refunds.ts'
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

const inVain = ({ orderId }: Bought) =>
  shop.db.query<{ id: number; open: boolean }>(sql`
    select id, resolved_at is null as open from alerts where kind = 'refund.inVain' and order_id = ${orderId} order by id`)

/** It waits for the next digest, or was in one. */
async function isSent(order: Bought): Promise<boolean> {
  const [{ id } = { id: 0 }] = await inVain(order)
  const { waits, told } = await shop.db.one<{ waits: boolean; told: boolean }>(sql`
    select told_at is null as waits, told_at > at as told from alerts where id = ${id}`)
  return waits || told
}

/** And waits for its next try, which comes when a test says so. */
async function triedInVain(order: Bought): Promise<void> {
  await tried(order)
  await putOff(shop, 'payment.refund')
}

const triedAgain = async () => {
  await makeDue(shop, 'payment.refund')
  await quiet(shop)
}

async function triedAgainInVain(fails: () => void): Promise<void> {
  fails()
  await triedAgain()
  await putOff(shop, 'payment.refund')
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
  // It was never about to be tried again.
  expect(await inVain(order)).toEqual([])
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
      await triedInVain(order)
      expect(await seen(order)).toEqual({
        refunds: [['wanted', problem]],
        holds: [],
        canRefund: true,
        today: ['refund.inVain'],
      })
      // Of the keys its provider's own alert tells, and nobody is sent this.
      expect(await isSent(order)).toBe(problem === unansweredBy('http_500'))
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
      await triedInVain(order)
      await triedAgainInVain(fails)
      expect(await seen(order)).toMatchObject({ refunds: [['wanted', problem]], today: ['refund.inVain'] })
      // Who has seen to it is not shown the same again.
      const { rows } = await ask('/office/alerts')
      const { id, lastAt, count } = rows.find((row: { orderId: string }) => row.orderId === order.orderId)
      expect(count).toBe(2)
      const { cookie } = await addStaff(shop, { role: 'support' })
      await shop.call('POST', `/office/alerts/${id}/done`, { headers: { cookie }, body: { seenAt: lastAt } })
      await triedAgainInVain(fails)
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

test('what a person has seen to is on Today again when it comes again after it has mended itself', async () => {
  const order = await delivered(PAYSSION)
  const fails = () => shop.payssion.failNext({ how: 'error', on: '/details' })
  fails()
  await acts.refund(order.orderId, BY, null)
  await triedInVain(order)
  const { rows } = await ask('/office/alerts')
  const { id, lastAt } = rows.find((row: { orderId: string }) => row.orderId === order.orderId)
  const { cookie } = await addStaff(shop, { role: 'support' })
  await shop.call('POST', `/office/alerts/${id}/done`, { headers: { cookie }, body: { seenAt: lastAt } })
  await triedAgainInVain(fails)
  expect((await seen(order)).today).toEqual([])
  // Its provider answers, and has another one under way.
  await shop.db.run(sql`update refunds set problem = null where order_id = ${order.orderId}`)
  const settled = sql`select from alerts where id = ${id} and settled_at is not null`
  await until(async () => (await shop.db.query(settled)).length === 0, 'it has mended itself')
  await triedAgainInVain(fails)
  expect((await seen(order)).today).toEqual(['refund.inVain'])
  await triedAgain()
  await reaches(shop, order, 'Refunded')
})

test('that it was in vain is noted with its order locked: who settles its payment meanwhile is not in its way', async () => {
  const order = await delivered(PAYSSION)
  const held = shop.payssion.hold('/details')
  await acts.refund(order.orderId, BY, null)
  await held.arrived
  shop.payssion.failNext({ how: 'error', on: '/details' })
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select from orders where id = ${order.orderId} for update`)
    held.release()
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await shop.db.query(waiting)).length > 0, 'the order is waited for')
    await tx.run(sql`select from refunds where order_id = ${order.orderId} for update nowait`)
  })
  await triedInVain(order)
  await triedAgain()
  await reaches(shop, order, 'Refunded')
})

test('one that fails again while its end is looked at stays told', async () => {
  const order = await delivered(PAYSSION)
  shop.payssion.failNext({ how: 'error', on: '/details' })
  await acts.refund(order.orderId, BY, null)
  await triedInVain(order)
  const [mended, failing] = [await shop.db.pool.connect(), await shop.db.pool.connect()]
  const waiting = async (many: number) => {
    const all = await shop.db.query(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from refunds where%'`,
    )
    return all.length >= many
  }
  try {
    await mended.query('begin')
    await mended.query('update refunds set problem = null where order_id = $1', [order.orderId])
    await failing.query('begin')
    // Waits its turn before whoever looks at it from now on.
    const locked = failing.query('select from refunds where order_id = $1 for update', [order.orderId])
    await until(() => waiting(1), 'the next try waits')
    await mended.query('commit')
    await locked
    const looked = endInVain(shop.db)
    await until(() => waiting(1), 'its end is looked at')
    await failing.query(`update refunds set problem = 'no answer: again' where order_id = $1`, [order.orderId])
    await failing.query('commit')
    await looked
  } finally {
    for (const client of [mended, failing]) {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await inVain(order)).toMatchObject([{ open: true }])
  await triedAgain()
  await reaches(shop, order, 'Refunded')
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
