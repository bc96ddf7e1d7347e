// For the tests of the adapter: one for the simulator, and what it is asked to do.
import type { StripeSimulator } from '#simulators/stripe.ts'
import { anAttempt, type Receiver } from '../attempt.testing.ts'
import type { PaymentAttempt } from '../provider.ts'
import { createStripe } from './adapter.ts'

export const secrets = { secretKey: 'sk_test_key', webhookSecret: 'whsec_test' }

export const newAttempt = (over: Partial<PaymentAttempt> = {}) => anAttempt({ locale: 'cz', ...over })

export function adapters(world: () => { simulator: StripeSimulator; shop: Receiver }) {
  const adapter = (over: object = {}) =>
    createStripe({
      ...secrets,
      host: '127.0.0.1',
      port: world().simulator.port,
      protocol: 'http',
      ...over,
    })

  const verify = ({ body, headers }: { body: string; headers: HeadersInit }, over: object = {}) =>
    adapter(over).verifyWebhook(Buffer.from(body), new Headers(headers))
  const notices = () => Promise.all(world().shop.received.map((webhook) => verify(webhook)))

  return { adapter, verify, notices }
}
