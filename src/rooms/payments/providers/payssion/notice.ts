// Payssion's signed notifications. Null for whatever is not exactly one.
import { timingSafeEqual } from 'node:crypto'
import { plainName } from '../../rules.ts'
import { idOfBytes } from '../id-of-bytes.ts'
import type { Claim, WebhookNotice } from '../provider.ts'
import { STATES } from './answers.ts'
import { md5, parseJson } from './connection.ts'

/** Null for whatever is not exactly a notification signed with this secret. */
export function readNotice(rawBody: Uint8Array, apiKey: string, secretKey: string): WebhookNotice | null {
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

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
