// The payment providers that the configuration asks for. Without credentials, demo mode talks to the bundled simulators:
// the providers' real wire protocols, on loopback (decision E2).
import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { createPayssion } from './payssion.ts'
import type { PayssionConfig } from './payssion-connection.ts'
import type { PaymentProvider } from './provider.ts'
import { createStripe, type StripeConfig } from './stripe.ts'

export interface Simulators {
  payssion?: PayssionConfig
  stripe?: StripeConfig
  /** Of those that run, by provider. */
  urls: Record<string, string>
  /** Stripe's webhooks go to one address of the account, which is known once the shop listens. */
  sendWebhooksTo(origin: string): void
  close(): Promise<void>
}

/** Starts a simulator for each provider that has no credentials; none at all in live mode, where the code is not even read. */
export async function openSimulators(config: Config, log: Log): Promise<Simulators> {
  if (config.mode === 'live' || (config.payssion && config.stripe))
    return { urls: {}, sendWebhooksTo: () => {}, close: async () => {} }
  const [{ startPayssionSimulator }, { startStripeSimulator }] = await Promise.all([
    import('#simulators/payssion.ts'),
    import('#simulators/stripe.ts'),
  ])
  const secret = () => randomBytes(24).toString('base64url')
  const [apiKey, payssionSecret, stripeSecret, webhookSecret] = [
    secret(),
    secret(),
    `sk_test_${secret()}`,
    `whsec_${secret()}`,
  ]
  const merchant = config.shopName
  const payssion = config.payssion
    ? undefined
    : await startPayssionSimulator({ apiKey, secretKey: payssionSecret, merchant })
  const stripe = config.stripe
    ? undefined
    : await startStripeSimulator({ secretKey: stripeSecret, webhookSecret, merchant })
  log.debug({ payssion: payssion?.url, stripe: stripe?.url }, 'payment simulators are running')
  return {
    payssion: payssion && { baseUrl: payssion.url, apiKey, secretKey: payssionSecret, pmId: config.payssionPmId },
    stripe: stripe && { secretKey: stripeSecret, webhookSecret, ...hostOf(stripe.url) },
    urls: { ...(payssion && { payssion: payssion.url }), ...(stripe && { stripe: stripe.url }) },
    sendWebhooksTo: (origin) => stripe?.sendWebhooksTo(`${origin}/prod-api/api/pay/notify/stripe`),
    close: async () => {
      await Promise.all([payssion?.close(), stripe?.close()])
    },
  }
}

export function createProviders(
  config: Config,
  simulators: Simulators,
  reachable: (provider: PaymentProvider) => PaymentProvider,
): { payssion?: PaymentProvider; stripe?: PaymentProvider } {
  const payssion = config.payssion ?? simulators.payssion
  const stripe = config.stripe ? { ...config.stripe, ...hostOf(config.stripe.baseUrl) } : simulators.stripe
  return {
    payssion: payssion && reachable(createPayssion({ ...payssion, payableDays: config.payssionPayableDays })),
    stripe: stripe && reachable(createStripe(stripe)),
  }
}

function hostOf(url: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { host: hostname, port: Number(port) || (scheme === 'http' ? 80 : 443), protocol: scheme }
}
