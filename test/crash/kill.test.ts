// `kill -9` between every two steps of a purchase, then start again and count (decision E5).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { Shop } from '#server/open-shop.ts'
import { type Answer, addProduct, figuresOf, orderBody, PAYSSION, STRIPE } from '../harness.ts'
import { countsOf, expectAllDelivered, takenMails } from './counts.testing.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

const KEYS = 5

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** What a browser does when the connection breaks: the same again. */
const insist = (ask: () => Promise<Answer>, what: string) =>
  until(async () => {
    const answer = await ask().catch(() => undefined)
    return answer?.status === 200 ? answer : undefined
  }, what)

const STEPS = [
  ['before the order is committed', 'order written', STRIPE],
  ['after the order is committed', 'order committed', PAYSSION],
  ['after Stripe opened the payment, before that is stored', 'payment created', STRIPE],
  ['after Payssion opened the payment, before that is stored', 'payment created', PAYSSION],
  ['after that is stored, before the shopper is answered', 'payment stored', STRIPE],
  ['when a webhook was received, before it is stored', 'webhook received', PAYSSION],
  ['when a webhook was stored, before it is answered', 'webhook stored', STRIPE],
  ['when the job began', 'job started', PAYSSION],
  ['when the provider was queried', 'provider queried', STRIPE],
  ['when all was settled, before the commit', 'payment settled', PAYSSION],
  ['after the commit', 'settlement committed', STRIPE],
  ['when the mail was written, before it is sent', 'mail written', PAYSSION],
  ['when the mail was sent, before that is noted', 'mail sent', STRIPE],
  ['when the figures were told of it, before that is noted', 'events followed', PAYSSION],
] as const

test.each(STEPS)('killed %s, the purchase ends as one purchase', async (_, step, paymentId) => {
  const shop = await startMortal(world, step)
  const product = await addProduct(world, { keys: KEYS })
  const body = orderBody([{ product, count: 2 }], { paymentId })
  const headers = { 'idempotency-key': randomUUID() }

  const placed = await insist(
    () => world.call('POST', '/api/check/createOrder', { body, headers }),
    'the order is placed',
  )
  const { orderId } = placed.body.data
  expect(placed.body.data.url).toMatch(/^http/)
  expect(await countsOf(world, product)).toMatchObject({ orders: 1, keysReserved: 2, keysSold: 0, stock: KEYS - 2 })

  const payment = new URL(placed.body.data.url).pathname.split('/').at(-1)!
  ;(paymentId === STRIPE ? world.stripe : world.payssion).pay(payment, { outcome: 'completed' })
  await shop.reborn
  await until(async () => (await takenMails(world, orderId)).length > 0, 'the mail is there')
  await until(async () => (await countsOf(world, product)).unsentMails === 0, 'the mail is noted as sent')
  await (paymentId === STRIPE ? world.stripe : world.payssion).notified()
  await until(
    async () =>
      (
        await world.db.query(
          sql`select 1 from graphile_worker.jobs where run_at <= now() union all select 1 from payment_events where due_at is not null and handled_at is null`,
        )
      ).length === 0,
    'no job is left',
  )

  await expectAllDelivered(world, product, { orders: 1, keysEach: 2, keys: KEYS })
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
