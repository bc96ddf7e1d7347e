// Payssion: a redirect to its page, a signed form notification, and "details" as the only truth.
// The signatures are MD5 over the values joined by '|', the protocol's own choice. What is known only from other
// people's integrations (the shape of details, the languages) stands in one place each.
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { idOfBytes, plainName } from '../rules.ts'
import { send, TIMEOUT_MS } from './outgoing.ts'
import {
  type Claim,
  InvalidSignature,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
  type RefusedFor,
  type SettledState,
  type WebhookNotice,
} from './provider.ts'

export interface PayssionConfig {
  /** https://www.payssion.com, http://sandbox.payssion.com, or a simulator. */
  baseUrl: string
  apiKey: string
  secretKey: string
  /** One payment method per provider instance. */
  pmId: string
  timeoutMs?: number
}

export function createPayssion(config: PayssionConfig): PaymentProvider {
  const { apiKey, secretKey, pmId } = config
  const call = caller(config)

  return {
    id: 'payssion',

    // After ProviderUnreachable: query by attemptId; where nothing is known, or where it is pending and the page's
    // address was lost with the answer, start a new attempt. The same order_id is refused for good (413).
    async create(attempt) {
      const amount = toDecimal(attempt.amountMinor)
      const answer = await call('/api/v1/payment/create', {
        api_key: apiKey,
        pm_id: pmId,
        amount,
        currency: attempt.currency,
        order_id: attempt.attemptId,
        description: attempt.description.slice(0, 255),
        return_url: attempt.returnUrl,
        notify_url: attempt.notifyUrl,
        payer_email: attempt.email,
        language: payssionLanguage(attempt.locale),
        api_sig: md5(apiKey, pmId, amount, attempt.currency, attempt.attemptId, secretKey),
      })
      const { transaction, redirect_url } = read(Created, answer)
      if (transaction.order_id !== attempt.attemptId) throw new ProviderUnreachable('payssion', 'unreadable')
      return { providerRef: transaction.transaction_id, redirectUrl: redirect_url }
    },

    verifyWebhook(rawBody) {
      if (apiKey.trim() === '' || secretKey.trim() === '') throw new InvalidSignature('payssion')
      const notice = readNotice(rawBody, apiKey, secretKey)
      if (!notice) throw new InvalidSignature('payssion')
      return notice
    },

    async query({ providerRef, attemptId }) {
      const id = providerRef ?? ''
      const answer = await call('/api/v1/payment/details', {
        api_key: apiKey,
        transaction_id: id,
        order_id: attemptId,
        api_sig: md5(apiKey, id, attemptId, secretKey),
      })
      const { transaction } = read(Details, answer)
      // An answer about another order proves nothing about this one.
      const ours = attemptId === '' || transaction.order_id === attemptId
      return {
        state: ours ? (STATES[transaction.state] ?? 'unknown') : 'unknown',
        providerRef: transaction.transaction_id,
        attemptId: transaction.order_id,
        amountMinor: transaction.paid,
        refundedMinor: transaction.refund,
        currency: transaction.currency,
        rawState: transaction.state,
      }
    },

    // Payssion knows no idempotency key, and its refund takes no reason.
    async refund({ providerRef, amountMinor, currency }) {
      const amount = toDecimal(amountMinor)
      const answer = await call('/api/v1/refunds', {
        api_key: apiKey,
        transaction_id: providerRef,
        amount,
        currency,
        api_sig: md5(apiKey, providerRef, amount, currency, secretKey),
      })
      const { refund } = read(Refunded, answer)
      const state = refund.state === 'refunded' ? 'done' : refund.state === 'refund_failed' ? 'failed' : 'pending'
      return { refundRef: refund.transaction_id, state }
    },
  }
}

// paid_partial and paid_more are not what was agreed; refund_pending and refund_failed leave money on the way; blocked
// is a risk decision that may be undone. All of these, and any state not listed, are 'unknown': held for a person.
const STATES: Record<string, SettledState> = {
  pending: 'pending',
  awaiting_confirm: 'pending',
  completed: 'completed',
  failed: 'failed',
  error: 'failed',
  rejected_by_bank: 'failed',
  cancelled: 'cancelled',
  cancelled_by_user: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  chargeback: 'disputed',
  disputed: 'disputed',
}

const REASONS: Record<string, string> = {
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

// Ids come as strings, amounts as strings with two decimals; numbers are taken too.
const text = z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(255))
const id = text.pipe(z.string().min(1))
const money = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, context) => {
    const amount = value === null || value === undefined || value === '' ? 0 : fromDecimal(String(value))
    if (amount !== null) return amount
    context.addIssue('not an amount of money')
    return z.NEVER
  })
