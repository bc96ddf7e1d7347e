// `kill -9` between every two steps of a purchase, then start again and count (decision E5).
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { hasNothingToTell } from '#rooms/payments/scene.testing.ts'
import type { Shop } from '#server/open-shop.ts'
import {
  type Answer,
  addMember,
  addProduct,
  attemptOf,
  figuresOf,
  orderBody,
  PAYPAL,
  PAYSSION,
  STRIPE,
  type TestMember,
} from '../harness.ts'
import { countsOf, expectAllDelivered, takenMails } from './counts.testing.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

const KEYS = 5
const BALANCE = 4

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

/** What a browser does when the connection breaks: the same again, until a shop that died of it has been started again. */
const insist = (ask: () => Promise<Answer>, what: string) =>
  until(
    async () => {
      const answer = await ask().catch(() => undefined)
      return answer?.status === 200 ? answer : undefined
    },
    what,
    40_000,
  )

const simulatorOf = (paymentId: number) =>
  paymentId === STRIPE ? world.stripe : paymentId === PAYPAL ? world.paypal : world.payssion

/** A member with so many US cents, in a shop that takes them. */
async function withBalance(cents: number): Promise<TestMember> {
  const member = await addMember(world)
  await world.db.run(sql`update payment_methods set enabled = true where provider = 'balance'`)
  await giveBalance(world, member.id, cents)
  return member
}

/** Until it is paid, or was before the answer was lost. */
const insistOnPaying = (orderId: string, { cookie }: TestMember) =>
  until(
    async () => {
      const body = { orderId, amount: 39.98 }
      const answer = await world.call('POST', '/api/pay/balance', { body, headers: { cookie } }).catch(() => undefined)
      return answer?.status === 200 || answer?.body.msg === 'pay.notUnpaid'
    },
    'it is paid from the balance',
    40_000,
  )

const STEPS = [
  ['before the order is committed', 'order written', PAYPAL],
  ['after the order is committed', 'order committed', BALANCE],
  ['after Stripe opened the payment, before that is stored', 'payment created', STRIPE],
  ['after Payssion opened the payment, before that is stored', 'payment created', PAYSSION],
  ['after that is stored, before the shopper is answered', 'payment stored', PAYPAL],
  ['when a webhook was received, before it is stored', 'webhook received', PAYSSION],
  ['when a webhook was stored, before it is answered', 'webhook stored', PAYPAL],
  ['when the job began', 'job started', PAYSSION],
  ['when the provider was queried', 'provider queried', STRIPE],
  ['when the money was taken at PayPal, before anything of it is stored', 'payment captured', PAYPAL],
  ['when all was settled, before the commit', 'payment settled', PAYSSION],
  ['after the commit', 'settlement committed', STRIPE],
  ['when a balance was spent, before its order is settled', 'balance spent', BALANCE],
  ['after balance and order were committed together', 'local payment committed', BALANCE],
  ['when the mail was written, before it is sent', 'mail written', PAYSSION],
  ['when the mail was sent, before that is noted', 'mail sent', PAYPAL],
  ['when the figures were told of it, before that is noted', 'events followed', PAYSSION],
] as const

test.each(STEPS)('killed %s, the purchase ends as one purchase', async (_, step, paymentId) => {
  const shop = await startMortal(world, step)
  const product = await addProduct(world, { keys: KEYS })
  const member = paymentId === BALANCE ? await withBalance(10_000) : undefined
  const body = orderBody([{ product, count: 2 }], { paymentId, email: member?.email })
  const headers = { 'idempotency-key': randomUUID(), ...(member && { cookie: member.cookie }) }

  const placed = await insist(
    () => world.call('POST', '/api/check/createOrder', { body, headers }),
    'the order is placed',
  )
  const { orderId } = placed.body.data
  expect(placed.body.data.url).toMatch(/^http/)
  expect(await countsOf(world, product)).toMatchObject({ orders: 1, keysReserved: 2, keysSold: 0, stock: KEYS - 2 })

  const captures = world.paypal.requests.capture
  if (member) await insistOnPaying(orderId, member)
  else simulatorOf(paymentId).pay(await attemptOf(world, orderId), { outcome: 'completed' })
  await shop.reborn
  await until(async () => (await takenMails(world, orderId)).length > 0, 'the mail is there')
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'the mail is noted as sent')
  const isDone = async () =>
    (
      await world.db.query(
        sql`select 1 from graphile_worker.jobs where run_at <= now() union all select 1 from payment_events where due_at is not null and handled_at is null`,
      )
    ).length === 0
  await until(() => hasNothingToTell(world, isDone), 'no job is left')

  await expectAllDelivered(world, product, { orders: 1, keysEach: 2, keys: KEYS })
  // Who took it and died asks what became of it.
  if (paymentId === PAYPAL) expect(world.paypal.requests.capture - captures).toBe(1)
  if (member) {
    const { cents } = await world.db.one<{ cents: number }>(
      sql`select cents from member_balances where member_id = ${member.id}`,
    )
    expect(cents).toBe(10_000 - 2 * product.priceCents)
    expect(await differences(world.db)).toEqual({ movements: [], totals: [] })
  }
  const mails = await takenMails(world, orderId)
  // Between sending a mail and noting it lies no transaction: there, and only there, it comes twice, and is known as one.
  expect(mails).toHaveLength(step === 'mail sent' ? 2 : 1)
  expect(new Set(mails).size).toBe(1)
  const untold = sql`select 1 from events e join event_cursors c on (e.xid, e.id) > (c.xid, c.id)`
  await until(async () => (await world.db.query(untold)).length === 0, 'all that happened was told', 40_000)
  // Who died could not count it, or took its count along.
  if (step === 'settlement committed' || step === 'events followed')
    expect(await figuresOf({ shop: { origin: world.origin } as Shop })).toContain(
      'latchkey_order_moves_total{status="Delivered"} 1\n',
    )
  await shop.end()
})

test.each([
  ['when a difference was noted, before its payment is asked about again', 'difference noted', STRIPE],
  ['when that took effect, before anybody is told', 'difference settled', PAYPAL],
  ['when a page was compared, before it is noted how far it has come', 'reconciliation step done', STRIPE],
] as const)('killed at night %s: what nothing had told is one purchase, and told once', async (_, step, paymentId) => {
  const shop = await startMortal(world, step)
  const product = await addProduct(world, { keys: KEYS })
  const placed = await world.call('POST', '/api/check/createOrder', {
    body: orderBody([{ product, count: 2 }], { paymentId }),
  })
  const { orderId, orderNo } = placed.body.data
  simulatorOf(paymentId).pay(await attemptOf(world, orderId), { outcome: 'completed', notify: false, captured: true })
  await world.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  await shop.reborn
  const compared = sql`select 1 from reconciliations where stage is not null`
  await until(async () => (await world.db.query(compared)).length === 0, 'all is compared', 40_000)
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'its mail is sent')
  await expectAllDelivered(world, product, { orders: 1, keysEach: 2, keys: KEYS })
  const told = await world.db.query(
    sql`select kind, count from alerts where details ->> 'orderNo' = ${orderNo} and kind in ('payment.differs', 'payment.foundByNight')`,
  )
  expect(told).toEqual([{ kind: 'payment.foundByNight', count: 1 }])
  await shop.end()
})
