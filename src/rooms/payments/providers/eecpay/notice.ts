// The card gateway's signed notifications: forms.
import { timingSafeEqual } from 'node:crypto'
import { plainName } from '../../rules.ts'
import { idOfBytes } from '../id-of-bytes.ts'
import type { WebhookNotice } from '../provider.ts'
import { Answer, claimOf } from './answers.ts'
import { type EecpayConfig, signatureOf } from './connection.ts'

const MOST_BYTES = 16 * 1024

/** Null for whatever is not exactly a form that this merchant's secret has signed. */
export function readNotice(rawBody: Uint8Array, config: EecpayConfig): WebhookNotice | null {
  if (config.secretKey.trim() === '' || rawBody.length === 0 || rawBody.length > MOST_BYTES) return null
  const form = new URLSearchParams(Buffer.from(rawBody).toString('utf8'))
  // A form that names a field twice is ambiguous.
  if (new Set(form.keys()).size !== form.size) return null
  const fields = Object.fromEntries(form)
  if (!isSame(fields.signature ?? '', signatureOf(fields, config.secretKey))) return null
  if (fields.merchant_no !== config.merchantNo) return null
  const answer = Answer.safeParse(fields).data
  return {
    eventId: plainName(fields.notify_id) ?? idOfBytes(rawBody),
    providerRef: answer?.trade_no ?? null,
    attemptId: plainName(fields.order_no),
    kind: answer ? `status ${answer.status}${answer.dispute && ` dispute ${answer.dispute}`}` : 'unreadable',
    claim: answer ? claimOf(answer) : { says: 'nothing' },
    // The signature is made with this merchant's own secret.
    shop: '',
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