const currency = z.string().regex(/^[A-Z]{3}$/)
const webAddress = z.url({ protocol: /^https?$/ })
const Result = z.object({ result_code: z.coerce.number().int() })
const Created = z.object({ transaction: z.object({ transaction_id: id, order_id: text }), redirect_url: webAddress })
// Some integrations find the fields of details inside `transaction`, as create has them, and some beside result_code.
const Details = z.preprocess(
  (answer) => (z.object({ transaction: z.unknown() }).safeParse(answer).success ? answer : { transaction: answer }),
  z.object({
    transaction: z.object({ transaction_id: id, order_id: text, state: text, currency, paid: money, refund: money }),
  }),
)
const Refunded = z.object({ refund: z.object({ transaction_id: id, state: text }) })

/** One signed call. Answers the parsed JSON of a result_code 200, else throws. */
function caller(config: PayssionConfig) {
  const base = new URL(config.baseUrl)
  const protocol = base.protocol === 'http:' ? 'http:' : 'https:'
  const prefix = base.pathname.replace(/\/+$/, '')
  return async (path: string, fields: Record<string, string>): Promise<unknown> => {
    if (config.apiKey.trim() === '' || config.secretKey.trim() === '')
      throw new ProviderRefused('payssion', 'unconfigured', undefined, 'method')
    const body = new URLSearchParams(fields).toString()
    const answer = await send({
      provider: 'payssion',
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
      throw new ProviderRefused('payssion', String(code), REASONS[code], refusedFor(code))
    if (code === null && answer.status >= 300 && answer.status < 500 && answer.status !== 429)
      throw new ProviderRefused('payssion', `http_${answer.status}`)
    throw new ProviderUnreachable('payssion', answer.status === 200 ? `result_${code}` : `http_${answer.status}`)
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new ProviderUnreachable('payssion', 'unreadable')
  return parsed.data
}

/** Null for whatever is not exactly a notification signed with this secret. */
function readNotice(rawBody: Uint8Array, apiKey: string, secretKey: string): WebhookNotice | null {
  const field = readFields(rawBody)
  if (!field) return null
  const signature = field('notify_sig')
  const [pmId, amount, currency, state] = [field('pm_id'), field('amount'), field('currency'), field('state')]
  const current = [field('order_id')]
  const legacy = [field('track_id'), field('sub_track_id')]
  // With '|' inside a value, a signature of one notification would also fit another one.
  if ([pmId, amount, currency, state, ...current, ...legacy].some((value) => value.includes('|'))) return null

  const signs = (order: string[]) => isSame(signature, md5(apiKey, pmId, amount, currency, ...order, state, secretKey))
  const attemptId = signs(current) ? current[0]! : signs(legacy) ? legacy[0]! : null
  if (attemptId === null) return null

  // The signature covers neither transaction_id nor paid: the id only finds what is asked about, paid is not read.
  const transactionId = plainName(field('transaction_id'))
  const kind = plainName(state)
  return {
    eventId: transactionId && kind ? `${transactionId}:${kind}` : idOfBytes(rawBody),
    providerRef: transactionId,
    attemptId: plainName(attemptId),
    kind: kind ?? 'unreadable',
    claim: claimOf(state),
    // The signature is made with this app's own keys.
    shop: '',
  }
}

function claimOf(word: string): Claim {
  switch (STATES[word]) {
    case 'completed':
      return { says: 'paid' }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return { says: 'notPaid' }
    case 'refunded':
      return { says: 'refunded', refundedMinor: null }
    case 'disputed':
      return { says: 'disputed' }
    default:
      return { says: 'nothing' }
  }
}

/** A notification is a form, or JSON where the request was JSON. A form that names a field twice is ambiguous. */
function readFields(rawBody: Uint8Array): ((name: string) => string) | null {
  if (rawBody.length === 0 || rawBody.length > 64 * 1024) return null
  const body = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength).toString('utf8')
  if (/^\s*\{/.test(body)) {
    const json = parseJson(body)
    if (typeof json !== 'object' || json === null) return null
    const fields = new Map<string, unknown>(Object.entries(json))
    return (name) => {
      const value = fields.get(name)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    }
  }
  const form = new URLSearchParams(body)
  if (new Set(form.keys()).size !== form.size) return null
  return (name) => form.get(name) ?? ''
}

function md5(...values: string[]): string {
  return createHash('md5').update(values.join('|')).digest('hex')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** 1234 → '12.34', for every currency: Payssion wants two decimals, yen included. */
function toDecimal(hundredths: number): string {
  if (!Number.isSafeInteger(hundredths) || hundredths <= 0) throw new ProviderRefused('payssion', '407', REASONS[407])
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** '12.34' → 1234, exactly; null for what is not a plain decimal with at most two significant decimals. */
function fromDecimal(decimal: string): number | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(decimal)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Two letters for what both sides surely know, else English: a language that Payssion lacks is a refusal (408). */
function payssionLanguage(locale: string): string {
  const language = locale.slice(0, 2).toLowerCase()
  return ['de', 'es', 'fr', 'it', 'pt', 'ru'].includes(language) ? language : 'en'
}
