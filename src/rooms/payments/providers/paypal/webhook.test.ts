// Who may say that PayPal says something: certificates, signatures, and what is read of a notice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from '#simulators/paypal.ts'
import { createAuthority } from '#simulators/paypal-authority.ts'
import type { NoticeOverrides } from '#simulators/paypal-events.ts'
import { anAttempt } from '../attempt.testing.ts'
import { InvalidSignature, ProviderUnreachable } from '../provider.ts'
import { createPayPal } from './adapter.ts'
import { trustedCertificate } from './certificates.ts'
import { type PayPalConfig, simulatedAt } from './connection.ts'

let simulator: PayPalSimulator
let config: PayPalConfig
let paypal: ReturnType<typeof createPayPal>
beforeAll(async () => {
  simulator = await startPayPalSimulator({ clientId: 'id', clientSecret: 'secret' })
  config = {
    clientId: 'id',
    clientSecret: 'secret',
    webhookId: simulator.webhookId,
    ...simulatedAt(simulator.url, simulator.authority),
  }
})
beforeEach(() => {
  paypal = createPayPal(config)
})
afterAll(() => simulator.close())

async function approved() {
  const attempt = anAttempt()
  const { providerRef } = await paypal.create(attempt)
  simulator.approve(attempt.attemptId)
  return { attemptId: attempt.attemptId, providerRef, currency: 'USD' }
}
const verify = ({ body, headers }: { body: string; headers: Record<string, string> }, by = paypal) =>
  by.verifyWebhook(Buffer.from(body), new Headers(headers))
const noticeOf = (ref: string, over?: NoticeOverrides) => verify(simulator.webhookFor(ref, over))
const DAY = 86_400_000

describe('a notice', () => {
  test('of each kind says which payment it is about, and what of its money', async () => {
    const payment = await approved()
    const { attemptId, providerRef } = payment
    expect(await noticeOf(attemptId)).toEqual({
      eventId: expect.stringMatching(/^WH-/),
      providerRef,
      attemptId,
      kind: 'CHECKOUT.ORDER.APPROVED',
      claim: { says: 'open' },
      shop: '127.0.0.1:9',
    })
    await paypal.capture(payment)
    expect(await noticeOf(attemptId)).toMatchObject({ providerRef, attemptId, claim: { says: 'paid' } })
    simulator.refund(attemptId, { amountMinor: 100 })
    simulator.refund(attemptId, { amountMinor: 134 })
    const capture = `capture:${simulator.payment(attemptId)!.capture!.id}`
    const back = { providerRef: capture, attemptId, claim: { says: 'refunded', refundedMinor: 234 } }
    expect(await noticeOf(attemptId)).toMatchObject(back)
    const dispute = simulator.dispute(attemptId)
    expect(await noticeOf(attemptId)).toMatchObject({ providerRef: capture, attemptId, claim: { says: 'disputed' } })
    simulator.moveDispute(dispute, 'lost')
    expect(await noticeOf(attemptId)).toMatchObject({ attemptId, claim: { says: 'disputeOver' } })
    const reversed = await noticeOf(attemptId, { type: 'PAYMENT.CAPTURE.REVERSED' })
    expect(reversed).toMatchObject({ providerRef, claim: { says: 'refunded', refundedMinor: null } })
    // A capture's id is enough to find the order.
    expect(await paypal.query({ providerRef: capture })).toMatchObject({ attemptId, providerRef })
  })

  test('with our reference written over is one about nobody’s payment', async () => {
    const { attemptId } = await approved()
    for (const custom_id of ['a b', 'x'.repeat(300), { deep: 1 }, 7, null])
      expect(await noticeOf(attemptId, { resource: { custom_id, purchase_units: 'none' } })).toMatchObject({
        attemptId: null,
        shop: null,
      })
  })

  test.each(['[]', 'null', '"text"', '{"resource":7}', 'not JSON'])(
    'that is rightly signed and says %s is one',
    async (body) => {
      const { attemptId } = await approved()
      const { headers } = simulator.webhookFor(attemptId)
      const signed = simulator.sign(body)
      expect(await verify({ body, headers: { ...headers, ...signed } })).toMatchObject({ claim: { says: 'nothing' } })
    },
  )
})

