// What a test can bring about at Stripe, and what Stripe then tells.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from './stripe.ts'

let simulator: StripeSimulator
let id: string
beforeEach(async () => {
  simulator = await startStripeSimulator({ secretKey: 'sk_test', webhookSecret: 'whsec_test', notifyRetryDelays: [] })
  const answer = await fetch(`${simulator.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test' },
    body: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1000',
      'line_items[0][price_data][product_data][name]': 'Key',
      success_url: 'http://127.0.0.1:9/ok',
    }),
  })
  id = ((await answer.json()) as { id: string }).id
})
afterEach(() => simulator.close())

const told = () => simulator.payment(id)!.events.map(({ type }) => type)
const bodyOf = (type: string) => JSON.parse(simulator.webhookFor(id, { type }).body).data.object

test('a bank debit: complete and unpaid while it is processing, then paid', () => {
  simulator.pay(id, { outcome: 'pending' })
  expect(simulator.payment(id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'unpaid',
    intent: { status: 'processing' },
    charge: { pending: true },
  })
  expect(simulator.refund.bind(null, id)).toThrow('does not have a successful charge')
  const charged = bodyOf('charge.pending')
  simulator.complete(id)
  expect(bodyOf('charge.succeeded')).toMatchObject({ id: charged.id, created: charged.created, status: 'succeeded' })
  expect(told()).toContain('checkout.session.async_payment_succeeded')
  expect(simulator.payment(id)).toMatchObject({
    paymentStatus: 'paid',
    intent: { status: 'succeeded', received: 1000 },
  })
})

test.each(['boleto', 'konbini', 'multibanco', 'oxxo'] as const)('a voucher of %s waits for its payer', (outcome) => {
  simulator.pay(id, { outcome })
  expect(bodyOf('checkout.session.completed')).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(bodyOf('payment_intent.requires_action').next_action).toMatchObject({
    type: `${outcome}_display_details`,
    [`${outcome}_display_details`]: { hosted_voucher_url: expect.stringContaining(outcome) },
  })
  simulator.pay(id, { outcome: 'failed' })
  expect(told()).toContain('checkout.session.async_payment_failed')
})

test('refunds in parts, one of which comes back', () => {
  simulator.complete(id)
  const first = simulator.refund(id, { amountMinor: 300 })
  simulator.refund(id, { amountMinor: 200, status: 'pending' })
  expect(simulator.payment(id)!.charge!.refunded).toBe(500)
  simulator.moveRefund(first, 'failed')
  expect(simulator.payment(id)!.charge!.refunded).toBe(200)
  expect(bodyOf('refund.failed')).toMatchObject({ id: first, status: 'failed', failure_reason: 'lost_or_stolen_card' })
  // Events are what was then, however late they are sent.
  expect(bodyOf('charge.refunded')).toMatchObject({ amount_refunded: 500, refunded: false })
  expect(told().filter((type) => /refund/.test(type))).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
  ])
  expect(() => simulator.refund(id, { amountMinor: 801 })).toThrow('greater than unrefunded')
})

test('a dispute takes the money, and gives it back when it is won', () => {
  simulator.complete(id)
  const dispute = simulator.dispute(id)
  expect(() => simulator.refund(id)).toThrow('charged back')
  simulator.moveDispute(dispute, 'under_review')
  simulator.moveDispute(dispute, 'won')
  expect(told().filter((type) => type.startsWith('charge.dispute'))).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
  expect(bodyOf('charge.dispute.closed')).toMatchObject({
    id: dispute,
    status: 'won',
    charge: simulator.payment(id)!.charge!.id,
  })
  const moved = simulator.payment(id)!.balance.filter(({ type }) => type === 'adjustment')
  expect(moved.map(({ net }) => net)).toEqual([-2500, 2500])
})

test('an inquiry takes nothing until it is escalated, and a lost dispute gives nothing back', () => {
  simulator.complete(id)
  const dispute = simulator.dispute(id, { inquiry: true, amountMinor: 400 })
  expect(told().at(-1)).toBe('charge.dispute.created')
  expect(bodyOf('charge.dispute.created')).toMatchObject({ status: 'warning_needs_response', amount: 400 })
  simulator.moveDispute(dispute, 'escalated')
  simulator.moveDispute(dispute, 'lost')
  expect(told().slice(-3)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ])
})

test('what nobody has paid can be neither sent back nor contested; what went back is not sent again', () => {
  for (const outcome of ['refunded', 'disputed'] as const) simulator.pay(id, { outcome })
  expect(told()).toEqual([])
  simulator.complete(id)
  for (let i = 0; i < 2; i++) simulator.pay(id, { outcome: 'refunded' })
  expect(told().filter((type) => type === 'charge.refunded')).toHaveLength(1)
})

test('warnings and reviews', () => {
  simulator.complete(id)
  simulator.warn(id)
  simulator.openReview(id)
  simulator.closeReview(id, { reason: 'refunded_as_fraud' })
  expect(bodyOf('radar.early_fraud_warning.created')).toMatchObject({
    fraud_type: 'made_with_stolen_card',
    actionable: true,
  })
  expect(bodyOf('review.opened')).toMatchObject({ open: true, reason: 'rule', closed_reason: null })
  expect(bodyOf('review.closed')).toMatchObject({ open: false, closed_reason: 'refunded_as_fraud' })
})

test('events of the same account that are not about these sessions', () => {
  const objectOf = (type: string) => JSON.parse(simulator.foreignWebhook(type).body).data.object
  expect(objectOf('payout.paid')).toMatchObject({ object: 'payout', id: expect.stringMatching(/^po_/) })
  expect(objectOf('charge.succeeded')).toMatchObject({
    object: 'charge',
    payment_intent: expect.stringMatching(/^pi_/),
  })
  expect(objectOf('balance.available')).not.toHaveProperty('id')
})
