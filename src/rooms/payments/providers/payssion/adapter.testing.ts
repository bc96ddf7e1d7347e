// For the tests of the adapter: one for the simulator, and what it is asked to do.
import type { PayssionSimulator } from '#simulators/payssion.ts'
import { anAttempt, type Receiver } from '../attempt.testing.ts'
import type { PaymentAttempt } from '../provider.ts'
import { createPayssion } from './adapter.ts'

export const keys = { apiKey: 'key', secretKey: 'secret' }

export function adapters(world: () => { simulator: PayssionSimulator; shop: Receiver }) {
  const adapter = (over: object = {}) =>
    createPayssion({ baseUrl: world().simulator.url, ...keys, pmId: 'payssion_test', ...over })

  const newAttempt = (over: Partial<PaymentAttempt> = {}) =>
    anAttempt({ notifyUrl: `${world().shop.url}/notify`, ...over })

  return { adapter, newAttempt }
}
