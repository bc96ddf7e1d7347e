// The card gateway, as it is declared: off until the operator has accepted what handling card numbers asks of him.
import { z } from 'zod'
import { webUrl } from '#platform/variables.ts'
import { ACCEPTS_SAQ_D } from '../../settings.ts'
import { defineProvider } from '../define.ts'
import { createEecpay } from './adapter.ts'
import { EECPAY, type EecpayConfig } from './connection.ts'
import words from './words.json' with { type: 'json' }

export const eecpayProvider = defineProvider({
  name: EECPAY,
  acceptance: ACCEPTS_SAQ_D,
  capabilities: ['redirect', 'charge'],
  variables: {
    EECPAY_BASE_URL: webUrl.optional(),
    EECPAY_MERCHANT_NO: z.string().min(1).optional(),
    EECPAY_SECRET_KEY: z.string().min(16).optional(),
    EECPAY_MODE: z.enum(['test', 'live']).default('test'),
  },
  setTogether: [
    ['EECPAY_MERCHANT_NO', 'EECPAY_SECRET_KEY'],
    ['EECPAY_MERCHANT_NO', 'EECPAY_BASE_URL'],
  ],

  refusals({ EECPAY_MERCHANT_NO: merchant, EECPAY_BASE_URL: url, EECPAY_MODE: eecpayMode }, mode) {
    if (!merchant) return []
    if (mode === 'demo')
      return eecpayMode === 'live' ? ['EECPAY_MODE: demo mode refuses a live account; set SHOP_MODE=live to sell'] : []
    const reasons: string[] = []
    if (!url?.startsWith('https:')) reasons.push('EECPAY_BASE_URL: cards go over https alone')
    if (eecpayMode !== 'live') reasons.push('EECPAY_MODE: live mode refuses a test account; set it to live')
    return reasons
  },

  settings: (values): EecpayConfig | undefined =>
    values.EECPAY_BASE_URL && values.EECPAY_MERCHANT_NO && values.EECPAY_SECRET_KEY
      ? {
          baseUrl: values.EECPAY_BASE_URL,
          merchantNo: values.EECPAY_MERCHANT_NO,
          secretKey: values.EECPAY_SECRET_KEY,
        }
      : undefined,
  simulator: async () => (await import('./simulator.ts')).eecpaySimulator,

  takesConsumerCards: true,
  words,
  marks: new URL('./marks.svg', import.meta.url),
  methods: [{ feeBp: 0, currencies: ['*'], minimum: {}, underWayHours: 72, position: 50, enabled: false }],
  connect: (config: EecpayConfig, ground) => createEecpay(config, ground),
})
