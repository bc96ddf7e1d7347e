// PayPal's notices: what happened, signed with a certificate that can be fetched here, and sent again until it is taken.
import { randomUUID } from 'node:crypto'
import type { Authority } from './paypal-authority.ts'
import type { PayPalOrder } from './paypal-state.ts'
import { type Fields, fields, newId, timestamp } from './paypal-wire.ts'
import type { Webhook, WebhookDelivery } from './webhook-delivery.ts'

export interface PayPalEvent {
  id: string
  event_version: string
  create_time: string
  resource_type: string
  resource_version: string
  event_type: string
  summary: string
  resource: object
  links: object[]
}

/** What is changed of a notice before or while it is signed. */
export interface NoticeOverrides {
  /** The latest of this type. */
  type?: string
  id?: string
  /** Written over the resource. */
  resource?: Fields
  /** When it says that it was sent, in milliseconds. */
  sentAt?: number
  certificateUrl?: string
  webhookId?: string
  signature?: string
}

const KINDS: [RegExp, string][] = [
  [/^CHECKOUT\./, 'checkout-order'],
  [/^PAYMENT\.CAPTURE\.REFUNDED|^PAYMENT\.REFUND/, 'refund'],
  [/^PAYMENT\./, 'capture'],
  [/^CUSTOMER\.DISPUTE/, 'dispute'],
]

export function createEvents(of: {
  authority: Authority
  delivery: WebhookDelivery
  webhookId: string
  now(): number
  endpoint: { url: string }
  /** Of the API. */
  url(): string
}) {
  const heard = new Map<string, PayPalEvent[]>()
  const certificateUrl = () => `${of.url()}/v1/notifications/certs/${of.authority.certificateId}`

  /** `quiet`: nobody is told; a test posts it itself. */
  function emit(
    order: PayPalOrder,
    type: string,
    resource: object,
    { quiet = false, times = 1 }: { quiet?: boolean; times?: number } = {},
  ) {
    const event: PayPalEvent = {
      id: `WH-${newId()}-${newId()}`,
      event_version: '1.0',
      create_time: timestamp(of.now()),
      resource_type: KINDS.find(([kind]) => kind.test(type))?.[1] ?? 'unknown',
      resource_version: '2.0',
      event_type: type,
      summary: type,
      // As it was then, however late it is sent.
      resource: structuredClone(JSON.parse(JSON.stringify(resource))),
      links: [],
    }
    const events = heard.get(order.id) ?? []
    heard.set(order.id, [...events, event].slice(-50))
    if (heard.size > 50_000) heard.delete(heard.keys().next().value!)
    if (!quiet && of.endpoint.url) for (let i = 0; i < times; i++) of.delivery.send(() => signed(event))
  }

  function headersOf(body: string, over: NoticeOverrides = {}): Record<string, string> {
    const id = randomUUID()
    const time = timestamp(over.sentAt ?? of.now())
    const text = `${id}|${time}|${over.webhookId ?? of.webhookId}|${crc32(Buffer.from(body))}`
    return {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': over.signature ?? of.authority.sign(text),
      'paypal-cert-url': over.certificateUrl ?? certificateUrl(),
      'paypal-auth-algo': 'SHA256withRSA',
    }
  }

  function signed(event: PayPalEvent, over: NoticeOverrides = {}): Webhook {
    const body = JSON.stringify({
      ...event,
      ...(over.id && { id: over.id }),
      resource: { ...event.resource, ...over.resource },
    })
    return { url: of.endpoint.url, body, headers: headersOf(body, over) }
  }

  return {
    emit,
    /** The headers with which PayPal would send this body now. */
    sign: (body: string) => headersOf(body),
    of: (order: PayPalOrder): readonly PayPalEvent[] => heard.get(order.id) ?? [],
    webhookFor(order: PayPalOrder, over: NoticeOverrides = {}): Webhook {
      const event = (heard.get(order.id) ?? []).findLast(({ event_type }) => !over.type || event_type === over.type)
      if (!event) throw new Error('the simulator has told nothing of this payment yet')
      return signed(event, over)
    },
    /** POST /v1/notifications/verify-webhook-signature. It has no raw body to count, so it compares with what it sent. */
    verify(body: Fields): 'SUCCESS' | 'FAILURE' {
      const event = fields(body.webhook_event)
      const text = `${body.transmission_id}|${body.transmission_time}|${body.webhook_id}|${crc32(Buffer.from(JSON.stringify(event)))}`
      const right = body.webhook_id === of.webhookId && body.cert_url === certificateUrl()
      return right && of.authority.verify(text, String(body.transmission_sig)) ? 'SUCCESS' : 'FAILURE'
    },
  }
}

/** The checksum of what is signed (IEEE 802.3), as a decimal number. */
export function crc32(bytes: Uint8Array): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
