// A payment at Payssion: what the API shows of it, and the signed notification of its present state.
import { decimal, md5 } from './payssion-wire.ts'
import type { Webhook } from './webhook-delivery.ts'

/** As Payssion names its states; any other word is sent as it is, to see what the shop makes of it. */
export type PayssionState = string

export interface PayssionPayment {
  transactionId: string
  orderId: string
  /** Set where the shop still speaks of track_id and sub_track_id: its notifications do so too, and sign so. */
  subTrackId: string | null
  pmId: string
  amountMinor: number
  paidMinor: number
  refundedMinor: number
  feesMinor: number
  currency: string
  /** What the payer sees; settled in `currency` all the same. */
  local: { currency: string; amountMinor: number }
  settle: { currency: string; rate: number } | null
  description: string
  state: PayssionState
  /** Both are optional; without a notify_url Payssion tells the address of the app, if it has one. */
  returnUrl: string | null
  notifyUrl: string | null
  /** Unix seconds. */
  created: number
  updated: number
}

export interface Merchant {
  apiKey: string
  secretKey: string
  merchant: string
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

/** What details answers, and most of it a notification too. */
export function transactionOf(payment: PayssionPayment, merchant: string) {
  const { settle } = payment
  const money = (hundredths: number) => decimal(settle ? Math.round(hundredths * settle.rate) : hundredths)
  const local = settle ? { currency: payment.currency, amountMinor: payment.amountMinor } : payment.local
  const net = Math.max(0, payment.paidMinor - payment.feesMinor)
  return {
    transaction_id: payment.transactionId,
    app_name: merchant,
    pm_id: payment.pmId,
    amount: money(payment.amountMinor),
    currency: settle?.currency ?? payment.currency,
    order_id: payment.orderId,
    ...(payment.subTrackId !== null && { track_id: payment.orderId, sub_track_id: payment.subTrackId }),
    amount_local: decimal(local.amountMinor),
    currency_local: local.currency,
    paid: money(payment.paidMinor),
    net: money(payment.paidMinor === 0 ? 0 : net),
    state: payment.state,
    fees: money(payment.paidMinor === 0 ? 0 : payment.feesMinor),
    fees_add: '0.00',
    refund: money(payment.refundedMinor),
    refund_fees: '0.00',
    created: payment.created,
    updated: payment.updated,
  }
}

/** A notification of the payment's present state. notify_sig covers neither transaction_id nor paid. */
export function noticeOf(
  payment: PayssionPayment,
  { apiKey, secretKey, merchant }: Merchant,
  overrides: NoticeOverrides = {},
): Webhook {
  const { signature = payment.subTrackId === null ? 'current' : 'legacy', format = 'form' } = overrides
  const shown = transactionOf(payment, merchant)
  const f: Record<string, string> = {
    pm_id: shown.pm_id,
    transaction_id: shown.transaction_id,
    ...(signature === 'legacy'
      ? { track_id: payment.orderId, sub_track_id: payment.subTrackId ?? '' }
      : { order_id: payment.orderId }),
    amount: shown.amount,
    paid: shown.paid,
    net: shown.net,
    currency: shown.currency,
    amount_local: shown.amount_local,
    currency_local: shown.currency_local,
    app_name: shown.app_name,
    description: payment.description,
    state: shown.state,
    ...overrides.fields,
  }
  const order = signature === 'legacy' ? [f.track_id!, f.sub_track_id!] : [f.order_id!]
  const covered = [apiKey, f.pm_id!, f.amount!, f.currency!, ...order, f.state!, overrides.secretKey ?? secretKey]
  if (signature !== 'none') f.notify_sig = md5(...covered)
  Object.assign(f, overrides.forged)
  const url = payment.notifyUrl ?? ''
  return format === 'json'
    ? { url, body: JSON.stringify(f), headers: { 'content-type': 'application/json' } }
    : {
        url,
        body: new URLSearchParams(f).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
}

/** The one return_url, for paid and unpaid alike, with what Payssion adds to it. */
export function returnAddress({ returnUrl, transactionId, orderId }: PayssionPayment): string | null {
  if (!returnUrl) return null
  const url = new URL(returnUrl)
  url.searchParams.set('transaction_id', transactionId)
  url.searchParams.set('order_id', orderId)
  return url.href
}
