// An address, for the form and for the call alike (specification §5). Messages are message keys.
import * as z from 'zod/mini'
import { MOST } from './limits.ts'

const required = (key: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `address.error.${key}`), z.maxLength(most, 'address.error.long'))
const optional = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most, 'address.error.long')), '')
const digits = /^\d*$/

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
  phoneCode: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(MOST.phoneCode, 'address.error.long'), z.regex(digits, 'address.error.digits')),
    '',
  ),
  phone: required('phone', MOST.phone).check(z.regex(digits, 'address.error.digits')),
  /** '0': the default one (specification §3). Absent: as it is. */
  isDefault: z.optional(z.enum(['0', '1'])),
})
