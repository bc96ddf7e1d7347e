// What disputes take and what refunds do, against the simulator: a sum that stands as both went back once.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from '#simulators/paypal.ts'
import { anAttempt } from '../attempt.testing.ts'
import { createPayPal } from './adapter.ts'
import { simulatedAt } from './connection.ts'

const HOUR = 3_600_000

let simulator: PayPalSimulator
let paypal: ReturnType<typeof createPayPal>
let later = 0
beforeAll(async () => {
  simulator = await startPayPalSimulator({ clientId: 'id', clientSecret: 'secret', clock: () => Date.now() + later })
  paypal = createPayPal({
    clientId: 'id',
    clientSecret: 'secret',
    webhookId: simulator.webhookId,
    ...simulatedAt(simulator.url, simulator.authority),
    now: () => Date.now() + later,
  })
})
beforeEach(() => {
  later = 0
})
afterAll(() => simulator.close())

/** 39.98, paid. */
async function paid() {
  const attempt = anAttempt({ amountMinor: 3998 })
  const { providerRef } = await paypal.create(attempt)
  const ref = { providerRef, attemptId: attempt.attemptId, currency: attempt.currency }
  simulator.approve(ref.attemptId)
  await paypal.capture(ref)
  later += 24 * HOUR
  return { id: ref.attemptId, ref, query: () => paypal.query(ref) }
}

test('a part that is refunded to settle its dispute went back once', async () => {
  const { id, query } = await paid()
  const dispute = simulator.dispute(id, { amountMinor: 1999 })
  later += HOUR
  simulator.moveDispute(dispute, 'refunded')
  expect(simulator.payment(id)!.refunds).toHaveLength(1)
  expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 1999, disputesOver: [dispute] })
})

test('a claim that is accepted at PayPal’s site is a refund and no loss', async () => {
  const { id, query } = await paid()
  simulator.moveDispute(simulator.dispute(id), 'refunded')
  expect(await query()).toMatchObject({ state: 'refunded', refundedMinor: 3998 })
})

test('a full refund while it is disputed settles the dispute, and is no loss', async () => {
  const { id, query } = await paid()
  const dispute = simulator.dispute(id, { amountMinor: 1999 })
  simulator.refund(id)
  expect(await query()).toMatchObject({ state: 'refunded', refundedMinor: 3998, disputesOver: [dispute] })
})

test('what was refunded before the dispute began is added to what the dispute took', async () => {
  const { id, query } = await paid()
  simulator.refund(id, { amountMinor: 1000 })
  later += HOUR
  const dispute = simulator.dispute(id, { amountMinor: 1999 })
  later += HOUR
  simulator.moveDispute(dispute, 'refunded')
  expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 2999 })
})

test('what was refunded before a dispute about the rest, which is lost, is added to it', async () => {
  const { id, query } = await paid()
  simulator.refund(id, { amountMinor: 1999 })
  later += HOUR
  simulator.moveDispute(simulator.dispute(id, { amountMinor: 1999 }), 'lost')
  expect(await query()).toMatchObject({ state: 'lost', refundedMinor: 3998, rawState: 'COMPLETED/REFUNDED' })
})

test('what is refunded long after a dispute was lost is added to it', async () => {
  const { id, query } = await paid()
  simulator.moveDispute(simulator.dispute(id, { amountMinor: 1000 }), 'lost')
  later += 48 * HOUR
  simulator.refund(id, { amountMinor: 500 })
  expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 1500 })
})

test('a smaller refund soon after a dispute was lost is added to it', async () => {
  const { id, query } = await paid()
  simulator.moveDispute(simulator.dispute(id, { amountMinor: 1000 }), 'lost')
  later += HOUR / 12
  simulator.refund(id, { amountMinor: 500 })
  expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 1500 })
})

test('two refunds of parts while it is disputed settle it together', async () => {
  const { id, query } = await paid()
  const dispute = simulator.dispute(id, { amountMinor: 1999 })
  later += HOUR
  const { refunds } = simulator.payment(id)!
  simulator.moveDispute(dispute, 'refunded')
  // As two of them.
  const [first] = refunds as (typeof refunds)[number][]
  refunds.push({ ...first!, id: 'SECOND', amount: { ...first!.amount, minor: 999 } })
  first!.amount = { ...first!.amount, minor: 1000 }
  later += HOUR
  expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 1999 })
})

test('one refund settles one dispute, and what another took is added', async () => {
  const { id, query } = await paid()
  simulator.moveDispute(simulator.dispute(id, { amountMinor: 1000 }), 'refunded')
  simulator.moveDispute(simulator.dispute(id, { amountMinor: 1000 }), 'lost')
  expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 2000 })
})

test('all of it gone, and a capture that is refunded in part only, contradict each other', async () => {
  const { id, query } = await paid()
  simulator.refund(id)
  ;(simulator.payment(id)!.capture as { status: string }).status = 'PARTIALLY_REFUNDED'
  expect(await query()).toMatchObject({ state: 'unknown', amountMinor: 3998, rawState: 'COMPLETED/PARTIALLY_REFUNDED' })
})

test('a dispute that ends with a refund while PayPal is asked is read with its refund', async () => {
  const { id, query } = await paid()
  const dispute = simulator.dispute(id)
  const { arrived, release } = simulator.hold('/v1/customer/disputes')
  const asked = query()
  await arrived
  simulator.moveDispute(dispute, 'won')
  simulator.refund(id, { amountMinor: 500 })
  release()
  expect(await asked).toMatchObject({ state: 'completed', refundedMinor: 500, disputesOver: [dispute] })
})

test('an order with a dispute whose links are others in each answer has not moved', async () => {
  const { id, ref } = await paid()
  simulator.dispute(id)
  let answers = 0
  const before = createServer(async (request, response) => {
    const { method = 'GET', url } = request
    const body = (await request.toArray()).join('')
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const headers = { authorization, 'content-type': type }
    const answer = await fetch(simulator.url + url, { method, headers, ...(body && { body }) })
    const text = (await answer.text()).replaceAll('"rel":"self"', `"rel":"self ${++answers}"`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(before, 'listening')
  try {
    const url = `http://127.0.0.1:${(before.address() as AddressInfo).port}`
    const behind = createPayPal({
      ...{ clientId: 'id', clientSecret: 'secret', webhookId: simulator.webhookId },
      ...simulatedAt(url, simulator.authority),
    })
    expect(await behind.query(ref)).toMatchObject({ state: 'disputed', amountMinor: 3998 })
  } finally {
    before.close()
    before.closeAllConnections()
  }
})
