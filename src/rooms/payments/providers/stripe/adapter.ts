// Stripe: a hosted Checkout Session, signed events, and the session re-read as the only truth.

import type Stripe from 'stripe'
import { z } from 'zod'
import { loadOnce } from '#platform/load-once.ts'
import { withDisputes } from '../one-moment.ts'
import {
  InvalidSignature,
  type PaymentAttempt,
  type PaymentProvider,
  type PaymentState,
  ProviderRefused,
  ProviderUnreachable,
  type SettledState,
} from '../provider.ts'
import { fromWire, toWire } from './amounts.ts'
import { connect, STRIPE, type StripeConfig, translateError } from './connection.ts'
import { listPage } from './listing.ts'
import { readNotice } from './notice.ts'

export type { StripeConfig }

/** Stripe closes sessions between 30 minutes and 24 hours after it made them. */
const SHORTEST_SESSION_MS = 30 * 60_000
const LONGEST_SESSION_MS = 24 * 3_600_000

export function createStripe(config: StripeConfig) {
  const connection = loadOnce(() => connect(config))
  const ask = async <T>(
    call: (stripe: Stripe) => Promise<unknown>,
    schema: z.ZodType<T>,
    { opening = false } = {},
  ): Promise<T> => {
    if (config.secretKey.trim() === '') throw new ProviderRefused(STRIPE, 'unconfigured', undefined, 'method')
    const stripe = await connection.wanted()
    let answer: unknown
    try {
      answer = await call(stripe)
    } catch (error) {
      return translateError(error, opening)
    }
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new ProviderUnreachable(STRIPE, 'unreadable')
    return parsed.data
  }
  const readSession = async (ref: string): Promise<Session> => {
    // Events about money (charges, disputes, reviews) know the PaymentIntent, not the session.
    if (!ref.startsWith('pi_')) return ask((api) => api.checkout.sessions.retrieve(ref, { expand: EXPANSION }), Session)
    const expand = EXPANSION.map((path) => `data.${path}`)
    const list = await ask((api) => api.checkout.sessions.list({ payment_intent: ref, limit: 1, expand }), SessionList)
    if (!list.data[0]) throw new ProviderRefused(STRIPE, 'resource_missing')
    return list.data[0]
  }

  /** A charge stays "disputed" for good; what became of the dispute is asked for itself. */
  const readDisputes = async ({ payment_intent: intent }: Session): Promise<Dispute[]> =>
    intent?.latest_charge?.disputed
      ? (await ask((api) => api.disputes.list({ payment_intent: intent.id, limit: 20 }), DisputeList)).data
      : []

  return {
    id: STRIPE,
    refundsOnce: true,

    // Stripe can't be asked by our reference. An answer that was lost (ProviderUnreachable) comes back from the very
    // same call: same Idempotency-Key, same parameters, so nothing in here may depend on the time of the call.
    async create(attempt) {
      const params = sessionParams(attempt, config.now?.() ?? Date.now(), config.termsOfService)
      const created = await ask(
        (api) => api.checkout.sessions.create(params, { idempotencyKey: attempt.attemptId }),
        CreatedSession,
        { opening: true },
      )
      return { how: 'redirect', providerRef: created.id, redirectUrl: created.url }
    },

    async verifyWebhook(rawBody, headers) {
      const notice = await readNotice(rawBody, headers.get('stripe-signature'), config)
      if (!notice) throw new InvalidSignature(STRIPE)
      return notice
    },

    async query({ providerRef }) {
      if (!providerRef) throw new ProviderRefused(STRIPE, 'resource_missing', 'no session id: create again')
      const { payment, disputes } = await withDisputes(STRIPE, {
        first: () => readSession(providerRef),
        again: ({ id }) => readSession(id),
        disputes: readDisputes,
        money: (session) => stateOf(session, []),
      })
      return stateOf(payment, disputes)
    },

    async refund({ providerRef, amountMinor, currency, reason, idempotencyKey }) {
      const paymentIntent = providerRef.startsWith('pi_')
        ? providerRef
        : (await readSession(providerRef)).payment_intent?.id
      if (!paymentIntent) throw new ProviderRefused(STRIPE, 'charge_not_found')
      const params: Stripe.RefundCreateParams = {
        payment_intent: paymentIntent,
        amount: toWire(amountMinor, currency),
        metadata: { reason: reason.slice(0, 500) },
      }
      const refund = await ask((api) => api.refunds.create(params, { idempotencyKey }), Refund)
      const state =
        refund.status === 'succeeded'
          ? 'done'
          : /^(pending|requires_action)$/.test(refund.status)
            ? 'pending'
            : 'failed'
      return { refundRef: refund.id, state }
    },

    async close({ providerRef }) {
      await ask((api) => api.checkout.sessions.expire(providerRef), z.unknown()).catch((error) => {
        // 400 without a code: no longer open. What became of it is for query to say.
        if (!(error instanceof ProviderRefused && error.code === 'invalid_request_error')) throw error
      })
    },

    list: (of) => listPage(ask, of),
  } satisfies PaymentProvider
}

