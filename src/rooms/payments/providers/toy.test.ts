// A provider declares itself: its folder and one line are all that a new one touches.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { effectsOf } from '../scene.testing.ts'
import { defineProvider } from './define.ts'
import { type CreatedPayment, type PaymentProvider, ProviderUnreachable, type SettledState } from './provider.ts'
import { PROVIDERS } from './registry.ts'

/** Beads in a jar: what is paid, and how the next payment begins. */
const jar = new Map<string, { amountMinor: number; currency: string; state: SettledState }>()
let next: CreatedPayment['how'] = 'settled'
let answers = true
const closed: string[] = []
const captured: string[] = []
/** Payments that their payer has approved. */
const approved = new Set<string>()

const query: PaymentProvider['query'] = async ({ attemptId }) => {
  const paid = jar.get(attemptId)
  if (!answers || !paid) throw new ProviderUnreachable('toy', 'asleep')
  const { state, currency } = paid
  const isApproved = approved.has(attemptId)
  return {
    state,
    providerRef: `bead ${attemptId}`,
    attemptId,
    amountMinor: state === 'completed' ? paid.amountMinor : 0,
    refundedMinor: 0,
    currency,
    rawState: isApproved ? 'approved' : state,
    ...(isApproved && { mayCapture: paid.amountMinor }),
  }
}

function connectToy(beads: number): PaymentProvider {
  return {
    id: 'toy',
    refundsOnce: true,
    async create({ attemptId, amountMinor, currency }) {
      jar.set(attemptId, { amountMinor, currency, state: next === 'settled' ? 'completed' : 'pending' })
      const providerRef = `bead ${attemptId}`
      if (next === 'fields') return { how: next, providerRef, instructions: [{ label: 'Beads', value: String(beads) }] }
      if (next === 'form')
        return {
          how: next,
          providerRef,
          form: { action: 'https://toy.example/pay', method: 'post', fields: { beads: String(beads) } },
        }
      return { how: 'settled', providerRef }
    },
    query,
    async capture({ providerRef, attemptId, currency }) {
      captured.push(attemptId)
      approved.delete(attemptId)
      jar.get(attemptId)!.state = 'completed'
      return query({ providerRef, attemptId, currency })
    },
    async close({ providerRef }) {
      closed.push(providerRef)
    },
  }
}

const toyProvider = defineProvider({
  name: 'toy',
  capabilities: ['settled', 'fields', 'form', 'capture', 'close'],
  variables: { TOY_BEADS: z.coerce.number().int().min(1).optional() },
  setTogether: [],
  refusals: ({ TOY_BEADS }, mode) => (TOY_BEADS && mode === 'live' ? ['TOY_BEADS: nobody is paid with beads'] : []),
  settings: ({ TOY_BEADS }) => TOY_BEADS,
  words: { 'en-US': { name: 'Toy money', hint: 'You pay with beads.' } },
  methods: [{ feeBp: 100, currencies: ['USD'], minimum: {}, underWayHours: 1, position: 30 }],
  connect: connectToy,
})

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  PROVIDERS.push(toyProvider)
  shop = await openTestShop({ TOY_BEADS: '7' })
  product = await addProduct(shop, { keys: 20, priceCents: 2000 })
})
beforeEach(() => {
  next = 'settled'
  answers = true
})
afterAll(async () => {
  await shop.close()
  // Other files of tests have the same list.
  PROVIDERS.splice(PROVIDERS.indexOf(toyProvider), 1)
})

const TOY = 6
const buy = () => placeOrder(shop, orderBody([{ product }], { paymentId: TOY, realAmount: 20.2 }))
const detailOf = async ({ orderId, cookie }: { orderId: string; cookie: string }) =>
  (await shop.call('GET', `/api/pay/detail/${orderId}`, { headers: { cookie } })).body.data
const attemptOf = ({ orderId }: { orderId: string }) =>
  shop.db.one<{ id: string; provider: string; methodId: number }>(
    sql`select id, provider, method_id as "methodId" from payments where order_id = ${orderId}`,
  )

