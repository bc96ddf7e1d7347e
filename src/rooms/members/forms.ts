// What members type, for the pages and the calls alike (specification §3, §5). Messages are message keys.
import * as z from 'zod/mini'
import { ADDRESS_LENGTH, PHONE_LENGTH, UNAME_LENGTH, ZIP_LENGTH } from './limits.ts'

/** Digits alone, or nothing. */
const digits = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, 'account.error.long'), z.regex(/^\d*$/, 'account.error.digits'))

/** What a member says of himself (specification §5). */
export const ProfileForm = z.object({
  uname: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, 'account.error.name'),
      z.maxLength(UNAME_LENGTH, 'account.error.name'),
      z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'account.error.nameSigns'),
    ),
  ucountry: z.string().check(z.trim(), z.regex(/^([A-Z]{2})?$/, 'account.error.country')),
  uphone: z
    .string()
    .check(
      z.trim(),
      z.maxLength(PHONE_LENGTH, 'account.error.long'),
      z.regex(/^(\+?\d[\d ()./-]*)?$/, 'account.error.phone'),
    ),
  umobile: digits(PHONE_LENGTH),
  uzip: digits(ZIP_LENGTH),
  uaddress: z.string().check(z.trim(), z.maxLength(ADDRESS_LENGTH, 'account.error.long')),
})
