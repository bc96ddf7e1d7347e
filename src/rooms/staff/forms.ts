// What the forms at the office's door ask for. What a good password is, only the server judges.
import * as z from 'zod/mini'
import { LONGEST_EMAIL, LONGEST_NAME, LONGEST_REASON } from './limits.ts'

const code = z.string().check(z.trim(), z.minLength(1, 'door.codeRequired'), z.maxLength(40, 'door.codeRequired'))

export const SignInForm = z.object({
  email: z.string().check(z.trim(), z.email('door.emailWrong'), z.maxLength(LONGEST_EMAIL, 'door.emailWrong')),
  password: z.string().check(z.minLength(1, 'door.passwordRequired'), z.maxLength(200, 'door.passwordRequired')),
  code,
})

export const ProofForm = z.object({
  password: z.string().check(z.minLength(1, 'door.passwordRequired'), z.maxLength(200, 'door.passwordRequired')),
  code,
})

/** What every act asks for. */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(1, 'act.reasonRequired'), z.maxLength(LONGEST_REASON, 'act.reasonLong'))
export const ReasonForm = z.object({ reason })

export const WelcomeForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'door.nameRequired'), z.maxLength(LONGEST_NAME, 'door.nameRequired')),
  password: z.string().check(z.minLength(1, 'door.passwordRequired'), z.maxLength(200, 'door.passwordRequired')),
  code,
})
