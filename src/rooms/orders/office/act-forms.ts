// What the questions before acts on orders ask for.
import * as z from 'zod/mini'
import { LOCALES } from '#platform/i18n/locales.ts'
import { readAmount } from '#platform/i18n/typed-number.ts'
import { reason } from '#rooms/staff/forms.ts'
import { EMAIL_LENGTH } from '../limits.ts'

export const RefundForm = z
  .looseObject({ what: z.enum(['all', 'amount', 'units']), amount: z.optional(z.string()), reason })
  .check(
    z.refine(({ what, amount }) => what !== 'amount' || readAmount(amount ?? '') !== undefined, {
      path: ['amount'],
      error: 'order.amountWrong',
    }),
    z.refine((typed) => typed.what !== 'units' || unitsIn(typed).length > 0, {
      path: ['what'],
      error: 'order.unitsNone',
    }),
  )

/** Of the boxes that are ticked: `unit 1.2`. */
export const unitsIn = (typed: Record<string, unknown>) =>
  Object.keys(typed).flatMap((name) => {
    const [, line, unit] = /^unit (\d+)\.(\d+)$/.exec(name) ?? []
    return line && unit ? [{ line: Number(line), unit: Number(unit) }] : []
  })

/** `required`: what is said where nothing was typed. */
const reference = (required: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.regex(/^[\x21-\x7e][\x20-\x7e]{0,199}$/, 'order.referencePlain'),
    )

export const MadeForm = z.object({
  reference: reference('order.referenceRequired'),
  reason,
})

/** `unanswered`: a box that was ticked. */
export const MarkPaidForm = z.object({
  amount: z.pipe(
    z.string().check(z.refine((typed) => readAmount(typed) !== undefined, 'order.amountWrong')),
    z.transform((typed) => readAmount(typed)!),
  ),
  reference: reference('order.bankReferenceRequired'),
  unanswered: z.optional(z.string()),
  reason,
})

/** `unanswered`: a box that was ticked. */
export const CancelForm = z.object({ unanswered: z.optional(z.string()), reason })

export const NothingForm = z.object({})

const email = z.string().check(z.trim(), z.email('order.emailWrong'), z.maxLength(EMAIL_LENGTH, 'order.emailWrong'))

/** `staysInAccount`: a box that was ticked. */
export const ReaddressForm = z.object({ email, staysInAccount: z.optional(z.string()), reason })

/** `lines`: how many there are, empty without any. */
export const NewOrderForm = z.object({
  email,
  locale: z.enum(LOCALES.map(({ code }) => code)),
  lines: z.string().check(z.minLength(1, 'order.new.lineNone')),
  way: z.enum(['free', 'pay', 'balance']),
  /** Empty: the usual one of the language. */
  currency: z.string(),
  reason,
})

/** The unit as `1.2`. */
export const ReplaceForm = z.object({
  unit: z.string().check(z.regex(/^\d+\.\d+$/, 'order.unitNone')),
  reason,
})
