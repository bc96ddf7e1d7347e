// The shop's currencies, as the back office shows and changes them.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { LAST_POSITION, LONGEST_SYMBOL, RATE } from './limits.ts'

const reason = z.string().trim().min(1).max(LONGEST_REASON)
/** What he saw of it: where it has changed since, nothing is done (`currencies.refused.changed`). */
const seen = z.string().max(40)
// No invisible or turning characters: it stands before every price.
const symbol = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_SYMBOL)
  .regex(/^[\p{L}\p{Sc}\p{P}\p{N}]+$/u)
/** Units per US dollar. */
const rate = z.string().trim().regex(RATE)
const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

export const moneyOffice = defineContract({
  'GET /office/currencies': {
    summary: 'Every currency with its rate, what the European Central Bank said last, and who changed it',
    access: { staff: 'settings.read' },
    data: z.object({
      /** By how many percent a rate may jump. */
      mostJump: z.number(),
      rows: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          symbol: z.string(),
          name: z.string(),
          rate: z.string(),
          position: z.number(),
          isOn: z.boolean(),
          followsBank: z.boolean(),
          bank: z
            .object({
              rate: z.string(),
              day: z.string(),
              /** How far from the rate that counts. */
              percent: z.number(),
            })
            .nullable(),
          changedAt: z.iso.datetime().nullable(),
          changedBy: z.string().nullable(),
          seen,
        }),
      ),
    }),
  },
  'POST /office/currencies': {
    summary: 'One more currency to sell in, the last in the list',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    body: z.object({
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/),
      symbol,
      rate,
      reason,
    }),
    data: z.object({ id: z.number() }),
  },
  'POST /office/currencies/{id}': {
    summary:
      'Changes one. A rate that is further from the last one than a rate may jump is refused (`currencies.refused.jump`) unless `isSure`; US dollars, in which everything is counted, stay on at 1.',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: z.object({
      ...{ symbol, rate, isOn: z.boolean(), followsBank: z.boolean(), isSure: z.boolean(), seen, reason },
      position: z.number().int().min(0).max(LAST_POSITION),
    }),
    data: z.null(),
  },
  'POST /office/currencies/{id}/take-bank': {
    summary: 'Takes the central bank’s rate, which had jumped and was not taken',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: z.object({ rate, seen, reason }),
    data: z.null(),
  },
  'POST /office/currency-rates': {
    summary: 'Asks the European Central Bank now, as a job does every three hours',
    access: { staff: 'settings.write' },
    body: z.object({}),
    data: z.object({
      day: z.string(),
      taken: z.array(z.string()),
      /** Too far from the last one: somebody must say that they are right. */
      jumped: z.array(z.string()),
    }),
  },
})

type MoneyOfficeCalls = typeof moneyOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends MoneyOfficeCalls {}
}
