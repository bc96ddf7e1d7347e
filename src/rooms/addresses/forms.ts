// An address, for the form and for the call alike (specification §5). Messages are message keys.
import * as z from 'zod/mini'
import { bareDigits } from '#platform/i18n/digits.ts'
import { MOST } from './limits.ts'

const required = (key: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `address.error.${key}`), z.maxLength(most, 'address.error.long'))
const optional = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most, 'address.error.long')), '')
/** Typed on any keyboard, or filled in by the browser in groups. */
const digits = (most: number) =>
  z
    .string()
    .check(z.overwrite(bareDigits), z.maxLength(most, 'address.error.long'), z.regex(/^\d*$/, 'address.error.digits'))

export const AddressForm = z.object({
  firstName: required('firstName', MOST.name),
  lastName: required('lastName', MOST.name),
  address: required('address', MOST.line),
  addressOther: optional(MOST.line),
  city: required('city', MOST.place),
  province: required('province', MOST.place),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, 'address.error.country')),
  zip: optional(MOST.zip),
  /** Of the telephone, without `+`; some countries have none. */
  phoneCode: z._default(digits(MOST.phoneCode), ''),
  phone: digits(MOST.phone).check(z.minLength(1, 'address.error.phone')),
  /** '0': the default one (specification §3). Absent: as it is. */
  isDefault: z.optional(z.enum(['0', '1'])),
})
