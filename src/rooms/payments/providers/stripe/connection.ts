// The official SDK over our own HTTP: what may leave (no telemetry), how long it may take, and what its errors mean.
import type Stripe from 'stripe'
import { send, TIMEOUT_MS } from '../outgoing.ts'
import { ProviderRefused, ProviderUnreachable, type RefusedFor } from '../provider.ts'

export const STRIPE = 'stripe'

export interface StripeConfig {
  secretKey: string
  webhookSecret: string
  /** Only for a simulator: without them the SDK talks to https://api.stripe.com. */
  host?: string
  port?: number
  protocol?: 'http' | 'https'
  /** The payer ticks the account's terms of service at Stripe as well. */
  termsOfService?: boolean
  timeoutMs?: number
  /** Milliseconds; for the age of a webhook's signature. */
  now?: () => number
  /** The same by a clock that all instances share. */
  sharedNow?: () => Promise<number>
}

/** Loaded when Stripe is first asked, or is to be believed: a twentieth of what a start would take, and 7 MB. */
export const loadSdk = () => import('stripe').then((sdk) => sdk.default)

export async function connect({ secretKey, host, port, protocol, timeoutMs }: StripeConfig): Promise<Stripe> {
  const Sdk = await loadSdk()
  return new Sdk(secretKey, {
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: timeoutMs ?? TIMEOUT_MS,
    // The SDK's own client bounds neither the answer nor the whole time of a call.
    httpClient: {
      getClientName: () => 'node',
      async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
        const answer = await send({
          provider: STRIPE,
          protocol: protocol === 'http' ? 'http:' : 'https:',
          host,
          port,
          path,
          method,
          headers: headers as Record<string, string>,
          body,
          timeoutMs,
        })
        return {
          getStatusCode: () => answer.status,
          getHeaders: () => answer.headers as Record<string, string>,
          getRawResponse: () => ({ statusCode: answer.status }),
          toStream: () => answer.body,
          toJSON: async () => JSON.parse(answer.body),
        }
      },
    },
    ...(host && { host }),
    ...(port && { port }),
    ...(protocol && { protocol }),
  })
}

/** Stripe's messages may quote what was sent, so only its codes go on. */
export async function translateError(error: unknown, opening = false): Promise<never> {
  const { errors } = await loadSdk()
  if (!(error instanceof errors.StripeError)) throw new ProviderUnreachable(STRIPE, 'unreadable')
  if (error.detail instanceof ProviderUnreachable) throw error.detail
  const status = error.statusCode ?? 0
  // 409: another call with this Idempotency-Key is under way. 429: too many calls.
  if (status < 400 || status >= 500 || status === 409 || status === 429)
    throw new ProviderUnreachable(STRIPE, status === 0 ? 'unreadable' : `http_${status}`)
  const detail = [error.param, error.requestId].filter(Boolean).join(' ')
  const code = error.code ?? NAMES[status] ?? error.rawType ?? `http_${status}`
  const about = (opening && refusedOfAll(status, error)) || refusedFor(status, code, error.param)
  throw new ProviderRefused(STRIPE, code, detail, about)
}

/**
 * A new session that is refused without naming anything of it, or for the terms that payers are to tick: that is how the account is
 * set up, and the next shopper would meet it, too. Where there is no way to pay in a currency, in this one alone. Undefined: neither.
 */
function refusedOfAll(
  status: number,
  { type, code, param, message }: { type?: string; code?: string; param?: string; message: string },
): RefusedFor | undefined {
  if (status !== 400 && status !== 422) return undefined
  if (param?.startsWith('consent_collection')) return 'method'
  if (param || code || type !== 'StripeInvalidRequestError') return undefined
  return /payment method types|currency/i.test(message) ? 'currency' : 'method'
}

/** Stripe gives these no code of their own. */
const NAMES: Record<number, string> = { 401: 'authentication', 403: 'permission' }
/** Codes that say something of the account: it, its keys, or its capabilities. */
const ACCOUNT = /^(account_|api_key_|platform_|livemode_|testmode_|secret_key_|country_unsupported)/

function refusedFor(status: number, code: string, param: string | undefined): RefusedFor {
  if (status === 401 || status === 403 || ACCOUNT.test(code)) return 'method'
  if (code === 'amount_too_small') return 'minimum'
  return param?.includes('currency') ? 'currency' : 'payment'
}

export function serverOf(url: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { host: hostname, port: Number(port) || (scheme === 'http' ? 80 : 443), protocol: scheme }
}
