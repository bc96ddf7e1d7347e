import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { InvalidSignature } from './provider.ts'
import { createStripe } from './stripe.ts'

const stripe = (over: object = {}) => createStripe({ secretKey: 'sk_test_key', webhookSecret: 'whsec_test', ...over })

const verify = ({ body, headers }: { body: string; headers: Record<string, string> }, over: object = {}) =>
  stripe(over).verifyWebhook(Buffer.from(body), new Headers(headers))

describe('an event', () => {
  const body =
    '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_1","client_reference_id":"attempt-1"}}}'
  // Computed by hand: printf '1800000000.%s' "$body" | openssl dgst -sha256 -hmac whsec_test
  const signature = '5d8a28f30da6769a7fb8fecb35814a8083ebe90fec09984d7d7d5a1a4ae1d705'
  const signed = { body, headers: { 'stripe-signature': `t=1800000000,v1=${signature}` } }
  const at = (seconds: number) => ({ now: () => seconds * 1000 })

  test('is accepted for 300 seconds, and with one right signature among several', () => {
    const notice = { eventId: 'evt_1', providerRef: 'cs_1', attemptId: 'attempt-1', kind: 'checkout.session.completed' }
    expect(verify(signed, at(1_800_000_000))).toEqual(notice)
    expect(verify(signed, at(1_800_000_300))).toEqual(notice)
    expect(() => verify(signed, at(1_800_000_301))).toThrow(InvalidSignature)
    const rotated = { body, headers: { 'stripe-signature': `t=1800000000,v1=${'0'.repeat(64)},v1=${signature}` } }
    expect(verify(rotated, at(1_800_000_000))).toEqual(notice)
  })

  test.each([
    ['a changed body', { body: body.replace('attempt-1', 'attempt-2'), headers: signed.headers }],
    ['no signature', { body, headers: {} }],
    ['an empty signature', { body, headers: { 'stripe-signature': '' } }],
    ['another scheme', { body, headers: { 'stripe-signature': `t=1800000000,v0=${signature}` } }],
    ['a moved time', { body, headers: { 'stripe-signature': `t=1800000001,v1=${signature}` } }],
    ['no time', { body, headers: { 'stripe-signature': `v1=${signature}` } }],
  ])('is refused: %s', (_, webhook) => {
    expect(() => verify(webhook, at(1_800_000_000))).toThrow(InvalidSignature)
  })

  const signedBy = (payload: string, secret: string) => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: 1_800_000_000 })
    return { body: payload, headers: { 'stripe-signature': header } }
  }

  test.each([
    ['', ''],
    [' ', ' '],
    ['whsec_other', 'whsec_test'],
  ])('signed with "%s" is never accepted where the secret is "%s"', (theirs, ours) => {
    expect(() => verify(signedBy(body, theirs), { ...at(1_800_000_000), webhookSecret: ours })).toThrow(
      InvalidSignature,
    )
  })

  test.each([
    ['no JSON', '{'],
    ['no event', 'null'],
    ['an empty id', body.replace('evt_1', '')],
    ['a NUL in the id', body.replace('evt_1', 'evt\\u0000')],
    ['a blank in the type', body.replace('checkout.', 'checkout ')],
    ['a number for the object’s id', body.replace('"cs_1"', '7')],
  ])('rightly signed is refused as well: %s', (_, payload) => {
    expect(verify(signedBy(body, 'whsec_test'), at(1_800_000_000)).eventId).toBe('evt_1')
    expect(() => verify(signedBy(payload, 'whsec_test'), at(1_800_000_000))).toThrow(InvalidSignature)
  })

  test('whatever the bytes and the header, the only error is InvalidSignature', () => {
    const header = fc.oneof(fc.string({ unit: 'grapheme-ascii' }), fc.constant(`t=1800000000,v1=${signature}`))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), header, (bytes, signature) => {
        const headers = new Headers({ 'stripe-signature': signature })
        expect(() => stripe(at(1_800_000_000)).verifyWebhook(bytes, headers)).toThrow(InvalidSignature)
      }),
      { numRuns: 1_000 },
    )
  })
})
