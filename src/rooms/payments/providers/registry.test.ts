// What every provider of the list declares, and what is refused of a declaration.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LOCALES } from '#platform/i18n/locales.ts'
import { type AnyProvider, defineProvider } from './define.ts'
import type { CreatedPayment, PaymentProvider } from './provider.ts'
import { PROVIDERS, providerVariables } from './registry.ts'
import { anAttempt } from './testing.ts'

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
    together: [],
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

test('a provider reads variables of its own name only', () => {
  expect(() => plain({ variables: { STRIPE_SECRET_KEY: z.string() } })).toThrow(
    'STRIPE_SECRET_KEY of the provider toy must begin with TOY_',
  )
})

test('a provider does what it declares, and nothing else', async () => {
  const refund: PaymentProvider['refund'] = async () => ({ refundRef: '1', state: 'done' })
  expect(() => plain({}, { refund }).connect({})).toThrow('does not do what it declares: refund')
  expect(() => plain({ capabilities: ['redirect', 'close'] }).connect({})).toThrow(
    'does not do what it declares: close',
  )
  await expect(plain({}).connect({}).create(anAttempt())).resolves.toMatchObject({ how: 'redirect' })
  const settling = plain({ creates: { how: 'settled', providerRef: '1' } }).connect({})
  await expect(settling.create(anAttempt())).rejects.toThrow('does not declare what it did: settled')
})

test('one that takes no money of its own does not stand for a real one in live mode', () => {
  PROVIDERS.push(plain({}))
  try {
    expect(providerVariables().refusals({}, 'live')).toEqual([
      'PAYSSION_* or STRIPE_*: live mode needs a real payment provider, not a simulator',
    ])
  } finally {
    PROVIDERS.pop()
  }
})
