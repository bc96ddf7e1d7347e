// What the questions before changes of settings ask for.
import * as z from 'zod/mini'
import { mayPartThousands, plainDecimal, readDecimal } from '#platform/i18n/typed-number.ts'
import { reason } from '#rooms/staff/forms.ts'
import { MOST_LEVELS } from '../limits.ts'

export const SettingForm = z.object({ value: z.string().check(z.trim()), reason })

/** What is no number is the server's to refuse: it knows which are. */
export const NumberForm = z.object({
  value: z.pipe(
    z.string().check(z.refine((typed) => !mayPartThousands(typed), 'currencies.rateComma')),
    z.transform((typed) => plainDecimal(typed, { whole: 9, places: 8 }) ?? typed.trim()),
  ),
  reason,
})

/** A question that asks for nothing but a yes. */
export const NothingForm = z.object({})

/** Rows by their places; without a name, none. */
export const LevelsForm = z.pipe(
  z.looseObject({ reason }).check((payload) => {
    for (const n of rowsIn(payload.value))
      for (const field of [`growth.${n}`, `discount.${n}`])
        if (numberIn(payload.value[field]) === undefined)
          payload.issues.push({
            code: 'custom',
            path: [field],
            message: 'settings.numberWrong',
            input: payload.value[field],
          })
  }),
  z.transform((typed) => ({
    reason: typed.reason,
    levels: Array.from({ length: MOST_LEVELS }, (_, n) =>
      isRow(typed, n)
        ? {
            name: String(typed[`name.${n}`]).trim(),
            growth: numberIn(typed[`growth.${n}`])!,
            discount: numberIn(typed[`discount.${n}`])!,
          }
        : undefined,
    ),
  })),
)

const isRow = (typed: Record<string, unknown>, n: number) => String(typed[`name.${n}`] ?? '').trim() !== ''

const rowsIn = (typed: Record<string, unknown>) =>
  Array.from({ length: MOST_LEVELS }, (_, n) => n).filter((n) => isRow(typed, n))

const numberIn = (typed: unknown) => readDecimal(String(typed ?? ''), { whole: 9, places: 2 })

/** What is ticked, in the order in which it stands there. */
export const SomeForm = z.pipe(
  z.looseObject({ reason }).check((payload) => {
    if (tickedIn(payload.value).length === 0)
      payload.issues.push({ code: 'custom', path: ['value'], message: 'settings.noneTicked', input: undefined })
  }),
  z.transform((typed) => ({ reason: typed.reason, value: tickedIn(typed).join(',') })),
)

const TICK = 'some.'

const tickedIn = (typed: Record<string, unknown>) =>
  Object.keys(typed)
    .filter((name) => name.startsWith(TICK))
    .map((name) => name.slice(TICK.length))

/** With a text by language. */
export const ContactForm = z.looseObject({ reason })
