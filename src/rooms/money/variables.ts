// Where the central bank's rates are read.
import { z } from 'zod'
import { type Variables, webUrl } from '#platform/variables.ts'

interface Values {
  ECB_RATES_URL?: string
}

export const DAILY_RATES = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

export const VARIABLES: Variables<Values> = {
  name: 'money',
  shape: { ECB_RATES_URL: z.optional(webUrl) },
  setTogether: [],
  refusals: ({ ECB_RATES_URL }, mode) =>
    mode === 'live' && ECB_RATES_URL?.startsWith('http:')
      ? ['ECB_RATES_URL: live mode reads rates by https alone: whoever sits in between could name them']
      : [],
}
