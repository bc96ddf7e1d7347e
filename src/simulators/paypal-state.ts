// What the simulator knows of an order, and how PayPal shows it.
import { type Amount, type Fields, type Link, money, timestamp } from './paypal-wire.ts'

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'FAILED'

export interface PayPalItem {
  name: string
  quantity: string
  unitAmount: Amount
  category?: string
}

export interface PayPalCapture {
  id: string
  status: CaptureStatus
  reason?: string
  amount: Amount
  /** What the account's list says of it, where that is something else. */
  listedAs?: Amount
  /** A second line that the list has of it. */
  listedTwice?: { amount: Amount; createdAt: number }
  createdAt: number
}

export interface PayPalRefund {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  amount: Amount
  note?: string
  createdAt: number
}

export interface PayPalDispute {
  id: string
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION'
  reason: string
  amount: Amount
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'ACCEPTED' | 'CANCELED_BY_BUYER'
  /** What PayPal took back itself, by no refund; hundredths. */
  reversed?: number
  createdAt: number
  updatedAt: number
}

/** How the next capture goes. */
export interface CapturePlan {
  status: 'COMPLETED' | 'DECLINED' | 'PENDING'
  reason?: string
  /** Another sum than was approved. */
  minor?: number
}

export interface PayPalOrder {
  id: string
  status: OrderStatus
  createdAt: number
  amount: Amount
  items: PayPalItem[]
  customId?: string
  invoiceId?: string
  softDescriptor?: string
  description: string
  returnUrl: string
  cancelUrl: string
  /** Null until somebody has approved it. */
  payerId: string | null
  plan: CapturePlan
  capture: PayPalCapture | null
  refunds: PayPalRefund[]
  disputes: PayPalDispute[]
}

export interface Shown {
  /** Of the API. */
  url: string
  pageUrl(order: PayPalOrder): string
  merchantId: string
}

const link = (href: string, rel: string, method = 'GET'): Link => ({ href, rel, method })

export function orderLinks(order: PayPalOrder, { url, pageUrl }: Shown): Link[] {
  const self = `${url}/v2/checkout/orders/${order.id}`
  const open = order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED'
  return [
    link(self, 'self'),
    ...(open ? [link(pageUrl(order), 'payer-action')] : []),
    ...(order.status === 'APPROVED' ? [link(`${self}/capture`, 'capture', 'POST')] : []),
  ]
}

export function orderBrief(order: PayPalOrder, shown: Shown) {
  return { id: order.id, status: order.status, links: orderLinks(order, shown) }
}

export function orderBody(order: PayPalOrder, shown: Shown) {
  const { payerId, capture } = order
  const payer = payerId && {
    payer_id: payerId,
    email_address: 'buyer@example.com',
    name: { given_name: 'Test', surname: 'Buyer' },
    address: { country_code: 'US' },
  }
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    create_time: timestamp(order.createdAt),
    ...(payer && {
      payer,
      payment_source: {
        paypal: {
          account_id: payerId,
          account_status: 'VERIFIED',
          email_address: 'buyer@example.com',
          name: payer.name,
          address: { country_code: 'US' },
        },
      },
    }),
    purchase_units: [
      {
        reference_id: 'default',
        amount: { ...money(order.amount), breakdown: { item_total: money(order.amount) } },
        payee: { email_address: 'merchant@example.com', merchant_id: shown.merchantId },
        description: order.description,
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        soft_descriptor: order.softDescriptor,
        items: order.items.map((item) => ({
          name: item.name,
          quantity: item.quantity,
          unit_amount: money(item.unitAmount),
          category: item.category,
        })),
        ...(capture && {
          payments: {
            captures: [captureInOrder(order, capture, shown)],
            ...(order.refunds.length > 0 && {
              refunds: order.refunds.map((refund) => refundBody(order, refund, shown)),
            }),
          },
        }),
      },
    ],
    links: orderLinks(order, shown),
  }
}

