// Payssion, as it is declared.
import { z } from 'zod'
import { webUrl, whole } from '#platform/variables.ts'
import { defineProvider } from '../define.ts'
import { createPayssion } from './adapter.ts'
import { CATALOGUE } from './catalogue.ts'
import { PAYSSION, type PayssionConfig } from './connection.ts'
import words from './words.json' with { type: 'json' }

export const payssionProvider = defineProvider({
  name: PAYSSION,
  capabilities: ['redirect', 'fields', 'refund'],
  variables: {
    PAYSSION_BASE_URL: webUrl.default('https://www.payssion.com'),
    PAYSSION_API_KEY: z.string().min(1).optional(),
    PAYSSION_SECRET_KEY: z.string().min(1).optional(),
    PAYSSION_PM_ID: z.string().min(1).default('payssion_test'),
    PAYSSION_PAYABLE_DAYS: whole(0, 60).default(0),
  },
  setTogether: [['PAYSSION_API_KEY', 'PAYSSION_SECRET_KEY']],

  refusals({ PAYSSION_API_KEY: key, PAYSSION_BASE_URL: url, PAYSSION_PM_ID: method }, mode) {
    if (!key) return []
    if (mode === 'demo')
      return /^(www\.)?payssion\.com$/.test(new URL(url).hostname)
        ? [
            'PAYSSION_BASE_URL: demo mode refuses the live provider; set it to http://sandbox.payssion.com, or SHOP_MODE=live to sell',
          ]
        : []
    const reasons: string[] = []
    if (new URL(url).origin !== 'https://www.payssion.com')
      reasons.push('PAYSSION_BASE_URL: live mode needs the provider itself, not a simulator or sandbox')
    if (method === 'payssion_test')
      reasons.push('PAYSSION_PM_ID: live mode refuses the test method; name one that takes money')
    return reasons
  },

  settings: (values): PayssionConfig | undefined =>
    values.PAYSSION_API_KEY && values.PAYSSION_SECRET_KEY
      ? {
          baseUrl: values.PAYSSION_BASE_URL,
          apiKey: values.PAYSSION_API_KEY,
          secretKey: values.PAYSSION_SECRET_KEY,
          pmId: values.PAYSSION_PM_ID,
          payableDays: values.PAYSSION_PAYABLE_DAYS,
        }
      : undefined,
  simulator: async () => (await import('./simulator.ts')).payssionSimulator,

  // Its minimum is each payment method's own and published nowhere: it is learned when one is refused (417).
  words,
  marks: new URL('./marks.svg', import.meta.url),
  methods: [{ feeBp: 150, currencies: ['*'], minimum: {}, underWayHours: 72, position: 20 }],
  catalogue: CATALOGUE,
  ownCode: ({ PAYSSION_PM_ID: method }) => method,
  connect: createPayssion,
})
