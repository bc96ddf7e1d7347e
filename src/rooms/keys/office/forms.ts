// What the questions about keys ask for.
import * as z from 'zod/mini'
import { readDecimal } from '#platform/i18n/typed-number.ts'
import { reason } from '#rooms/staff/forms.ts'
import { LONGEST_SOURCE, MOST_LINES, MOST_TEXT } from '#rooms/vault/limits.ts'

/** Hundredths; undefined: nothing was typed, or no amount. */
export function readCost(typed: string): number | undefined {
  const cost = readDecimal(typed, { whole: 6, places: 2 })
  return cost === undefined ? undefined : Math.round(cost * 100)
}

const skuCode = z.string().check(z.trim(), z.minLength(1, 'keys.codeNeeded'), z.maxLength(200, 'keys.tooLong'))

export const MoveForm = z.object({ skuCode, reason })

export const ImportForm = z.object({
  skuCode,
  source: z.string().check(z.trim(), z.minLength(1, 'keys.sourceNeeded'), z.maxLength(LONGEST_SOURCE, 'keys.tooLong')),
  supplier: z.string().check(z.trim(), z.maxLength(LONGEST_SOURCE, 'keys.tooLong')),
  cost: z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || readCost(typed) !== undefined, 'keys.costShape'),
  ),
  currency: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/, 'keys.currencyShape')),
  text: z.string().check(
    z.refine((typed) => typed.trim() !== '', 'keys.textNeeded'),
    z.maxLength(MOST_TEXT, 'keys.textLong'),
    z.refine((typed) => typed.trimEnd().split('\n').length <= MOST_LINES, 'keys.textLong'),
  ),
})
