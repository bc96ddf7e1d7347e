// PayPal's signed notices: who vouches for one, which payment it is about, and what it says of its money. One that is
// rightly signed is a notice, whatever is in it: PayPal sends what is refused 25 times in three days.
import { type KeyObject, verify } from 'node:crypto'
import { plainName } from '../../rules.ts'
import { idOfBytes } from '../id-of-bytes.ts'
import type { Claim, WebhookNotice } from '../provider.ts'
import { Money } from './amounts.ts'
import { readCustomId } from './answers.ts'
import type { Certificates } from './certificates.ts'
import type { PayPalConfig } from './connection.ts'

/**
 * PayPal tries again for three days, and may sign each try with the time of the first one: older than that, and newer than
 * clocks differ, is a replay. What is repeated within that is known by its id, and takes effect once (decision C4).
 */
const OLDEST_MS = 4 * 24 * 3_600_000
const NEWEST_MS = 3_600_000

/** Before the id of a capture, where nothing names the order that it belongs to. */
export const CAPTURE_REF = 'capture:'

type Fields = Record<string, unknown>

/** Null: nobody can vouch for it. Throws ProviderUnreachable: the certificate could not be fetched. */
export async function readNotice(
  rawBody: Uint8Array,
  headers: Headers,
  config: Pick<PayPalConfig, 'webhookId' | 'now'>,
  certificates: Certificates,
): Promise<WebhookNotice | null> {
  const header = (name: string) => headers.get(`paypal-${name}`) ?? ''
  const [id, time, signature] = [header('transmission-id'), header('transmission-time'), header('transmission-sig')]
  const age = (config.now?.() ?? Date.now()) - Date.parse(time)
  if (config.webhookId.trim() === '' || !plainName(id) || !(age <= OLDEST_MS && age >= -NEWEST_MS)) return null
  if (!/^SHA256withRSA$/i.test(header('auth-algo')) || !/^[A-Za-z0-9+/]{100,1000}={0,2}$/.test(signature)) return null
  const signed = Buffer.from(`${id}|${time}|${config.webhookId}|${crc32(rawBody)}`)
  const isSignedWith = (key: KeyObject) =>
    key.asymmetricKeyType === 'rsa' && verify('sha256', signed, key, Buffer.from(signature, 'base64'))

  const event = fields(readJson(Buffer.from(rawBody).toString('utf8')))
  const resource = fields(event.resource)
  const kind = plainName(event.event_type) ?? 'unreadable'
  const { attemptId, shop } = readCustomId(customIdOf(kind, resource))
  if (!(await certificates.vouch(header('cert-url'), plainName(attemptId), isSignedWith))) return null
  return {
    eventId: plainName(event.id) ?? idOfBytes(rawBody),
    providerRef: referenceOf(kind, resource),
    attemptId: plainName(attemptId),
    kind,
    claim: claimOf(kind, resource),
    shop,
  }
}

function customIdOf(kind: string, resource: Fields): string | null {
  if (kind.startsWith('CUSTOMER.DISPUTE.')) return plainName(disputed(resource).custom)
  // Of an order its purchase unit's; captures and refunds repeat it themselves.
  return plainName(resource.custom_id) ?? plainName(first(resource.purchase_units).custom_id)
}

function referenceOf(kind: string, resource: Fields): string | null {
  if (kind.startsWith('CHECKOUT.ORDER.')) return plainName(resource.id)
  const order =
    plainName(fields(fields(resource.supplementary_data).related_ids).order_id) ?? plainName(resource.order_id)
  if (order) return order
  const capture = kind.startsWith('CUSTOMER.DISPUTE.')
    ? plainName(disputed(resource).seller_transaction_id)
    : (captureAbove(resource.links) ??
      (/^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/.test(kind) ? plainName(resource.id) : null))
  return capture && CAPTURE_REF + capture
}

/** A refund links `up` to its capture. */
function captureAbove(links: unknown): string | null {
  const up = Array.isArray(links) ? links.map(fields).find(({ rel }) => rel === 'up') : undefined
  return /\/captures\/([\w-]{1,100})$/.exec(String(up?.href ?? ''))?.[1] ?? null
}

function claimOf(kind: string, resource: Fields): Claim {
  switch (kind) {
    case 'CHECKOUT.ORDER.APPROVED':
    case 'PAYMENT.CAPTURE.PENDING':
      return { says: 'open' }
    case 'PAYMENT.CAPTURE.COMPLETED':
      return { says: 'paid' }
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { says: 'notPaid' }
    // How much has gone back altogether stands in the breakdown, of what PayPal takes back itself nowhere.
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const total = Money.safeParse(fields(resource.seller_payable_breakdown).total_refunded_amount)
      return { says: 'refunded', refundedMinor: total.data?.minor ?? null }
    }
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
      return { says: 'disputed', dispute: plainName(resource.dispute_id) }
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return { says: 'disputeOver' }
    default:
      return { says: 'nothing' }
  }
}

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const first = (value: unknown): Fields => (Array.isArray(value) ? fields(value[0]) : {})
const disputed = (resource: Fields): Fields => first(resource.disputed_transactions)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// IEEE 802.3; Node has it from 20.15 on.
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ byte) & 0xff]!
  return (sum ^ 0xffffffff) >>> 0
}
