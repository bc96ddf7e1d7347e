// What members type, for the pages and the calls alike (specification §3, §5). Messages are message keys.
import * as z from 'zod/mini'
import { bareDigits, plainNumber } from '#platform/i18n/digits.ts'
import { lengthOf } from '#rooms/passwords/rules.ts'
import { ADDRESS_LENGTH, EMAIL_LENGTH, PHONE_LENGTH, UNAME_LENGTH, USERNAME_LENGTH, ZIP_LENGTH } from './limits.ts'

/** Digits alone, typed on any keyboard or filled in by the browser in groups, or nothing. */
const digits = (most: number) =>
  z
    .string()
    .check(z.overwrite(bareDigits), z.maxLength(most, 'account.error.long'), z.regex(/^\d*$/, 'account.error.digits'))

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
      z.overwrite(plainNumber),
      z.trim(),
      z.maxLength(PHONE_LENGTH, 'account.error.long'),
      z.regex(/^(\+?\d[\d ()./-]*)?$/, 'account.error.phone'),
    ),
  umobile: digits(PHONE_LENGTH),
  uzip: digits(ZIP_LENGTH),
  uaddress: z.string().check(z.trim(), z.maxLength(ADDRESS_LENGTH, 'account.error.long')),
})

export const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'register.emailTip'),
    z.minLength(6, 'register.emailFormatter'),
    z.maxLength(EMAIL_LENGTH, 'register.emailFormatter'),
    z.email('register.emailFormatter'),
  )

/** No `@`, in whatever form: names and addresses are told apart by it. Nothing that cannot be seen, or two would look the same. */
export const username = z.string().check(
  z.trim(),
  z.minLength(1, 'register.usernameTip'),
  z.minLength(2, 'register.usernameLength'),
  z.maxLength(USERNAME_LENGTH, 'register.usernameLength'),
  z.refine(
    (name: string) =>
      !/[@\p{C}\p{Zl}\p{Zp}]/u.test(name.normalize('NFKC')) && name.normalize('NFKC').trim().length >= 2,
    'register.usernameSigns',
  ),
)

/** A new password of so many characters. */
const newPassword = ({ least, most }: PasswordRule) =>
  z.string().check(
    z.minLength(1, 'login.passwordRequired'),
    z.refine((text: string) => lengthOf(text) >= least && lengthOf(text) <= most, 'password.length'),
  )
const confirmation = z.string().check(z.minLength(1, 'password.confirmTip'))
/** One that is there already: only the server knows whether it is right. */
const password = z.string().check(z.minLength(1, 'login.passwordRequired'), z.minLength(6, 'login.passwordShort'))

export interface PasswordRule {
  least: number
  most: number
}

const same = <T extends { confirmPwd: string }>(name: keyof T & string) =>
  z.refine<T>((values) => values[name] === values.confirmPwd, {
    path: ['confirmPwd'],
    error: 'password.differs',
    when: ({ value }) => Boolean((value as T)[name] && (value as T).confirmPwd),
  })

export const registerForm = (rule: PasswordRule) =>
  z
    .object({
      email,
      username,
      pwd: newPassword(rule),
      confirmPwd: confirmation,
      checkCoupons: z.optional(z.string()),
      checkCondition: z.literal('on', 'register.consent'),
    })
    .check(same('pwd'))

/** `username`: asked for only when the one that was chosen has been taken since. */
export const ConfirmForm = z.object({ pwd: password, username: z.optional(username) })

export const ForgotForm = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(1, 'login.nameRequired'), z.maxLength(EMAIL_LENGTH, 'login.nameRequired')),
  /** Absent where work was done in its place. */
  code: z.optional(z.string().check(z.trim(), z.minLength(1, 'forgot.codeTip'))),
})

export const resetForm = (rule: PasswordRule) =>
  z.object({ newPwd: newPassword(rule), confirmPwd: confirmation }).check(same('newPwd'))

export const changeForm = (rule: PasswordRule) =>
  z
    .object({
      oldPwd: password,
      newPwd: newPassword(rule),
      confirmPwd: confirmation,
      code: z.optional(z.string().check(z.trim())),
    })
    .check(same('newPwd'))

export const EmailForm = z.object({ email })
