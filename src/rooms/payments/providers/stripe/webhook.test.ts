import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { InvalidSignature } from '../provider.ts'
import { createStripe } from './adapter.ts'

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

  test('is accepted for 300 seconds, and with one right signature among several', async () => {
    const notice = {
      eventId: 'evt_1',
      providerRef: 'cs_1',
      attemptId: 'attempt-1',
      kind: 'checkout.session.completed',
      claim: { says: 'open' },
      shop: null,
    }
    expect(await verify(signed, at(1_800_000_000))).toEqual(notice)
    expect(await verify(signed, at(1_800_000_300))).toEqual(notice)
    await expect(verify(signed, at(1_800_000_301))).rejects.toThrow(InvalidSignature)
    const rotated = { body, headers: { 'stripe-signature': `t=1800000000,v1=${'0'.repeat(64)},v1=${signature}` } }
    expect(await verify(rotated, at(1_800_000_000))).toEqual(notice)
  })

  test('that seems too old goes by the clock that all instances share, which nobody asks for one that was made up', async () => {
    let asked = 0
    const ahead = (seconds: number) => ({
      ...at(1_800_000_600),
      async sharedNow() {
        asked++
        return seconds * 1000
      },
    })
    expect(await verify(signed, ahead(1_800_000_300))).toMatchObject({ eventId: 'evt_1' })
    await expect(verify(signed, ahead(1_800_000_301))).rejects.toThrow(InvalidSignature)
    expect(asked).toBe(2)
    const fresh = { body, headers: { 'stripe-signature': `t=1800000600,t=1800000000,v1=${signature}` } }
    await expect(verify(fresh, ahead(1_800_000_600))).rejects.toThrow(InvalidSignature)
    const madeUp = { body, headers: { 'stripe-signature': `t=1800000000,v1=${'0'.repeat(64)}` } }
    asked = 0
    await expect(verify(madeUp, ahead(1_800_000_000))).rejects.toThrow(InvalidSignature)
    expect(asked).toBe(0)
  })

  test.each([
    ['a changed body', { body: body.replace('attempt-1', 'attempt-2'), headers: signed.headers }],
    ['no signature', { body, headers: {} }],
    ['an empty signature', { body, headers: { 'stripe-signature': '' } }],
    ['another scheme', { body, headers: { 'stripe-signature': `t=1800000000,v0=${signature}` } }],
    ['a moved time', { body, headers: { 'stripe-signature': `t=1800000001,v1=${signature}` } }],
    ['no time', { body, headers: { 'stripe-signature': `v1=${signature}` } }],
  ])('is refused: %s', async (_, webhook) => {
    await expect(verify(webhook, at(1_800_000_000))).rejects.toThrow(InvalidSignature)
  })

  const signedBy = (payload: string, secret: string) => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: 1_800_000_000 })
    return { body: payload, headers: { 'stripe-signature': header } }
  }

  test.each([
    ['', ''],
    [' ', ' '],
    ['whsec_other', 'whsec_test'],
  ])('signed with "%s" is never accepted where the secret is "%s"', async (theirs, ours) => {
    await expect(verify(signedBy(body, theirs), { ...at(1_800_000_000), webhookSecret: ours })).rejects.toThrow(
      InvalidSignature,
    )
  })

  const unreadable = { eventId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), providerRef: null, attemptId: null }
  const ofNobody = { eventId: 'evt_1', providerRef: null, attemptId: null, kind: 'payout.paid' }
  const event = (type: string, object: unknown) => JSON.stringify({ id: 'evt_1', type, data: { object } })

  // Stripe sends what is refused again for days, and gives an address up that refuses too much.
  test.each<[string, string, object]>([
    ['no JSON', '{', unreadable],
    ['no event', 'null', unreadable],
    ['an empty id', body.replace('evt_1', ''), { ...unreadable, providerRef: 'cs_1', attemptId: 'attempt-1' }],
    ['a NUL in the id', body.replace('evt_1', 'evt\\u0000'), { eventId: unreadable.eventId }],
    ['a blank in the type', body.replace('checkout.', 'checkout '), { eventId: 'evt_1', kind: 'unreadable' }],
    ['a number for the object’s id', body.replace('"cs_1"', '7'), { providerRef: null, attemptId: 'attempt-1' }],
    ['an object without an id', event('payout.paid', { amount: 1 }), ofNobody],
    ['an object that is none', event('payout.paid', null), ofNobody],
    ['no data', '{"id":"evt_1","type":"payout.paid"}', ofNobody],
    ['a NUL in the PaymentIntent', event('charge.refunded', { payment_intent: 'pi_\0' }), { providerRef: null }],
    ['a type that is new', event('stablecoin.minted', { id: 'x' }), { claim: { says: 'nothing' }, shop: null }],
  ])('rightly signed is never refused: %s', async (_, payload, notice) => {
    expect(await verify(signedBy(payload, 'whsec_test'), at(1_800_000_000))).toMatchObject(notice)
  })

  test.each([
    ['checkout.session.completed', { payment_status: 'paid' }, { says: 'paid' }],
    ['checkout.session.completed', { payment_status: 'unpaid' }, { says: 'open' }],
    ['checkout.session.async_payment_succeeded', {}, { says: 'paid' }],
    ['checkout.session.async_payment_failed', {}, { says: 'notPaid' }],
    ['checkout.session.expired', {}, { says: 'notPaid' }],
    ['charge.refunded', {}, { says: 'refunded', refundedMinor: null }],
    ['charge.dispute.created', { id: 'du_1', status: 'needs_response' }, { says: 'disputed', dispute: 'du_1' }],
    ['charge.dispute.closed', { status: 'won' }, { says: 'disputeOver' }],
    ['charge.dispute.closed', { id: 'du_1', status: 'lost' }, { says: 'disputed', dispute: 'du_1' }],
    ['radar.early_fraud_warning.created', {}, { says: 'warning' }],
  ])('%s with %o says so much of the money', async (type, object, claim) => {
    const notice = await verify(signedBy(event(type, object), 'whsec_test'), at(1_800_000_000))
    expect(notice.claim).toEqual(claim)
  })

  test('whatever the bytes and the header, the only error is InvalidSignature', async () => {
    const header = fc.oneof(fc.string({ unit: 'grapheme-ascii' }), fc.constant(`t=1800000000,v1=${signature}`))
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), header, async (bytes, signature) => {
        const headers = new Headers({ 'stripe-signature': signature })
        await expect(stripe(at(1_800_000_000)).verifyWebhook(bytes, headers)).rejects.toThrow(InvalidSignature)
      }),
      { numRuns: 1_000 },
    )
  })
})
