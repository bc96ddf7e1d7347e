// The calls about members: becoming one, replacing a password, and what one says of himself.
import { mergeCalls, type ServedCalls, serves } from '#platform/http/serve.ts'
import { type ChangePasswordOptions, changePasswordCalls } from './change-password.ts'
import { changePasswordContract, forgottenContract, registrationContract } from './contract.ts'
import { type EmailChangeOptions, emailChangeCalls } from './email-change.ts'
import { type ForgottenOptions, forgottenCalls } from './forgotten.ts'
import { profileCalls } from './profile-api.ts'
import { type RegistrationOptions, registrationCalls } from './registration.ts'

export function membersCalls(
  options: RegistrationOptions & ForgottenOptions & ChangePasswordOptions & EmailChangeOptions,
): ServedCalls {
  const accounts = serves(
    { ...registrationContract, ...forgottenContract, ...changePasswordContract },
    { ...registrationCalls(options), ...forgottenCalls(options), ...changePasswordCalls(options) },
  )
  return mergeCalls(accounts, profileCalls(options), emailChangeCalls(options))
}
