// PayPal for a shop that is only tried: its wire protocol on loopback, with an account and an authority of its own.
import { randomBytes } from 'node:crypto'
import { startPayPalSimulator } from '#simulators/paypal.ts'
import type { Simulator } from '../define.ts'
import { type PayPalConfig, simulatedAt } from './connection.ts'

const secret = () => randomBytes(24).toString('base64url')

export const paypalSimulator: Simulator<unknown, PayPalConfig> = {
  pages: '/webapps/',
  async start({ merchant }) {
    const account = { clientId: secret(), clientSecret: secret() }
    const { url, webhookId, merchantId, authority, sendWebhooksTo, close } = await startPayPalSimulator({
      ...account,
      merchant,
    })
    const settings = { ...account, webhookId, merchantId, ...simulatedAt(url, authority) }
    return { url, settings, sendWebhooksTo, close }
  },
}
