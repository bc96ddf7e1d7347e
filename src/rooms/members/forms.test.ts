// What members type, by the rules of the specification (§5): what each field refuses, and by which message.
import { describe, expect, test } from 'vitest'
import { LoginForm } from '#rooms/sessions/forms.ts'
import { checked } from '#ui/form-check.ts'
import { changeForm, EmailForm, ForgotForm, registerForm, resetForm } from './forms.ts'

const RULE = { least: 6, most: 16 }
const long = (n: number) => 'x'.repeat(n)
const email = (length: number) => `${long(length - 8)}@mail.be`

const FORMS = {
  login: [LoginForm, { username: 'ada', password: 'plum engine' }],
  register: [
    registerForm(RULE),
    { email: 'a@b.de', username: 'ada', pwd: 'plum engine', confirmPwd: 'plum engine', checkCondition: 'on' },
  ],
  forgot: [ForgotForm, { username: 'ada', code: 'HX4KR' }],
  reset: [resetForm(RULE), { newPwd: 'plum engine', confirmPwd: 'plum engine' }],
  change: [changeForm(RULE), { oldPwd: 'plum engine', newPwd: 'pear engine', confirmPwd: 'pear engine' }],
  email: [EmailForm, { email: 'ada@mail.be' }],
} as const

type Name = keyof typeof FORMS

function errors(name: Name, over: object) {
  const [form, good] = FORMS[name]
  return checked(form as (typeof FORMS)['email'][0], { ...good, ...over } as never).errors
}

test('what is right is taken, by each of them', () => {
  for (const name of Object.keys(FORMS) as Name[]) expect([name, errors(name, {})]).toEqual([name, {}])
})

test.each<[Name, string, unknown, string | undefined]>([
  ['login', 'username', '', 'login.nameRequired'],
  ['login', 'username', 'a', 'login.nameRequired'],
  ['login', 'username', 'ab', undefined],
  ['login', 'username', long(50), undefined],
  ['login', 'username', long(51), 'login.nameRequired'],
  ['login', 'password', '', 'login.passwordRequired'],
  ['login', 'password', '12345', 'login.passwordShort'],
  ['login', 'password', '123456', undefined],
  ['login', 'password', long(30), undefined],
  ['register', 'email', '', 'register.emailTip'],
  ['register', 'email', 'a@b.c', 'register.emailFormatter'],
  ['register', 'email', 'ada at mail', 'register.emailFormatter'],
  ['register', 'email', email(50), undefined],
  ['register', 'email', email(51), 'register.emailFormatter'],
  ['register', 'username', '', 'register.usernameTip'],
  ['register', 'username', 'a', 'register.usernameLength'],
  ['register', 'username', 'ab', undefined],
  ['register', 'username', long(30), undefined],
  ['register', 'username', long(31), 'register.usernameLength'],
  ['register', 'checkCondition', undefined, 'register.consent'],
  ['register', 'checkCoupons', 'on', undefined],
  ['forgot', 'username', '', 'login.nameRequired'],
  ['forgot', 'code', '', 'forgot.codeTip'],
  ['change', 'oldPwd', '', 'login.passwordRequired'],
  ['change', 'oldPwd', '12345', 'login.passwordShort'],
  ['email', 'email', '', 'register.emailTip'],
  ['email', 'email', 'ada@mail', 'register.emailFormatter'],
])('%s: %s = %j: %s', (name, field, value, message) => {
  expect(errors(name, { [field]: value })).toEqual(message ? { [field]: message } : {})
})

describe.each<[Name, string]>([
  ['register', 'pwd'],
  ['reset', 'newPwd'],
  ['change', 'newPwd'],
])('%s: a new password', (name, field) => {
  const both = (text: string) => errors(name, { [field]: text, confirmPwd: text })

  test('has 6 to 16 characters, as Unicode counts them', () => {
    expect(both('')).toEqual({ [field]: 'login.passwordRequired', confirmPwd: 'password.confirmTip' })
    expect([both('12345'), both(long(17))]).toEqual(Array(2).fill({ [field]: 'password.length' }))
    expect([both('123456'), both(long(16)), both('🎲'.repeat(16))]).toEqual([{}, {}, {}])
  })

  test('is repeated', () => {
    expect(errors(name, { confirmPwd: '' })).toEqual({ confirmPwd: 'password.confirmTip' })
    expect(errors(name, { confirmPwd: 'another one' })).toEqual({ confirmPwd: 'password.differs' })
  })
})