/** The hosted page for one attempt. `now`: milliseconds. */
function sessionParams(attempt: PaymentAttempt, now: number, terms = false): Stripe.Checkout.SessionCreateParams {
  const currency = attempt.currency
  const shop = new URL(attempt.returnUrl).host
  const metadata = { attempt_id: attempt.attemptId, order_no: attempt.orderNo, shop }
  // The order's time may be nearly over when a session starts, and Stripe wants 30 minutes: these are added.
  // `close` ends the session when the order really expires.
  const expiresAt = attempt.expiresAt.getTime() + SHORTEST_SESSION_MS
  const fits = expiresAt < now + LONGEST_SESSION_MS
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    submit_type: 'pay',
    client_reference_id: attempt.attemptId,
    customer_email: attempt.email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toWire(attempt.amountMinor, currency),
          product_data: { name: attempt.description.slice(0, 250) },
        },
      },
    ],
    metadata,
    ...(terms && { consent_collection: { terms_of_service: 'required' } }),
    // No receipt_email: the receipt is the shop's own mail, in the order's language and with what the law wants.
    payment_intent_data: { metadata, description: attempt.description.slice(0, 250) },
    // The shopper pays the price that was shown, in its currency.
    adaptive_pricing: { enabled: false },
    locale: stripeLocale(attempt.locale),
    success_url: attempt.returnUrl,
    cancel_url: attempt.cancelUrl,
    ...(fits && { expires_at: Math.floor(expiresAt / 1000) }),
  }
}

const EXPANSION = ['payment_intent.latest_charge']
const Charge = z.object({ amount_refunded: z.int(), disputed: z.boolean() })
const PaymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount_received: z.int(),
  latest_charge: Charge.nullable(),
  // The review that is open, if one is.
  review: z.unknown(),
  // How a voucher is paid, and until when (seconds).
  next_action: z.looseObject({ type: z.string() }).nullish(),
})
const Dispute = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  // Until when it can be answered (seconds).
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish().catch(null),
})
type Dispute = z.infer<typeof Dispute>
const DisputeList = z.object({ data: z.array(Dispute) })
const VoucherDetails = z.object({ expires_at: z.int().nullish(), expires_after: z.int().nullish() })
const Session = z.object({
  id: z.string(),
  status: z.string(),
  payment_status: z.string(),
  client_reference_id: z.string().nullable(),
  metadata: z.object({ shop: z.string().optional() }).nullish(),
  currency: z.string().length(3),
  // Null until the shopper has chosen how to pay.
  payment_intent: PaymentIntent.nullable(),
})
type Session = z.infer<typeof Session>
const SessionList = z.object({ data: z.array(Session) })
const CreatedSession = z.object({ id: z.string().startsWith('cs_'), url: z.url({ protocol: /^https?$/ }) })
const Refund = z.object({ id: z.string(), status: z.string() })

