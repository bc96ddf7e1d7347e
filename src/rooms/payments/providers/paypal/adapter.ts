// PayPal Orders v2: an order that its payer approves at PayPal, a capture that takes the money, and the order read again as
// the only truth. PayPal's hosted form with IPN is deprecated and not spoken here.
import {
  InvalidSignature,
  type PaymentAttempt,
  type PaymentForm,
  type PaymentProvider,
  type PaymentState,
  ProviderRefused,
  ProviderUnreachable,
} from '../provider.ts'
import { toWire } from './amounts.ts'
import { CreatedOrder, customId, MadeRefund, Order, stateOf } from './answers.ts'
import { createCertificates } from './certificates.ts'
import { PAYPAL, type PayPalConfig, PayPalRefused } from './connection.ts'
import { listPage } from './listing.ts'
import { readNotice } from './notice.ts'
import { createReading } from './reading.ts'

export type { PayPalConfig }

// Refusals of a capture that say nothing against it: it is being made or was made elsewhere, or its payer is to go back to
// PayPal. Every other one is the payer's, his bank's, the seller's filters' or PayPal's no, whatever its name.
const LATER = new Set([
  'ORDER_ALREADY_CAPTURED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
  'PREVIOUS_REQUEST_IN_PROGRESS',
])

interface Known {
  /** Whether this is the id of an attempt to pay by PayPal. */
  isOurs(attemptId: string): Promise<boolean>
}

export function createPayPal(config: PayPalConfig, { isOurs }: Known = { isOurs: async () => false }) {
  const { ask, order: readOrder, withDisputes } = createReading(config)
  const certificates = createCertificates(config, isOurs)

  async function query({ providerRef }: { providerRef: string | null }): Promise<PaymentState> {
    if (!providerRef) throw new ProviderRefused(PAYPAL, 'RESOURCE_NOT_FOUND', 'no order id: create again')
    const { payment, disputes } = await withDisputes(providerRef)
    return stateOf(payment, config.merchantId, disputes)
  }

  return {
    id: PAYPAL,
    // A PayPal-Request-Id of a refund is remembered for 45 days.
    refundsOnce: true,

    // PayPal can't be asked by our reference. An answer that was lost (ProviderUnreachable) comes back from the very same
    // call: nothing in here may depend on the time of the call.
    async create(attempt) {
      const created = await ask(
        { method: 'POST', path: '/v2/checkout/orders', body: orderOf(attempt), requestId: attempt.attemptId },
        CreatedOrder,
      )
      const page = created.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
      return { how: 'form', providerRef: created.id, form: approvalForm(page, config.pageOrigins) }
    },

    async verifyWebhook(rawBody, headers) {
      const notice = await readNotice(rawBody, headers, config, certificates)
      if (!notice) throw new InvalidSignature(PAYPAL)
      return notice
    },

    query,

    async capture({ providerRef, attemptId }) {
      const path = `/v2/checkout/orders/${encodeURIComponent(providerRef)}/capture`
      try {
        // One capture for an attempt, however often and from wherever it is asked for.
        const order = await ask({ method: 'POST', path, body: {}, requestId: `capture-${attemptId}` }, Order)
        if (order.id !== providerRef) throw new ProviderUnreachable(PAYPAL, 'unreadable')
        return stateOf(order, config.merchantId)
      } catch (error) {
        // What names the account would meet the next payer as well.
        const isOfThisOrder = error instanceof PayPalRefused && error.status === 422 && error.about !== 'method'
        if (!isOfThisOrder && !(error instanceof ProviderRefused && error.about === 'payment')) throw error
        const state = await query({ providerRef })
        // Approved still, as far as PayPal says, and refused: nothing is captured unless the payer approves anew.
        return state.mayCapture && isOfThisOrder && !LATER.has(error.code)
          ? { ...state, state: 'failed', rawState: error.code, mayCapture: undefined }
          : state
      }
    },

    async refund({ providerRef, amountMinor, currency, reason, idempotencyKey }) {
      const order = await readOrder(providerRef)
      const capture = order.purchase_units[0]!.payments?.captures?.at(-1)
      if (!capture) throw new ProviderRefused(PAYPAL, 'INVALID_RESOURCE_ID')
      const refund = await ask(
        {
          method: 'POST',
          path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
          body: { amount: toWire(amountMinor, currency), note_to_payer: reason.slice(0, 255) },
          requestId: idempotencyKey,
        },
        MadeRefund,
      )
      const state = refund.status === 'COMPLETED' ? 'done' : refund.status === 'PENDING' ? 'pending' : 'failed'
      return { refundRef: refund.id, state }
    },

    list: (of) => listPage(ask, of),
  } satisfies PaymentProvider
}

function orderOf(attempt: PaymentAttempt): object {
  const amount = toWire(attempt.amountMinor, attempt.currency)
  const description = attempt.description.slice(0, 127)
  const locale = LOCALES[attempt.locale]
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: customId(attempt.attemptId, new URL(attempt.returnUrl).host),
        // PayPal takes an invoice's number once: an attempt has its own.
        invoice_id: `${attempt.orderNo}-${attempt.attemptId}`,
        description,
        amount: { ...amount, breakdown: { item_total: amount } },
        items: [{ name: description, quantity: '1', unit_amount: amount, category: 'DIGITAL_GOODS' }],
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: attempt.returnUrl,
          cancel_url: attempt.cancelUrl,
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          ...(locale && { locale }),
        },
      },
    },
  }
}

/** PayPal's approve page, taken apart: the form of our own payment page leads there, and nowhere else. */
function approvalForm(page: string | undefined, origins: readonly string[]): PaymentForm {
  const url = page && URL.canParse(page) ? new URL(page) : undefined
  if (!url || !origins.includes(url.origin)) throw new ProviderUnreachable(PAYPAL, 'unreadable')
  return { action: `${url.origin}${url.pathname}`, method: 'get', fields: Object.fromEntries(url.searchParams) }
}

/** By the shop's language codes; PayPal's have five characters. */
const LOCALES: Record<string, string> = {
  'en-US': 'en-US',
  'zh-CN': 'zh-CN',
  ar: 'ar-EG',
  cz: 'cs-CZ',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  hu: 'hu-HU',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-PT',
  ro: 'ro-RO',
  ru: 'ru-RU',
  tr: 'tr-TR',
  zh_tw: 'zh-TW',
}
