// Calls of PayPal's REST API: a bearer token that is fetched once for all calls until it ends, and what refusals mean.
import { z } from 'zod'
import { plainName } from '../../rules.ts'
import { type ProviderAnswer, send, TIMEOUT_MS } from '../outgoing.ts'
import { ProviderRefused, ProviderUnreachable, type RefusedFor } from '../provider.ts'

export const PAYPAL = 'paypal'

export interface PayPalConfig {
  /** https://api-m.paypal.com, https://api-m.sandbox.paypal.com, or a simulator. */
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Of the webhook as it is entered in the account: part of what is signed. */
  webhookId: string
  /** The account that must be the payee; undefined: whichever the credentials belong to. */
  merchantId?: string
  /** Where payers approve payments. */
  pageOrigins: readonly string[]
  /** Addresses of certificates begin with one of these. */
  certificatePrefixes: readonly string[]
  /** PEM of the authorities that may have issued them; undefined: those that Node trusts. */
  certificateAuthorities?: readonly string[]
  timeoutMs?: number
  /** Milliseconds; for tokens and for the age of a notice. */
  now?: () => number
}

export interface PayPalCall {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** PayPal-Request-Id: the same one has its effect once. */
  requestId?: string
}

const Token = z.object({ access_token: z.string().min(1).max(4000), expires_in: z.coerce.number() })
const Refusal = z.object({
  name: z.unknown(),
  debug_id: z.unknown(),
  details: z
    .array(z.object({ issue: z.unknown() }))
    .nullish()
    .catch(null),
})

/** A token is fetched anew this long before it ends, so that it does not end on the way. */
const TOKEN_MARGIN_MS = 60_000

/** Answers the parsed JSON of a success; else throws ProviderRefused (nothing happened) or ProviderUnreachable. */
export function caller(config: PayPalConfig) {
  const base = new URL(config.baseUrl)
  const now = () => config.now?.() ?? Date.now()
  let token: { value: Promise<string>; until: number } | undefined

  function request(path: string, method: string, headers: Record<string, string>, body: string) {
    return send({
      provider: PAYPAL,
      protocol: base.protocol === 'http:' ? 'http:' : 'https:',
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || undefined,
      path: base.pathname.replace(/\/+$/, '') + path,
      method,
      headers: { accept: 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      body,
      timeoutMs: config.timeoutMs ?? TIMEOUT_MS,
    })
  }

  async function fetchToken(): Promise<z.infer<typeof Token>> {
    const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await request('/v1/oauth2/token', 'POST', headers, 'grant_type=client_credentials')
    if ([400, 401, 403].includes(status)) throw new ProviderRefused(PAYPAL, 'authentication', undefined, 'method')
    const read = Token.safeParse(readJson(body))
    if (status !== 200 || !read.success)
      throw new ProviderUnreachable(PAYPAL, status === 200 ? 'unreadable' : `http_${status}`)
    return read.data
  }

  /** One for all who want it at once. `not`: the one that was just refused. */
  function bearer(not?: Promise<string>): Promise<string> {
    if (token && token.until > now() && token.value !== not) return token.value
    const fresh = { value: fetchToken().then(kept), until: Number.POSITIVE_INFINITY }
    function kept({ access_token, expires_in }: z.infer<typeof Token>): string {
      fresh.until = now() + expires_in * 1000 - TOKEN_MARGIN_MS
      return access_token
    }
    fresh.value.catch(() => {
      if (token === fresh) token = undefined
    })
    token = fresh
    return fresh.value
  }

  return async ({ method, path, body, requestId }: PayPalCall): Promise<unknown> => {
    if (config.clientId.trim() === '' || config.clientSecret.trim() === '')
      throw new ProviderRefused(PAYPAL, 'unconfigured', undefined, 'method')
    const ask = (key: string) =>
      request(
        path,
        method,
        {
          authorization: `Bearer ${key}`,
          prefer: 'return=representation',
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(requestId && { 'paypal-request-id': requestId }),
        },
        body ? JSON.stringify(body) : '',
      )
    const held = bearer()
    let answer = await ask(await held)
    // A token may end before its time; whoever was refused for it has done nothing yet.
    if (answer.status === 401) answer = await ask(await bearer(held))
    return read(answer)
  }
}

function read(answer: ProviderAnswer): unknown {
  const { status } = answer
  const json = readJson(answer.body)
  if (status >= 200 && status < 300 && json !== undefined) return json
  // 409: the same request is being worked on. 429: too many. A refusal has a name, or it is not PayPal's.
  const refusal = Refusal.safeParse(json)
  if (status < 400 || status >= 500 || status === 409 || status === 429 || !refusal.success)
    throw new ProviderUnreachable(PAYPAL, status >= 200 && status < 300 ? 'unreadable' : `http_${status}`)
  const { name, details, debug_id } = refusal.data
  const issue = plainName(details?.[0]?.issue) ?? plainName(name) ?? `http_${status}`
  if (issue === 'ORDER_COMPLETION_IN_PROGRESS') throw new ProviderUnreachable(PAYPAL, issue)
  throw new PayPalRefused(status, issue, plainName(debug_id))
}

/** A refusal with its status: 422 is an answer about this very order. */
export class PayPalRefused extends ProviderRefused {
  status: number
  constructor(status: number, issue: string, debugId: string | null) {
    super(PAYPAL, issue, debugId ?? undefined, refusedFor(status, issue))
    this.status = status
  }
}

// What would meet the next shopper too: the credentials, what the account may do, and how it is set up. By their whole
// names: PAYEE_BLOCKED_TRANSACTION is the seller's filters about one payer.
const OF_THE_ACCOUNT = new Set([
  'PAYEE_ACCOUNT_INVALID',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_NOT_VERIFIED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'AUTH_CAPTURE_NOT_ENABLED',
  'PERMISSION_DENIED',
  'NOT_AUTHORIZED',
  'CONSENT_NEEDED',
  'AUTHENTICATION_FAILURE',
  'INVALID_CLIENT',
])
const OF_THE_CURRENCY = new Set(['INVALID_CURRENCY_CODE', 'CURRENCY_NOT_SUPPORTED', 'UNSUPPORTED_PAYEE_CURRENCY'])

function refusedFor(status: number, issue: string): RefusedFor {
  if (status === 401 || status === 403 || OF_THE_ACCOUNT.has(issue)) return 'method'
  return OF_THE_CURRENCY.has(issue) ? 'currency' : 'payment'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A simulator is its own authority, and has its pages where its API is. */
export function simulatedAt(baseUrl: string, authority: string) {
  return {
    baseUrl,
    pageOrigins: [new URL(baseUrl).origin],
    certificatePrefixes: [`${new URL(baseUrl).origin}/v1/notifications/certs/`],
    certificateAuthorities: [authority],
  }
}
