// Stripe, as it is declared.
import { z } from 'zod'
import { clockOf } from '#platform/database/clock.ts'
import { webUrl } from '#platform/variables.ts'
import { defineProvider } from '../define.ts'
import { createStripe } from './adapter.ts'
import { STRIPE, type StripeConfig, serverOf } from './connection.ts'
import words from './words.json' with { type: 'json' }

const STRIPE_ITSELF = 'https://api.stripe.com'

/**
 * What Stripe charges of the currencies that a shop begins with, and the least of each in hundredths
 * (docs.stripe.com/currencies, minimum charge amounts). What it lists no minimum for (CNY, KRW, TWD) must be worth half a
 * US dollar in the account's own currency: twice that is asked here, so that no rate of theirs comes below it.
 */
const MINIMUM: Record<string, number> = {
  USD: 50,
  EUR: 50,
  GBP: 30,
  CNY: 700,
  JPY: 5000,
  KRW: 150_000,
  HKD: 400,
  TWD: 3200,
  BRL: 50,
  CAD: 50,
  AUD: 50,
  CHF: 50,
  SEK: 300,
  INR: 50,
  MXN: 1000,
  SGD: 50,
}

export const stripeProvider = defineProvider({
  name: STRIPE,
  capabilities: ['redirect', 'refund', 'close', 'list'],
  variables: {
    STRIPE_BASE_URL: webUrl.default(STRIPE_ITSELF),
    STRIPE_SECRET_KEY: z.string().min(1).optional(),
    STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
    STRIPE_TERMS_OF_SERVICE: z.enum(['none', 'required']).default('required'),
  },
  setTogether: [['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],

  refusals({ STRIPE_SECRET_KEY: key, STRIPE_BASE_URL: url }, mode) {
    if (!key) return []
    if (mode === 'demo')
      return /^[sr]k_live_/.test(key)
        ? ['STRIPE_SECRET_KEY: demo mode refuses a live key; set SHOP_MODE=live to sell']
        : []
    const reasons: string[] = []
    if (url !== STRIPE_ITSELF) reasons.push('STRIPE_BASE_URL: live mode needs the provider itself, not a simulator')
    if (/^[sr]k_test_/.test(key)) reasons.push('STRIPE_SECRET_KEY: live mode refuses a test key')
    return reasons
  },

  settings: (values): StripeConfig | undefined =>
    values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
      ? {
          secretKey: values.STRIPE_SECRET_KEY,
          webhookSecret: values.STRIPE_WEBHOOK_SECRET,
          termsOfService: values.STRIPE_TERMS_OF_SERVICE === 'required',
          ...serverOf(values.STRIPE_BASE_URL),
        }
      : undefined,
  simulator: async () => (await import('./simulator.ts')).stripeSimulator,

  takesConsumerCards: true,
  words,
  marks: new URL('./marks.svg', import.meta.url),
  methods: [
    {
      feeBp: 0,
      currencies: Object.keys(MINIMUM),
      minimum: MINIMUM,
      underWayHours: 72,
      position: 10,
    },
  ],
  connect: (settings, { db }) => createStripe({ ...settings, sharedNow: async () => (await clockOf(db)) * 1_000 }),
})