describe('is no notice of PayPal’s', () => {
  const forged: [string, (webhook: ReturnType<PayPalSimulator['webhookFor']>) => typeof webhook][] = [
    ['another body', (one) => ({ ...one, body: `${one.body} ` })],
    [
      'a signature of something else',
      (one) => ({ ...one, headers: { ...one.headers, 'paypal-transmission-id': 'other' } }),
    ],
    [
      'another time',
      (one) => ({ ...one, headers: { ...one.headers, 'paypal-transmission-time': new Date().toISOString() } }),
    ],
    ['no signature', (one) => ({ ...one, headers: { ...one.headers, 'paypal-transmission-sig': '' } })],
    ['a signature that is none', (one) => ({ ...one, headers: { ...one.headers, 'paypal-transmission-sig': '=' } })],
    ['a weaker algorithm', (one) => ({ ...one, headers: { ...one.headers, 'paypal-auth-algo': 'SHA1withRSA' } })],
    ['no header', (one) => ({ ...one, headers: {} })],
  ]
  test.each(forged)('one with %s', async (_, forge) => {
    const { attemptId } = await approved()
    const webhook = simulator.webhookFor(attemptId)
    await expect(verify(webhook)).resolves.toBeTruthy()
    await expect(verify(forge(webhook))).rejects.toBeInstanceOf(InvalidSignature)
  })

  test('one for another webhook, one from last week, and one from tomorrow', async () => {
    const { attemptId } = await approved()
    await expect(noticeOf(attemptId, { webhookId: 'OTHER' })).rejects.toBeInstanceOf(InvalidSignature)
    await expect(noticeOf(attemptId, { sentAt: Date.now() - 5 * DAY })).rejects.toBeInstanceOf(InvalidSignature)
    await expect(noticeOf(attemptId, { sentAt: Date.now() + DAY })).rejects.toBeInstanceOf(InvalidSignature)
    await expect(noticeOf(attemptId, { sentAt: Date.now() - 3 * DAY })).resolves.toBeTruthy()
    // This instance's clock is late.
    await expect(noticeOf(attemptId, { sentAt: Date.now() + 30 * 60_000 })).resolves.toBeTruthy()
  })

  test('any, where no webhook is configured', async () => {
    const { attemptId } = await approved()
    const webhook = simulator.webhookFor(attemptId, { webhookId: '' })
    await expect(verify(webhook, createPayPal({ ...config, webhookId: '' }))).rejects.toBeInstanceOf(InvalidSignature)
  })

  test.each([
    'https://evil.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.example@api.paypal.com/v1/notifications/certs/CERT-1',
    'SELF/v1/notifications/certs/../../../webapps/CERT-1',
    'SELF/v1/notifications/certs/CERT-1?to=https://evil.example',
    'SELF/v1/notifications/certs/',
    'SELF/v2/checkout/orders/CERT-1',
    'file:///etc/passwd',
    '',
  ])('one whose certificate is at %s, and nothing is fetched', async (address) => {
    const { attemptId } = await approved()
    const before = simulator.requests.certificate
    const certificateUrl = address.replace('SELF', simulator.url) || ' '
    await expect(noticeOf(attemptId, { certificateUrl })).rejects.toBeInstanceOf(InvalidSignature)
    expect(simulator.requests.certificate).toBe(before)
  })
})

