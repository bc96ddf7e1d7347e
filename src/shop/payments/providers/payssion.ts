// Payssion: a redirect to its page, a signed form notification, and "details" as the only truth.
// The signatures are MD5 over the values joined by '|', the protocol's own choice. What is known only from other
// people's integrations (the shape of details, the languages) stands in one place each.
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { idOfBytes, plainName } from '../rules.ts'
import { send, TIMEOUT_MS } from './outgoing.ts'
import {
  type Claim,
  type Instruction,
  InvalidSignature,
  type PaymentProvider,
  type PaymentState,
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
  /** How many days a payer of this method has from its creation on (vouchers, bank transfers). Payssion does not tell. */
  payableDays?: number
  timeoutMs?: number
}

export function createPayssion(config: PayssionConfig): PaymentProvider {
  const { apiKey, secretKey, pmId } = config
  const call = caller(config)
  const payableUntil = (created: number | null) =>
    config.payableDays && created ? new Date((created + config.payableDays * 86_400) * 1000) : undefined

  return {
    id: 'payssion',
    refundsOnce: false,

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
      const { transaction, redirect_url, bankaccount } = read(Created, answer)
      if (transaction.order_id !== attempt.attemptId) throw new ProviderUnreachable('payssion', 'unreadable')
      const providerRef = transaction.transaction_id
      if (redirect_url) return { providerRef, redirectUrl: redirect_url }
      // `instruct`: no page of theirs, but an account to pay to. Ours shows it.
      if (!bankaccount) throw new ProviderUnreachable('payssion', 'unreadable')
      return { providerRef, redirectUrl: attempt.returnUrl, instructions: instructionsFrom(bankaccount, transaction) }
    },

    verifyWebhook(rawBody) {
      if (apiKey.trim() === '' || secretKey.trim() === '') throw new InvalidSignature('payssion')
      const notice = readNotice(rawBody, apiKey, secretKey)
      if (!notice) throw new InvalidSignature('payssion')
      return notice
    },

    async query({ providerRef, attemptId, currency }) {
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
        state: ours ? stateOf(transaction) : 'unknown',
        refund: REFUNDS[transaction.state],
        providerRef: transaction.transaction_id,
        attemptId: transaction.order_id,
        ...moneyIn(transaction, currency),
        rawState: transaction.state,
        payableUntil: payableUntil(transaction.created),
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

/** Whatever is not listed is 'unknown': held for a person. So is paid_partial (more may come), and blocked (a risk decision that may be undone). */
const STATES: Record<string, SettledState> = {
  pending: 'pending',
  awaiting_confirm: 'processing',
  completed: 'completed',
  // What is too much is delivered and owed back.
  paid_more: 'completed',
  failed: 'failed',
  error: 'failed',
  rejected_by_bank: 'failed',
  cancelled: 'cancelled',
  cancelled_by_user: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  // The money is still here.
  refund_pending: 'completed',
  refund_failed: 'completed',
  chargeback: 'disputed',
  disputed: 'disputed',
}

const REFUNDS: Record<string, PaymentState['refund']> = { refund_pending: 'pending', refund_failed: 'failed' }

/** A refund of a part leaves the rest paid. */
function stateOf({ state, paid, refund }: { state: string; paid: number; refund: number }): SettledState {
  return state === 'refunded' && refund > 0 && refund < paid ? 'completed' : (STATES[state] ?? 'unknown')
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
const currency = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/))
const state = text.transform((word) => word.trim().toLowerCase())
const webAddress = z.url({ protocol: /^https?$/ })
const Result = z.object({ result_code: z.coerce.number().int() })
const Created = z.object({
  transaction: z.object({
    transaction_id: id,
    order_id: text,
    currency_local: text.nullish(),
    amount_local: text.nullish(),
  }),
  redirect_url: webAddress.nullish().catch(null),
  bankaccount: z.record(z.string().max(100), z.unknown()).nullish().catch(null),
})
// Some integrations find the fields of details inside `transaction`, as create has them, and some beside result_code.
const Details = z.preprocess(
  (answer) => (z.object({ transaction: z.unknown() }).safeParse(answer).success ? answer : { transaction: answer }),
  z.object({
    transaction: z.object({
      transaction_id: id,
      order_id: text,
      state,
      currency,
      amount: money,
      paid: money,
      refund: money,
      currency_local: currency.nullish().catch(null),
      amount_local: money.catch(0),
      // Unix seconds.
      created: z.coerce
        .number()
        .int()
        .min(0)
        .max(4_102_444_800)
        .nullish()
        .catch(null)
        .transform((at) => at ?? null),
    }),
  }),
)
const Refunded = z.object({ refund: z.object({ transaction_id: id, state }) })

/**
 * Payssion may settle in a currency of its own and name the order's as the local one. What was asked for in that counts
 * as paid only as far as the settled amount is.
 */
function moneyIn(transaction: z.infer<typeof Details>['transaction'], wanted: string | undefined) {
  const { currency, currency_local: local, amount, amount_local: asked, paid, refund } = transaction
  const isLocal = wanted !== undefined && currency !== wanted && local === wanted && amount > 0 && asked > 0
  if (!isLocal) return { amountMinor: paid, refundedMinor: refund, currency }
  const part = (of: number) => Number((BigInt(asked) * BigInt(of)) / BigInt(amount))
  // What went back is rounded up, what came down: neither is believed to be better than it is.
  const refunded = Number((BigInt(asked) * BigInt(refund) + BigInt(amount) - 1n) / BigInt(amount))
  return { amountMinor: part(paid), refundedMinor: refunded, currency: wanted }
}

const MOST_INSTRUCTIONS = 20

/** The sum in the payer's currency first; `show_order` names the labels in their order, what it does not name follows. */
function instructionsFrom(
  account: Record<string, unknown>,
  { currency_local: local, amount_local: amount }: z.infer<typeof Created>['transaction'],
): Instruction[] {
  const { show_order: order, ...fields } = account
  const sum = local && amount ? [{ label: local, value: amount }] : []
  const named = typeof order === 'string' ? order.split('|').filter((label) => Object.hasOwn(fields, label)) : []
  const lines = [...new Set([...named, ...Object.keys(fields)])].slice(0, MOST_INSTRUCTIONS).flatMap((label) => {
    const value = text.safeParse(fields[label]).data?.trim()
    return value ? [{ label, value }] : []
  })
  return [...sum, ...lines]
}

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
    // Some of their servers begin with a byte order mark.
    return JSON.parse(body.replace(/^\uFEFF/, ''))
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
  const kind = plainName(state.toLowerCase())
  return {
    eventId: transactionId && kind ? `${transactionId}:${kind}` : idOfBytes(rawBody),
    providerRef: transactionId,
    attemptId: plainName(attemptId),
    kind: kind ?? 'unreadable',
    claim: claimOf(state.toLowerCase()),
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
  const body = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
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

/** '12.34' and '1,234.00' → exactly that; null for what has more than two significant decimals, or other separators. */
function fromDecimal(decimal: string): number | null {
  const plain = /^\d{1,3}(,\d{3})+\.\d/.test(decimal) ? decimal.replaceAll(',', '') : decimal
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(plain)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Two letters for what both sides surely know, else English: a language that Payssion lacks is a refusal (408). */
function payssionLanguage(locale: string): string {
  const language = locale.slice(0, 2).toLowerCase()
  return ['de', 'es', 'fr', 'it', 'pt', 'ru'].includes(language) ? language : 'en'
}
