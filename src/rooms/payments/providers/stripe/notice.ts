// Stripe's signed events, read: which payment they are about, and what they say of its money. An event that is rightly
// signed is a notice, whatever is in it: Stripe sends what is refused again for days and then gives the address up.
import { plainName } from '../../rules.ts'
import { idOfBytes } from '../id-of-bytes.ts'
import type { Claim, WebhookNotice } from '../provider.ts'
import { loadSdk, type StripeConfig } from './connection.ts'

/** Stripe's own default; older signatures may be replays. */
const SIGNATURE_TOLERANCE_S = 300
/** So the SDK takes 0. */
const ANY_AGE = 0

type Fields = Record<string, unknown>

/** Null: nobody can vouch for it. */
export async function readNotice(
  rawBody: Uint8Array,
  signature: string | null,
  config: StripeConfig,
): Promise<WebhookNotice | null> {
  if (config.webhookSecret.trim() === '' || !signature) return null
  const body = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
  const { webhooks } = await loadSdk()
  const isSigned = (tolerance: number, now: number) => {
    try {
      return webhooks.signature!.verifyHeader(body, signature, config.webhookSecret, tolerance, undefined, now)
    } catch {
      return false
    }
  }
  const now = config.now?.() ?? Date.now()
  if (!isSigned(SIGNATURE_TOLERANCE_S, now)) {
    // Where all but its age is right, this instance's clock may be ahead. Whoever made it up has nobody asked.
    if (!config.sharedNow || !isSigned(ANY_AGE, now)) return null
    if (!isSigned(SIGNATURE_TOLERANCE_S, await config.sharedNow())) return null
  }
  const event = fields(readJson(body.toString('utf8')))
  const object = fields(fields(event.data).object)
  const metadata = fields(object.metadata)
  const kind = plainName(event.type) ?? 'unreadable'
  const ofSession = kind.startsWith('checkout.session.')
  const intent = plainName(kind.startsWith('payment_intent.') ? object.id : object.payment_intent)
  const reference = (ofSession && plainName(object.client_reference_id)) || plainName(metadata.attempt_id)
  return {
    eventId: plainName(event.id) ?? idOfBytes(rawBody),
    providerRef: ofSession ? plainName(object.id) : intent?.startsWith('pi_') ? intent : null,
    // Stripe copies a PaymentIntent's metadata to its charges; disputes and reviews have only the PaymentIntent.
    attemptId: reference,
    kind,
    claim: claimOf(kind, object),
    shop: plainName(metadata.shop),
  }
}

function claimOf(kind: string, object: Fields): Claim {
  if (kind.startsWith('charge.dispute.'))
    return /^(won|prevented|warning_closed)$/.test(String(object.status))
      ? { says: 'disputeOver' }
      : { says: 'disputed', dispute: plainName(object.id) }
  switch (kind) {
    case 'checkout.session.completed':
      return { says: object.payment_status === 'paid' ? 'paid' : 'open' }
    case 'checkout.session.async_payment_succeeded':
    case 'payment_intent.succeeded':
      return { says: 'paid' }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { says: 'notPaid' }
    // How much, in the words of the answer, is for `query` to say.
    case 'charge.refunded':
      return { says: 'refunded', refundedMinor: null }
    case 'radar.early_fraud_warning.created':
      return { says: 'warning' }
    default:
      return { says: 'nothing' }
  }
}

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