/** Afterwards the shop asks, as it does by the clock. */
async function payWithBeads(id: string) {
  jar.get(id)!.state = 'completed'
  await ask(id)
}

async function ask(id: string) {
  await shop.db.run(
    sql`select graphile_worker.add_job('payment.ask', json_build_object('paymentId', ${id}::text), flags => array['outside', 'outside:toy'])`,
  )
}

test('it is offered in its own words, and pages name it', async () => {
  const offered = (await shop.call('GET', '/api/check/paymentlist', { headers: { 'accept-language': 'de' } })).body.data
  expect(offered.find(({ id }: { id: number }) => id === TOY)).toMatchObject({
    type: 'toy',
    name: 'Toy money',
    hint: 'You pay with beads.',
    fee: 1,
  })
  expect(await (await fetch(`${shop.shop.origin}/`)).text()).toContain('Toy money')
})

test('what it settles at once is delivered when the order is made', async () => {
  const order = await buy()
  expect(new URL(order.url).pathname).toBe(`/pay-return/${order.orderId}/${order.orderNo}`)
  expect(await effectsOf(shop, order)).toEqual({
    status: 'Delivered',
    sold: 1,
    reserved: 0,
    paidMoves: 1,
    mails: ['delivery'],
    alerts: [],
  })
  expect(await attemptOf(order)).toMatchObject({ provider: 'toy', methodId: TOY })
  expect((await detailOf(order)).paymentName).toBe('Toy money')
})

test('one that says settled and then gives no answer is believed later, when it does', async () => {
  answers = false
  const order = await buy()
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
  answers = true
  const state = await shop.call('GET', `/api/pay/payssion/state?order_id=${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect(state.body.data).toBe('completed')
  await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'it is delivered')
})

test('what is to be done stands with the order, and pressing again shows the same', async () => {
  next = 'fields'
  const order = await buy()
  expect(await detailOf(order)).toMatchObject({ instructions: [{ label: 'Beads', value: '7' }], form: null })
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: order.orderId },
    headers: { cookie: order.cookie },
  })
  expect(again.body.data.url).toBe(order.url)
  await payWithBeads((await attemptOf(order)).id)
  await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'it is delivered')
  expect(await detailOf(order)).toMatchObject({ orderStatus: 'Delivered', instructions: null })
})

test('a form to post is kept with the payment, for whoever may see the order', async () => {
  next = 'form'
  const order = await buy()
  expect((await detailOf(order)).form).toEqual({
    action: 'https://toy.example/pay',
    method: 'post',
    fields: { beads: '7' },
  })
  expect((await shop.call('GET', `/api/pay/detail/${order.orderId}`)).status).not.toBe(200)
})

test('it is closed when its order is cancelled, and money that comes all the same is a person’s to send back', async () => {
  next = 'fields'
  const order = await buy()
  const { id } = await attemptOf(order)
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  await until(() => closed.includes(`bead ${id}`), 'the provider was told')
  await payWithBeads(id)
  await until(async () => (await effectsOf(shop, order)).alerts.includes('refund.byHand'), 'the operator is told')
  expect(await statusOf(shop, order.orderId)).toBe('Cancelled')
})

test('what its payer has approved is taken once, and never for an order that was cancelled', async () => {
  next = 'form'
  const [order, cancelled] = [await buy(), await buy()]
  const ids = [(await attemptOf(order)).id, (await attemptOf(cancelled)).id] as const
  await shop.call('GET', `/api/pay/cancel/${cancelled.orderId}`, { headers: { cookie: cancelled.cookie } })
  for (const id of ids) {
    approved.add(id)
    await ask(id)
  }
  await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'it is delivered')
  const asked = () =>
    shop.db.query(sql`select 1 from payments where id = ${ids[1]} and state = 'pending' and raw_state = 'approved'`)
  await until(async () => (await asked()).length === 1, 'the other was asked about')
  expect(captured).toEqual([ids[0]])
  expect(await statusOf(shop, cancelled.orderId)).toBe('Cancelled')
})

test('it has no webhooks', async () => {
  expect((await shop.call('POST', '/api/pay/notify/toy', { body: `{"id":"${randomUUID()}"}` })).status).toBe(404)
})
