// For the tests of the adapter: one for the simulator, and what it is asked to do.
import type { PayssionSimulator } from '#simulators/payssion.ts'
import { anAttempt, type Receiver } from '../attempt.testing.ts'
import type { PaymentAttempt } from '../provider.ts'
import { createPayssion } from './adapter.ts'

export const keys = { apiKey: 'key', secretKey: 'secret' }

export function adapters(of: () => { simulator: PayssionSimulator; shop: Receiver }) {
  const adapter = (over: object = {}) =>
    createPayssion({ baseUrl: of().simulator.url, ...keys, pmId: 'payssion_test', timeoutMs: 2_000, ...over })

  const newAttempt = (over: Partial<PaymentAttempt> = {}) =>
    anAttempt({ notifyUrl: `${of().shop.url}/notify`, ...over })

  return { adapter, newAttempt }
}
