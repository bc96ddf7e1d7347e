// Stripe's lists as the nightly comparison reads them, against the simulator.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { anAttempt } from '../attempt.testing.ts'
import type { ListedMovement } from '../provider.ts'
import { createStripe } from './adapter.ts'
import { serverOf } from './connection.ts'

const DAY = 86_400_000

let simulator: StripeSimulator
let stripe: ReturnType<typeof createStripe>
let now = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  const keys = { secretKey: 'sk_test', webhookSecret: 'whsec_test' }
  simulator = await startStripeSimulator({ ...keys, clock: () => now })
  stripe = createStripe({ ...keys, ...serverOf(simulator.url), now: () => now })
})
afterAll(() => simulator.close())

async function opened(): Promise<string> {
  const attempt = anAttempt({ expiresAt: new Date(now + 1_800_000) })
  await stripe.create(attempt)
  return attempt.attemptId
}

/** What the lists say of the last two days. */
async function listed(): Promise<Pick<ListedMovement, 'says' | 'attemptId' | 'amountMinor'>[]> {
  const found: ListedMovement[] = []
  let cursor: string | null = null
  do {
    const page = await stripe.list({ from: new Date(now - 2 * DAY), to: new Date(now + 1000), cursor })
    found.push(...page.movements)
    cursor = page.next
  } while (cursor)
  return found.map(({ says, attemptId, amountMinor }) => ({ says, attemptId, amountMinor }))
}

test('a bank debit is on its way until its bank pays, and listed by the moment of its payer’s yes', async () => {
  const id = await opened()
  simulator.pay(id, { outcome: 'pending' })
  expect(await listed()).toEqual([{ says: 'pending', attemptId: id, amountMinor: 1234 }])
  now += DAY
  simulator.complete(id)
  expect(await listed()).toEqual([{ says: 'paid', attemptId: id, amountMinor: 1234 }])
  now += 3 * DAY
  expect(await listed()).toEqual([])
})

test('one that the bank refuses has moved nothing', async () => {
  now += 10 * DAY
  const id = await opened()
  simulator.pay(id, { outcome: 'pending' })
  simulator.pay(id, { outcome: 'failed' })
  expect(await listed()).toEqual([])
})

test('a card is paid once', async () => {
  now += 10 * DAY
  const id = await opened()
  simulator.complete(id)
  expect(await listed()).toEqual([{ says: 'paid', attemptId: id, amountMinor: 1234 }])
})

test('no way to pay in a currency is about that currency, and about no other', async () => {
  simulator.account = 'dollarsAlone'
  const open = (currency: string) => stripe.create(anAttempt({ currency, expiresAt: new Date(now + 1_800_000) }))
  expect(await open('EUR').catch((error) => error)).toMatchObject({ name: 'ProviderRefused', about: 'currency' })
  expect(await open('USD')).toMatchObject({ how: 'redirect' })
  simulator.account = 'good'
})