function stateOf(session: Session, disputes: Dispute[]): PaymentState {
  const intent = session.payment_intent
  const charge = intent?.latest_charge
  const currency = session.currency.toUpperCase()
  const lost = disputes.filter(isLost).reduce((sum, { amount }) => sum + amount, 0)
  const received = intent?.amount_received ?? 0
  const gone = Math.min(received, (charge?.amount_refunded ?? 0) + lost)
  return {
    state: settledState(session, {
      open: disputes.some(isOpen),
      lost: lost > 0,
      allGone: received > 0 && gone === received,
    }),
    providerRef: session.id,
    attemptId: session.client_reference_id ?? '',
    amountMinor: fromWire(received, currency),
    refundedMinor: fromWire(gone, currency),
    currency,
    rawState: [session.status, session.payment_status, intent?.status].filter(Boolean).join('/'),
    answerUntil: answerEnd(disputes),
    disputesOver: disputes.filter((one) => !isOpen(one)).map(({ id }) => id),
    payableUntil: voucherEnd(intent?.next_action),
    // Only an open session has a page.
    pageClosed: session.status !== 'open',
    inReview: Boolean(intent?.review),
    shop: session.metadata?.shop,
  }
}

/** While an appeal is decided the money stays where it is, with the payer's bank. */
const isLost = ({ status }: Dispute) => status === 'lost' || status.startsWith('appeal_')
/** An inquiry (warning_…) is answered like a dispute, and may become one. So is a status that nobody knows. */
const isOpen = (dispute: Dispute) => !isLost(dispute) && !/^(won|warning_closed|prevented)$/.test(dispute.status)

/** Of those that want an answer the earliest; what the bank already decides can be answered no more. */
function answerEnd(disputes: Dispute[]): Date | undefined {
  const ends = disputes.flatMap(({ status, evidence_details: details }) =>
    status.endsWith('needs_response') && details?.due_by ? [details.due_by] : [],
  )
  return ends.length > 0 ? new Date(Math.min(...ends) * 1000) : undefined
}

function voucherEnd(action: { type: string; [details: string]: unknown } | null | undefined): Date | undefined {
  const details = VoucherDetails.safeParse(action?.[action.type]).data
  const seconds = details?.expires_at ?? details?.expires_after
  return seconds ? new Date(seconds * 1000) : undefined
}

function settledState(
  { status, payment_status, payment_intent }: Session,
  back: { open: boolean; lost: boolean; allGone: boolean },
): SettledState {
  if (back.open) return 'disputed'
  if (back.allGone) return back.lost ? 'lost' : 'refunded'
  if (status === 'expired' && payment_status === 'unpaid') return 'expired'
  if (status === 'open' && payment_status === 'unpaid') return 'pending'
  if (status !== 'complete') return 'unknown'
  if (payment_status === 'paid') return payment_intent?.status === 'succeeded' ? 'completed' : 'unknown'
  if (payment_status !== 'unpaid') return 'unknown'
  // A bank debit: authorised, and the bank works. A voucher (requires_action) is paper until somebody pays it.
  if (payment_intent?.status === 'processing') return 'processing'
  if (payment_intent?.status === 'requires_action') return 'pending'
  if (payment_intent?.status === 'canceled') return 'cancelled'
  return payment_intent?.status === 'requires_payment_method' ? 'failed' : 'unknown'
}

function stripeLocale(locale: string): Stripe.Checkout.SessionCreateParams.Locale {
  if (locale === 'zh_tw' || /^zh-(Hant|TW)/i.test(locale)) return 'zh-TW'
  const language = locale === 'cz' ? 'cs' : locale.slice(0, 2).toLowerCase()
  const known = [
    'zh',
    'en',
    'cs',
    'de',
    'es',
    'fr',
    'hu',
    'it',
    'ja',
    'ko',
    'nl',
    'pl',
    'pt',
    'ro',
    'ru',
    'tr',
  ] as const
  return known.find((code) => code === language) ?? 'auto'
}
