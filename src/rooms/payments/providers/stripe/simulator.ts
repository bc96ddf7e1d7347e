// Stripe for a shop that is only tried: its wire protocol on loopback, with credentials of its own.
import { randomBytes } from 'node:crypto'
import { startStripeSimulator } from '#simulators/stripe.ts'
import type { Simulator } from '../define.ts'
import { type StripeConfig, serverOf } from './connection.ts'

const secret = () => randomBytes(24).toString('base64url')

export const stripeSimulator: Simulator<unknown, StripeConfig> = {
  pages: '/c/pay/',
  async start({ merchant }) {
    const [secretKey, webhookSecret] = [`sk_test_${secret()}`, `whsec_${secret()}`]
    const { url, sendWebhooksTo, close } = await startStripeSimulator({ secretKey, webhookSecret, merchant })
    return { url, settings: { secretKey, webhookSecret, ...serverOf(url) }, sendWebhooksTo, close }
  },
}
