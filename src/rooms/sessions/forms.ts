// What the login form asks for (specification §5), checked alike in the browser and on the server.
import * as z from 'zod/mini'
import { LOGIN_NAME_LENGTH, LOGIN_PASSWORD_LENGTH } from './limits.ts'

export const LoginForm = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(2, 'login.nameRequired'), z.maxLength(LOGIN_NAME_LENGTH, 'login.nameRequired')),
  password: z
    .string()
    .check(
      z.minLength(1, 'login.passwordRequired'),
      z.minLength(6, 'login.passwordShort'),
      z.maxLength(LOGIN_PASSWORD_LENGTH, 'login.passwordRequired'),
    ),
  rememberMe: z.optional(z.string()),
})
