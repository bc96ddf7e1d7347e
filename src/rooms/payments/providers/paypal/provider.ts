// PayPal, as it is declared.
import { z } from 'zod'
import { webUrl } from '#platform/variables.ts'
import { isAttemptOf } from '../../store.ts'
import { defineProvider } from '../define.ts'
import { createPayPal } from './adapter.ts'
import { PAYPAL, type PayPalConfig, simulatedAt } from './connection.ts'
import words from './words.json' with { type: 'json' }

/** Where PayPal itself is, for real money and for trying. */
const ITSELF = {
  live: {
    baseUrl: 'https://api-m.paypal.com',
    pageOrigins: ['https://www.paypal.com'],
    certificatePrefixes: [
      'https://api.paypal.com/v1/notifications/certs/',
      'https://api-m.paypal.com/v1/notifications/certs/',
    ],
  },
  sandbox: {
    baseUrl: 'https://api-m.sandbox.paypal.com',
    pageOrigins: ['https://www.sandbox.paypal.com'],
    certificatePrefixes: [
      'https://api.sandbox.paypal.com/v1/notifications/certs/',
      'https://api-m.sandbox.paypal.com/v1/notifications/certs/',
    ],
  },
}

/** Of what PayPal takes (its currency codes); not those that only accounts of one country may receive (BRL, CNY, MYR). */
const CURRENCIES = 'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')

export const paypalProvider = defineProvider({
  name: PAYPAL,
  capabilities: ['form', 'capture', 'refund', 'list'],
  variables: {
    PAYPAL_CLIENT_ID: z.string().min(1).optional(),
    PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
    PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
    PAYPAL_MODE: z.enum(['sandbox', 'live']).default('sandbox'),
    PAYPAL_MERCHANT_ID: z.string().min(1).optional(),
    PAYPAL_SIMULATOR_URL: webUrl.optional(),
    PAYPAL_SIMULATOR_CA: z.string().startsWith('-----BEGIN CERTIFICATE-----').optional(),
  },
  setTogether: [
    ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
    ['PAYPAL_CLIENT_ID', 'PAYPAL_WEBHOOK_ID'],
    ['PAYPAL_SIMULATOR_URL', 'PAYPAL_SIMULATOR_CA'],
  ],

  refusals({ PAYPAL_CLIENT_ID: id, PAYPAL_MODE: paypalMode, PAYPAL_SIMULATOR_URL: simulator }, mode) {
    if (!id) return []
    if (mode === 'demo')
      return paypalMode === 'live' ? ['PAYPAL_MODE: demo mode refuses a live account; set SHOP_MODE=live to sell'] : []
    const reasons: string[] = []
    if (simulator) reasons.push('PAYPAL_SIMULATOR_URL: live mode needs the provider itself, not a simulator')
    if (paypalMode !== 'live') reasons.push('PAYPAL_MODE: live mode refuses the sandbox; set it to live')
    return reasons
  },

  settings(values): PayPalConfig | undefined {
    const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = values
    if (!clientId || !clientSecret || !webhookId) return undefined
    const credentials = { clientId, clientSecret, webhookId, merchantId: values.PAYPAL_MERCHANT_ID }
    return values.PAYPAL_SIMULATOR_URL && values.PAYPAL_SIMULATOR_CA
      ? { ...credentials, ...simulatedAt(values.PAYPAL_SIMULATOR_URL, values.PAYPAL_SIMULATOR_CA) }
      : { ...credentials, ...ITSELF[values.PAYPAL_MODE] }
  },
  simulator: async () => (await import('./simulator.ts')).paypalSimulator,

  words,
  marks: new URL('./marks.svg', import.meta.url),
  methods: [{ feeBp: 0, currencies: CURRENCIES, minimum: {}, underWayHours: 72, position: 15 }],
  formTargets: ({ pageOrigins }) => pageOrigins,
  connect: (settings, { db }) => createPayPal(settings, { isOurs: (attemptId) => isAttemptOf(db, PAYPAL, attemptId) }),
})