/** Read by itself it says whose it is, and of which order. */
export function captureBody(order: PayPalOrder, capture: PayPalCapture, shown: Shown) {
  return {
    ...captureInOrder(order, capture, shown),
    payee: { email_address: 'merchant@example.com', merchant_id: shown.merchantId },
    supplementary_data: { related_ids: { order_id: order.id } },
  }
}

function captureInOrder(order: PayPalOrder, capture: PayPalCapture, { url }: Shown) {
  const fee = { currency: capture.amount.currency, minor: Math.round((capture.amount.minor * 0.0349) / 100) * 100 }
  const self = `${url}/v2/payments/captures/${capture.id}`
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason && { status_details: { reason: capture.reason } }),
    amount: money(capture.amount),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(capture.status !== 'DECLINED' && {
      seller_receivable_breakdown: {
        gross_amount: money(capture.amount),
        paypal_fee: money(fee),
        net_amount: money({ ...fee, minor: capture.amount.minor - fee.minor }),
      },
    }),
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    create_time: timestamp(capture.createdAt),
    update_time: timestamp(capture.createdAt),
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${url}/v2/checkout/orders/${order.id}`, 'up'),
    ],
  }
}

export const refunded = ({ refunds }: PayPalOrder) =>
  refunds.filter(({ status }) => status === 'COMPLETED').reduce((sum, { amount }) => sum + amount.minor, 0)

/** Refunds, and what disputes took by none. */
export const gone = (order: PayPalOrder) =>
  order.disputes.reduce((sum, { reversed = 0 }) => sum + reversed, refunded(order))

export function statusAfter(order: PayPalOrder, { amount }: PayPalCapture): CaptureStatus {
  return gone(order) >= amount.minor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

export function refundBody(order: PayPalOrder, refund: PayPalRefund, { url }: Shown) {
  const { currency } = refund.amount
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    amount: money(refund.amount),
    note_to_payer: refund.note,
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    seller_payable_breakdown: {
      gross_amount: money(refund.amount),
      paypal_fee: money({ currency, minor: 0 }),
      net_amount: money(refund.amount),
      total_refunded_amount: money({ currency, minor: refunded(order) }),
    },
    create_time: timestamp(refund.createdAt),
    update_time: timestamp(refund.createdAt),
    links: [
      link(`${url}/v2/payments/refunds/${refund.id}`, 'self'),
      link(`${url}/v2/payments/captures/${order.capture!.id}`, 'up'),
    ],
  }
}

export function disputeBrief(dispute: PayPalDispute, { url }: Shown) {
  const states = {
    OPEN: 'OPEN_INQUIRIES',
    WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
    UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
    RESOLVED: 'RESOLVED',
  }
  return {
    dispute_id: dispute.id,
    create_time: timestamp(dispute.createdAt),
    update_time: timestamp(dispute.updatedAt),
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: states[dispute.status],
    dispute_amount: money(dispute.amount),
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: 'INTERNAL',
    links: [link(`${url}/v1/customer/disputes/${dispute.id}`, 'self')],
  }
}

export function disputeBody(order: PayPalOrder, dispute: PayPalDispute, shown: Shown): Fields {
  const took = dispute.outcome === 'RESOLVED_BUYER_FAVOUR' || dispute.outcome === 'ACCEPTED'
  const { dispute_state: _, ...brief } = disputeBrief(dispute, shown)
  return {
    ...brief,
    disputed_transactions: [
      {
        seller_transaction_id: order.capture!.id,
        create_time: timestamp(order.capture!.createdAt),
        transaction_status: 'COMPLETED',
        gross_amount: money(order.capture!.amount),
        invoice_number: order.invoiceId,
        custom: order.customId,
        seller: { merchant_id: shown.merchantId },
      },
    ],
    ...(dispute.status !== 'RESOLVED' &&
      dispute.status !== 'UNDER_REVIEW' && {
        seller_response_due_date: timestamp(dispute.updatedAt + 10 * 86_400_000),
      }),
    ...(dispute.outcome && {
      dispute_outcome: { outcome_code: dispute.outcome, ...(took && { amount_refunded: money(dispute.amount) }) },
    }),
  }
}
