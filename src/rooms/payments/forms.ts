// The card form, checked alike in the browser and on the server (specification §5). Messages are keys of the members' words.
// A number may be written in groups, a date without its slash or century, a telephone with its plus, each in the digits of
// another keyboard: people write so.
import * as z from 'zod/mini'
import { bareDigits, plainNumber } from '#platform/i18n/digits.ts'
import { cardBrand, expiryOf, isCardNumber, isExpired } from './card-rules.ts'
import { BILLING_MOST as MOST } from './limits.ts'

const LONG = 'card.error.long'

const required = (key: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `card.error.${key}`), z.maxLength(most, LONG))
const optional = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most, LONG)), '')

const withoutGroups = z.overwrite((text: string) => plainNumber(text).replace(/[\s-]/g, ''))
/** All that follows a complaint about an empty field would complain about it, too. */
const unlessEmpty = (is: (text: string) => boolean) => (text: string) => text === '' || is(text)

const country = (key: string) => z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, `card.error.${key}`))
const digits = unlessEmpty((text) => /^\d+$/.test(text))
const isEmail = (text: string) => z.email().safeParse(text).success

export const BillingForm = z.object({
  cardNo: z.string().check(
    withoutGroups,
    z.minLength(1, 'card.error.number'),
    z.maxLength(MOST.cardNo, 'card.error.numberFormat'),
    z.refine(unlessEmpty(isCardNumber), 'card.error.numberFormat'),
    // Theirs have four digits, and the form takes three.
    z.refine((number) => cardBrand(number) !== 'amex', 'card.error.unsupported'),
  ),
  cardExpire: z.string().check(
    z.overwrite((text) => expiryOf(text) ?? text.trim()),
    z.minLength(1, 'card.error.expire'),
    z.maxLength(MOST.cardExpire, 'card.error.expireFormat'),
    z.refine(
      unlessEmpty((text) => /^(0[1-9]|1[0-2])\/\d{4}$/.test(text) && !isExpired(text, Date.now())),
      'card.error.expireFormat',
    ),
  ),
  cardSecurityCode: z.string().check(
    z.overwrite(plainNumber),
    z.trim(),
    z.minLength(1, 'card.error.code'),
    z.refine(
      unlessEmpty((text) => /^\d{3}$/.test(text)),
      'card.error.codeFormat',
    ),
  ),
  billFirstName: required('firstName', MOST.firstName),
  billLastName: required('lastName', MOST.lastName),
  billAddress: required('address', MOST.address),
  billCity: required('city', MOST.city),
  billState: optional(MOST.state),
  billCountry: country('country'),
  billZip: required('zip', MOST.zip),
  billPhone: z
    .string()
    .check(
      z.overwrite(bareDigits),
      z.minLength(1, 'card.error.phone'),
      z.maxLength(MOST.phone, LONG),
      z.refine(digits, 'card.error.phoneFormat'),
    ),
  billEmail: required('email', MOST.email).check(z.refine(unlessEmpty(isEmail), 'card.error.emailFormat')),
  shipFirstName: optional(MOST.firstName),
  shipLastName: optional(MOST.lastName),
  shipAddress: optional(MOST.address),
  shipCity: optional(MOST.city),
  shipState: optional(MOST.state),
  shipCountry: z._default(z.string().check(z.trim(), z.regex(/^([A-Z]{2})?$/, 'card.error.country')), ''),
  shipZip: optional(MOST.zip),
  shipPhone: z._default(
    z
      .string()
      .check(z.overwrite(bareDigits), z.maxLength(MOST.phone, LONG), z.refine(digits, 'card.error.phoneFormat')),
    '',
  ),
  shipEmail: optional(MOST.email).check(z.refine(unlessEmpty(isEmail), 'card.error.shipEmailFormat')),
})
