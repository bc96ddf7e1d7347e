// The calls about members: becoming one, replacing a password, and what one says of himself.
import { type ServedCalls, serves } from '#platform/http/serve.ts'
import { type ChangePasswordOptions, changePasswordCalls } from './change-password.ts'
import { changePasswordContract, forgottenContract, registrationContract } from './contract.ts'
import { type ForgottenOptions, forgottenCalls } from './forgotten.ts'
import { profileCalls } from './profile-api.ts'
import { type RegistrationOptions, registrationCalls } from './registration.ts'

export function membersCalls(options: RegistrationOptions & ForgottenOptions & ChangePasswordOptions): ServedCalls {
  const profile = profileCalls(options.db)
  const accounts = serves(
    { ...registrationContract, ...forgottenContract, ...changePasswordContract },
    { ...registrationCalls(options), ...forgottenCalls(options), ...changePasswordCalls(options) },
  )
  return {
    contract: { ...accounts.contract, ...profile.contract },
    handlers: { ...accounts.handlers, ...profile.handlers },
  }
}
