// Currencies, and which one a visitor starts with (specification §4, §7).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

export const CurrencyOption = z.object({
  id: z.number(),
  moneyStr: z.string(),
  moneyType: z.string(),
  moneyName: z.string(),
  moneyRate: z.number(),
  logo: z.string().nullable(),
})
export type CurrencyOption = z.infer<typeof CurrencyOption>

const LanguageOption = z.object({
  id: z.number(),
  domain: z.string(),
  name: z.string(),
  languageIcon: z.string().nullable(),
  feedbackType: z.string(),
  currencyId: z.number(),
  currencyName: z.string(),
  currencyStr: z.string(),
  currencyRate: z.number(),
})
export type LanguageOption = z.infer<typeof LanguageOption>

export const moneyContract = defineContract({
  'GET /api/home/rate': {
    summary: 'Currencies and their rates per US dollar.',
    access: 'public',
    data: z.array(CurrencyOption),
  },
  'GET /api/home/language': {
    summary: 'Interface languages, each with the currency it starts with.',
    access: 'public',
    data: z.array(LanguageOption),
  },
  'GET /api/home/location': {
    summary:
      'Where the visitor probably is: country by a trusted proxy, else by Accept-Language; language and currency that go with it.',
    access: 'public',
    data: z.object({
      /** ISO 3166; null: not known. */
      country: z.string().nullable(),
      locale: z.string(),
      currencyId: z.number(),
    }),
  },
  'GET /api/check/rate/dollar/rmb': { summary: 'Chinese yuan per US dollar.', access: 'public', data: z.number() },
})

type MoneyCalls = typeof moneyContract
declare module '#browser/calls.ts' {
  interface Calls extends MoneyCalls {}
}
