// What every provider of the list declares, and what is refused of a declaration.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { anAttempt } from './attempt.testing.ts'
import { type AnyProvider, defineProvider } from './define.ts'
import { drawnMarks } from './marks.ts'
import type { CreatedPayment, PaymentProvider } from './provider.ts'
import { PROVIDERS, providerVariables } from './registry.ts'

test.each(PROVIDERS)('$name has a name and a hint in every language', ({ words }) => {
  expect(Object.keys(words).sort()).toEqual(LOCALES.map(({ code }) => code).sort())
  for (const { name, hint } of Object.values(words))
    expect([name, hint ?? '']).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)])
})

const plain = (over: Partial<AnyProvider> & { creates?: CreatedPayment }, can: Partial<PaymentProvider> = {}) =>
  defineProvider({
    name: 'toy',
    capabilities: ['redirect'],
    variables: {},
    setTogether: [],
    refusals: () => [],
    settings: () => ({}),
    words: { 'en-US': { name: 'Toy' } },
    methods: [],
    connect: () => ({
      id: 'toy',
      create: async () => over.creates ?? { how: 'redirect', providerRef: '1', redirectUrl: 'https://toy.example' },
      query: () => Promise.reject(new Error('not asked')),
      refundsOnce: false,
      ...can,
    }),
    ...over,
  })

const GROUND = { db: {} as Database }

test('a provider reads variables of its own name only', () => {
  expect(() => plain({ variables: { STRIPE_SECRET_KEY: z.string() } })).toThrow(
    'STRIPE_SECRET_KEY of the provider toy must begin with TOY_',
  )
})

test('a provider does what it declares, and nothing else', async () => {
  const refund: PaymentProvider['refund'] = async () => ({ refundRef: '1', state: 'done' })
  expect(() => plain({}, { refund }).connect({}, GROUND)).toThrow('does not do what it declares: refund')
  expect(() => plain({ capabilities: ['redirect', 'close'] }).connect({}, GROUND)).toThrow(
    'does not do what it declares: close',
  )
  await expect(plain({}).connect({}, GROUND).create(anAttempt())).resolves.toMatchObject({ how: 'redirect' })
  const settling = plain({ creates: { how: 'settled', providerRef: '1' } }).connect({}, GROUND)
  await expect(settling.create(anAttempt())).rejects.toThrow('does not declare what it did: settled')
})

test('whoever pays at Stripe accepts its terms there, unless the operator says otherwise', () => {
  const stripe = PROVIDERS.find(({ name }) => name === 'stripe')!
  const terms = (values: Record<string, string>) =>
    stripe.settings(
      z.object(stripe.variables).parse({ STRIPE_SECRET_KEY: 'sk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', ...values }),
    ).termsOfService
  expect([terms({}), terms({ STRIPE_TERMS_OF_SERVICE: 'none' })]).toEqual([true, false])
})

test('one that takes no money of its own does not stand for a real one in live mode', () => {
  PROVIDERS.push(plain({}))
  try {
    expect(providerVariables().refusals({}, 'live')).toEqual([
      'PAYSSION_* or STRIPE_* or PAYPAL_* or EECPAY_*: live mode needs a real payment provider, not a simulator',
    ])
  } finally {
    PROVIDERS.pop()
  }
})

test('a drawing is a file of the provider: methods name it, and it is there under an address that changes with it', async () => {
  const marks = drawnMarks([...PROVIDERS, plain({})])
  const { img, imgWidth, imgAlt } = marks.of('stripe')
  expect([img, imgWidth, imgAlt]).toEqual([
    expect.stringMatching(/^\/media\/marks\/stripe-[0-9a-f]{10}\.svg$/),
    232,
    'Visa, Mastercard, American Express, Apple Pay, Google Pay',
  ])
  const get = (headers: Record<string, string>, init: RequestInit = {}) =>
    marks.answer(new Request(`https://shop.example${img}`, { ...init, headers }))
  const drawing = readFileSync(new URL('./stripe/marks.svg', import.meta.url))
  const whole = await get({})
  expect(whole!.headers.get('cache-control')).toContain('immutable')
  expect(Buffer.from(await whole!.arrayBuffer())).toEqual(drawing)
  const packed = await get({ 'accept-encoding': 'br, gzip' })
  expect(packed!.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await packed!.arrayBuffer()))).toEqual(drawing)
  expect(await (await get({}, { method: 'HEAD' }))!.text()).toBe('')
  expect(marks.of('toy')).toEqual({ img: null, imgWidth: null, imgAlt: null })
  expect(await marks.answer(new Request('https://shop.example/media/marks/toy-0123456789.svg'))).toBeUndefined()
  // What says neither its size nor its names is no drawing of marks.
  const wordless = new URL('../../../art/icon.svg', import.meta.url)
  expect(() => drawnMarks([plain({ marks: wordless })])).toThrow('marks.svg of toy needs viewBox')
})
