// What the forms at the office's door, and those about who works here, ask for. What a good password is, only the server judges.
import * as z from 'zod/mini'
import { PASSKEY_NAME_LENGTH } from '#rooms/webauthn/limits.ts'
import { LONGEST_EMAIL, LONGEST_NAME, LONGEST_REASON, LONGEST_ROLE, LONGEST_VIEW_NAME, ROLE_NAME } from './limits.ts'

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

export const CodeForm = z.object({ code })

/** What every act asks for. */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(1, 'act.reasonRequired'), z.maxLength(LONGEST_REASON, 'act.reasonLong'))
export const ReasonForm = z.object({ reason })

const role = z.string().check(z.minLength(1, 'staff.roleRequired'))
export const RoleForm = z.object({ role, reason })
export const InviteForm = z.object({
  email: z.string().check(z.trim(), z.email('door.emailWrong'), z.maxLength(LONGEST_EMAIL, 'door.emailWrong')),
  role,
  reason,
})
export const NewRoleForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'staff.roleNameWrong'), z.maxLength(LONGEST_ROLE, 'staff.roleNameWrong'))
    .check(z.regex(ROLE_NAME, 'staff.roleNameWrong')),
  reason,
})
/** With a box for each permission. */
export const GrantsForm = z.looseObject({ reason })
/** Asks for nothing but the press itself. */
export const SureForm = z.object({})

export const NameForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'door.nameRequired'), z.maxLength(LONGEST_NAME, 'door.nameRequired')),
})
export const PasskeyNameForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'door.nameRequired'), z.maxLength(PASSKEY_NAME_LENGTH, 'door.nameRequired')),
})
export const PasswordForm = z.object({
  password: z.string().check(z.minLength(1, 'door.passwordRequired'), z.maxLength(200, 'door.passwordRequired')),
  newPassword: z.string().check(z.minLength(1, 'staff.me.newRequired'), z.maxLength(200, 'staff.me.newRequired')),
  code,
})

export const WelcomeForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'door.nameRequired'), z.maxLength(LONGEST_NAME, 'door.nameRequired')),
  password: z.string().check(z.minLength(1, 'door.passwordRequired'), z.maxLength(200, 'door.passwordRequired')),
  code,
})

const viewName = z
  .string()
  .check(z.trim(), z.minLength(1, 'lists.viewNameWrong'), z.maxLength(LONGEST_VIEW_NAME, 'lists.viewNameWrong'))
/** `shared`: a box. */
export const ViewForm = z.object({ name: viewName, shared: z.optional(z.string()) })
export const RenameForm = z.object({ name: viewName })
export const NothingForm = z.object({})
