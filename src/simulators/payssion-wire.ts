// Payssion on the wire: what a payment and a notification look like, and the signatures over them.
import { createHash } from 'node:crypto'
import type { Answer, Incoming } from './listener.ts'
import type { Webhook } from './webhook-delivery.ts'

/** As Payssion names its states; any other word is sent as it is, to see what the shop makes of it. */
export type PayssionState = string

export interface PayssionPayment {
  transactionId: string
  orderId: string
  pmId: string
  amountMinor: number
  paidMinor: number
  refundedMinor: number
  currency: string
  description: string
  state: PayssionState
  returnUrl: string
  notifyUrl: string
  /** Unix seconds. */
  created: number
  updated: number
}

export interface NoticeOverrides {
  /** Replaces fields before signing. */
  fields?: Record<string, string>
  /** Replaces fields after signing: a forgery. */
  forged?: Record<string, string>
  signature?: 'current' | 'legacy' | 'none'
  secretKey?: string
  format?: 'form' | 'json'
}

/** A notification of the payment's present state. notify_sig covers neither transaction_id nor paid. */
export function noticeOf(
  payment: PayssionPayment,
  { apiKey, secretKey, merchant }: { apiKey: string; secretKey: string; merchant: string },
  overrides: NoticeOverrides = {},
): Webhook {
  const { signature = 'current', format = 'form' } = overrides
  const f: Record<string, string> = {
    pm_id: payment.pmId,
    transaction_id: payment.transactionId,
    ...(signature === 'legacy' ? { track_id: payment.orderId, sub_track_id: '' } : { order_id: payment.orderId }),
    amount: decimal(payment.amountMinor),
    paid: decimal(payment.paidMinor),
    net: decimal(payment.paidMinor),
    currency: payment.currency,
    amount_local: decimal(payment.amountMinor),
    currency_local: payment.currency,
    app_name: merchant,
    description: payment.description,
    state: payment.state,
    ...overrides.fields,
  }
  const order = signature === 'legacy' ? [f.track_id!, f.sub_track_id!] : [f.order_id!]
  const covered = [apiKey, f.pm_id!, f.amount!, f.currency!, ...order, f.state!, overrides.secretKey ?? secretKey]
  if (signature !== 'none') f.notify_sig = md5(...covered)
  Object.assign(f, overrides.forged)
  return format === 'json'
    ? { url: payment.notifyUrl, body: JSON.stringify(f), headers: { 'content-type': 'application/json' } }
    : {
        url: payment.notifyUrl,
        body: new URLSearchParams(f).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
}

export const PAID_STATES = new Set(['completed', 'paid_partial', 'paid_more'])
export const CURRENCIES = new Set(
  'USD EUR GBP CNY JPY KRW HKD TWD BRL CAD AUD CHF SEK INR MXN SGD PLN RUB TRY THB MYR PHP IDR CZK HUF RON'.split(' '),
)

export type Field = (name: string) => string

export function readFields({ headers, body }: Incoming): Field | null {
  if (!headers['content-type']?.includes('json')) {
    const form = new URLSearchParams(body)
    return (name) => form.get(name) ?? ''
  }
  try {
    const json = new Map<string, unknown>(Object.entries(JSON.parse(body)))
    return (name) => String(json.get(name) ?? '')
  } catch {
    return null
  }
}

// Payssion answers HTTP 200 and puts what it thinks in result_code.
export function result(result_code: number, content: object = {}, status = 200): Answer {
  return { status, body: JSON.stringify({ result_code, ...content }) }
}

export function md5(...values: string[]): string {
  return createHash('md5').update(values.join('|')).digest('hex')
}

export function decimal(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** Null for what is no amount. */
export function hundredths(decimal: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(decimal)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** The one return_url, for paid and unpaid alike, with what Payssion adds to it. */
export function returnAddress({ returnUrl, transactionId, orderId }: PayssionPayment): string {
  const url = new URL(returnUrl)
  url.searchParams.set('transaction_id', transactionId)
  url.searchParams.set('order_id', orderId)
  return url.href
}
