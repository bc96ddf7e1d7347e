// A signed call to Payssion, and what its refusals mean.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { send, TIMEOUT_MS } from '../outgoing.ts'
import { ProviderRefused, ProviderUnreachable, type RefusedFor } from '../provider.ts'

export const PAYSSION = 'payssion'

export interface PayssionConfig {
  /** https://www.payssion.com, http://sandbox.payssion.com, or a simulator. */
  baseUrl: string
  apiKey: string
  secretKey: string
  /** The method of whatever is asked for without one. */
  pmId: string
  /** How many days a payer of this method has from its creation on (vouchers, bank transfers). Payssion does not tell. */
  payableDays?: number
  timeoutMs?: number
}

const Result = z.object({ result_code: z.coerce.number().int() })

export const REASONS: Record<string, string> = {
  400: 'invalid parameter',
  401: 'unknown merchant',
  402: 'wrong signature',
  403: 'unknown app',
  405: 'payment method',
  406: 'currency',
  407: 'amount',
  408: 'language',
  409: 'url',
  411: 'secret key',
  412: 'unknown transaction',
  413: 'order id used before',
  414: 'country',
  415: 'payment type',
  417: 'below the minimum',
  418: 'above the maximum',
  420: 'request method',
  441: 'app inactive',
  491: 'payment method not enabled',
}

// What would meet the next shopper too: keys, app and method; and language, address and type are ours, not the shopper's.
const OF_THE_METHOD = new Set([401, 402, 403, 405, 408, 409, 411, 415, 441, 491])

function refusedFor(code: number): RefusedFor {
  if (code === 406) return 'currency'
  if (code === 417) return 'minimum'
  return OF_THE_METHOD.has(code) ? 'method' : 'payment'
}

/** One signed call. Answers the parsed JSON of a result_code 200, else throws. */
export function caller(config: PayssionConfig) {
  const base = new URL(config.baseUrl)
  const protocol = base.protocol === 'http:' ? 'http:' : 'https:'
  const prefix = base.pathname.replace(/\/+$/, '')
  return async (path: string, fields: Record<string, string>): Promise<unknown> => {
    if (config.apiKey.trim() === '' || config.secretKey.trim() === '')
      throw new ProviderRefused(PAYSSION, 'unconfigured', undefined, 'method')
    const body = new URLSearchParams(fields).toString()
    const answer = await send({
      provider: PAYSSION,
      protocol,
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || undefined,
      path: prefix + path,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
      },
      body,
      timeoutMs: config.timeoutMs ?? TIMEOUT_MS,
    })
    const json = parseJson(answer.body)
    const result = Result.safeParse(json)
    const code = result.success ? result.data.result_code : null
    if (code === 200 && answer.status === 200) return json
    if (code !== null && code >= 400 && code < 500)
      throw new ProviderRefused(PAYSSION, String(code), REASONS[code], refusedFor(code))
    // Without a code it is not Payssion's answer, whatever its status: a page of whoever stands before it, or a wrong address.
    throw new ProviderUnreachable(PAYSSION, answer.status === 200 ? `result_${code}` : `http_${answer.status}`)
  }
}

export function parseJson(body: string): unknown {
  try {
    // Some of their servers begin with a byte order mark.
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

export function md5(...values: string[]): string {
  return createHash('md5').update(values.join('|')).digest('hex')
}
