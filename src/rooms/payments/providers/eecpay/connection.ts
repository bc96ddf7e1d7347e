// The card gateway on the wire. Its contract is the operator's own and published nowhere (specification §7 and other
// integrations tell of the statuses alone), so names of fields, signature and codes stand here and in answers.ts, to be
// replaced in one place; docs/decisions/048 says them all.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { send, TIMEOUT_MS } from '../outgoing.ts'
import { ProviderRefused, ProviderUnreachable, type RefusedFor } from '../provider.ts'

export const EECPAY = 'eecpay'

export interface EecpayConfig {
  baseUrl: string
  merchantNo: string
  secretKey: string
  /** Of questions; a charge waits for the bank as well. */
  timeoutMs?: number
  chargeTimeoutMs?: number
  /** Seconds after which a charge that the gateway does not know never reached it. */
  lostAfterSeconds?: number
  /** Milliseconds. */
  now?: () => number
}

/** The gateway takes no request that is older than this, so a charge that was held up on its way is never made late. */
export const REQUEST_VALID_SECONDS = 300

/** Banks answer within seconds, and now and then only within half a minute. */
const CHARGE_TIMEOUT_MS = 30_000

const CARD_FIELDS = new Set(['card_no', 'card_month', 'card_year', 'card_code'])

/**
 * HMAC-SHA256 in lower-case hex over `name=value` of every field that is not empty, in the order of their names, joined by
 * `&`. What belongs to the card is left out: nothing derived from it need be kept by anybody who checks a signature later.
 */
export function signatureOf(fields: Readonly<Record<string, string>>, secretKey: string): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => value !== '' && name !== 'signature' && !CARD_FIELDS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', secretKey).update(signed).digest('hex')
}

const Refusal = z.object({ result_code: z.string().regex(/^[A-Z0-9]{1,8}$/) })

export const REASONS: Record<string, string> = {
  '1001': 'signature',
  '1002': 'merchant',
  '1003': 'currency',
  '1004': 'amount',
  '1005': 'order number used before',
  '1006': 'a field',
  '1007': 'too old',
  '1404': 'unknown order',
}
export const UNKNOWN_ORDER = '1404'

/** Whatever is sent is refused: by the signature, the merchant, or the clock of this machine. */
const REFUSES_ALL = new Set(['1001', '1002', '1007'])

function refusedFor(code: string): RefusedFor {
  if (code === '1003') return 'currency'
  return REFUSES_ALL.has(code) ? 'method' : 'payment'
}

/** The connection was never there: nothing can have arrived. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** One signed request; answers the parsed JSON of a success. No error says anything of what was sent or answered. */
export function caller(config: EecpayConfig) {
  const base = new URL(config.baseUrl)
  return async (path: string, fields: Record<string, string>): Promise<unknown> => {
    if (config.merchantNo.trim() === '' || config.secretKey.trim() === '')
      throw new ProviderRefused(EECPAY, 'unconfigured', undefined, 'method')
    const isCharge = 'card_no' in fields
    const whole = {
      ...fields,
      merchant_no: config.merchantNo,
      request_time: String(Math.floor((config.now?.() ?? Date.now()) / 1000)),
    }
    const body = new URLSearchParams({ ...whole, signature: signatureOf(whole, config.secretKey) }).toString()
    const answer = await send({
      provider: EECPAY,
      protocol: base.protocol === 'http:' ? 'http:' : 'https:',
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || undefined,
      path: base.pathname.replace(/\/+$/, '') + path,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
      },
      body,
      timeoutMs: isCharge ? (config.chargeTimeoutMs ?? CHARGE_TIMEOUT_MS) : (config.timeoutMs ?? TIMEOUT_MS),
    }).catch((error) => {
      if (isCharge && error instanceof ProviderUnreachable && NEVER_SENT.has(error.code))
        throw new ProviderRefused(EECPAY, 'not sent')
      throw error
    })
    const json = readJson(answer.body)
    if (answer.status === 200 && json !== undefined) return json
    const refusal = Refusal.safeParse(json)
    if (answer.status < 400 || answer.status >= 500 || answer.status === 429 || !refusal.success)
      throw new ProviderUnreachable(EECPAY, answer.status === 200 ? 'unreadable' : `http_${answer.status}`)
    const code = refusal.data.result_code
    throw new ProviderRefused(EECPAY, code, REASONS[code], refusedFor(code))
  }
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