describe('certificates', () => {
  test('are fetched once, also for many notices at once', async () => {
    const { attemptId } = await approved()
    const before = simulator.requests.certificate
    await Promise.all(Array.from({ length: 20 }, () => noticeOf(attemptId)))
    expect(simulator.requests.certificate - before).toBe(1)
  })

  test('that cannot be fetched make a notice come again, not a forgery', async () => {
    const { attemptId } = await approved()
    simulator.failNext({ on: '/certs/', how: 'error' })
    await expect(noticeOf(attemptId)).rejects.toBeInstanceOf(ProviderUnreachable)
    await expect(noticeOf(attemptId)).resolves.toBeTruthy()
  })

  test('that forged notices name are looked up a few times a minute, and the right one stays known', async () => {
    const { attemptId } = await approved()
    await noticeOf(attemptId)
    const before = simulator.requests.certificate
    const certificateUrl = (i: number) => `${simulator.url}/v1/notifications/certs/CERT-${i}`
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => noticeOf(attemptId, { certificateUrl: certificateUrl(i) })),
    )
    expect(simulator.requests.certificate - before).toBeLessThanOrEqual(20)
    await expect(noticeOf(attemptId)).resolves.toBeTruthy()
  })

  test('that forged notices name leave look-ups to those about payments of ours, though none is known yet', async () => {
    const [victim, own, nobodys] = [await approved(), await approved(), await approved()]
    const ours = [victim, own].map(({ attemptId }) => attemptId)
    paypal = createPayPal(config, { isOurs: async (attemptId) => ours.includes(attemptId) })
    const before = simulator.requests.certificate
    const forged = [own, nobodys].flatMap(({ attemptId }) =>
      Array.from({ length: 60 }, (_, i) =>
        noticeOf(attemptId, { certificateUrl: `${simulator.url}/v1/notifications/certs/CERT-${attemptId}-${i}` }),
      ),
    )
    await Promise.allSettled(forged)
    expect(simulator.requests.certificate - before).toBe(23)
    await expect(noticeOf(victim.attemptId)).resolves.toBeTruthy()
    // From then on its certificate is known, whomever a notice is about.
    await expect(noticeOf(nobodys.attemptId)).resolves.toBeTruthy()
  })

  describe('that PayPal has signed with for us before', () => {
    let later = 0
    beforeEach(() => {
      later = 0
      paypal = createPayPal({ ...config, now: () => Date.now() + later })
    })
    const genuine = (ref: string) => noticeOf(ref, { sentAt: Date.now() + later })
    const forge = (ref: string) =>
      Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          noticeOf(ref, {
            certificateUrl: `${simulator.url}/v1/notifications/certs/CERT-${i}`,
            sentAt: Date.now() + later,
          }),
        ),
      )

    test('are fetched anew after half a day, however many others forged notices name', async () => {
      const { attemptId } = await approved()
      await genuine(attemptId)
      later = DAY
      await forge(attemptId)
      const before = simulator.requests.certificate
      await expect(genuine(attemptId)).resolves.toBeTruthy()
      await expect(genuine(attemptId)).resolves.toBeTruthy()
      expect(simulator.requests.certificate - before).toBe(1)
    })

    test('are used on while PayPal does not answer, which is asked once a minute then', async () => {
      const { attemptId } = await approved()
      await genuine(attemptId)
      later = DAY
      const before = simulator.requests.certificate
      simulator.failNext({ on: '/certs/', how: 'error' })
      await expect(genuine(attemptId)).resolves.toBeTruthy()
      // Nobody has asked again: the next answer would be the certificate.
      await expect(genuine(attemptId)).resolves.toBeTruthy()
      expect(simulator.requests.certificate - before).toBe(0)
      later += 61_000
      await expect(genuine(attemptId)).resolves.toBeTruthy()
      expect(simulator.requests.certificate - before).toBe(1)
    })

    test('are used no longer than they are valid', async () => {
      const { attemptId } = await approved()
      await genuine(attemptId)
      later = 20 * 365 * DAY
      simulator.failNext({ on: '/certs/', how: 'error' })
      await expect(genuine(attemptId)).rejects.toBeInstanceOf(ProviderUnreachable)
    })
  })

  test('that nobody has signed a notice for us with count, though they are PayPal’s', async () => {
    const { attemptId } = await approved()
    let later = 0
    paypal = createPayPal({ ...config, now: () => Date.now() + later })
    const forged = (certificateUrl?: string) =>
      noticeOf(attemptId, { webhookId: 'OTHER', certificateUrl, sentAt: Date.now() + later })
    await expect(forged()).rejects.toBeInstanceOf(InvalidSignature)
    later = DAY
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => forged(`${simulator.url}/v1/notifications/certs/CERT-${i}`)),
    )
    await expect(forged()).rejects.toBeInstanceOf(ProviderUnreachable)
  })

  test('are PayPal’s, in their time, and issued by an authority that we trust', async () => {
    const ours = await createAuthority()
    const now = Date.now()
    const trusts = (one: { chain: string; root: string }, at = now) =>
      trustedCertificate(one.chain, [one.root], at) !== null
    expect(trusts(ours)).toBe(true)
    expect(trustedCertificate(ours.chain, [(await createAuthority()).root], now)).toBeNull()
    expect(trusts(await createAuthority({ commonName: 'paypal.com.evil.example' }))).toBe(false)
    expect(trusts(await createAuthority({ commonName: 'notpaypal.com' }))).toBe(false)
    expect(trusts(await createAuthority({ notAfter: new Date(now - 1000) }))).toBe(false)
    expect(trusts(ours, now + 20 * 365 * DAY)).toBe(false)
    // The signing certificate alone leads nowhere; an authority's own signs nothing; a stranger's in front is a stranger's.
    const [leaf, between] = ours.chain.split(/(?<=-----END CERTIFICATE-----\n)/)
    expect(trustedCertificate(leaf!, [ours.root], now)).toBeNull()
    expect(trustedCertificate(between! + leaf!, [ours.root], now)).toBeNull()
    const stranger = await createAuthority()
    expect(trustedCertificate(stranger.chain + ours.chain, [ours.root], now)).toBeNull()
    for (const none of ['', 'nothing', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
      expect(trustedCertificate(none, [ours.root], now)).toBeNull()
  })
})
