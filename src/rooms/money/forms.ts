// What the questions about currencies ask for.
import * as z from 'zod/mini'
import { mayPartThousands, plainDecimal } from '#platform/i18n/typed-number.ts'
import { reason } from '#rooms/staff/forms.ts'
import { LAST_POSITION, LONGEST_SYMBOL, RATE } from './limits.ts'

const symbol = z
  .string()
  .check(z.trim(), z.minLength(1, 'currencies.symbolWrong'), z.maxLength(LONGEST_SYMBOL, 'currencies.symbolWrong'))
const rate = z.pipe(
  z.pipe(
    z.string().check(z.refine((typed) => !mayPartThousands(typed), 'currencies.rateComma')),
    z.transform((typed) => plainDecimal(typed, { whole: 9, places: 8 }) ?? ''),
  ),
  z.string().check(z.regex(RATE, 'currencies.rateWrong')),
)
const ticked = z.optional(z.string())

export const CurrencyForm = z.object({
  symbol,
  rate: z.optional(rate),
  followsBank: z.enum(['0', '1']),
  isOn: z.enum(['0', '1']),
  position: z
    .string()
    .check(
      z.refine((typed) => /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= LAST_POSITION, 'catalogue.positionShape'),
    ),
  isSure: ticked,
  reason,
})

export const NewCurrencyForm = z.object({
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z]{3}$/, 'currencies.codeWrong')),
  symbol,
  rate,
  reason,
})
