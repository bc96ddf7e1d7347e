// For the tests of the adapter: what a buyer does, and why a call is refused.
import { anAttempt } from '../attempt.testing.ts'
import { type PaymentProvider, ProviderRefused } from '../provider.ts'
import type { createPayPal } from './adapter.ts'

export const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error) => (error instanceof ProviderRefused ? [error.code, error.about] : error),
  )

export function payments(paypal: () => ReturnType<typeof createPayPal>) {
  const provider = () => paypal() as PaymentProvider
  async function opened(over: Parameters<typeof anAttempt>[0] = {}) {
    const attempt = anAttempt(over)
    const { providerRef } = await paypal().create(attempt)
    const ref = { providerRef, attemptId: attempt.attemptId, currency: attempt.currency }
    return { attempt, ref, query: () => provider().query(ref), capture: () => paypal().capture(ref) }
  }

  return { provider, opened }
}
