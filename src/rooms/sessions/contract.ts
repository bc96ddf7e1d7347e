// Signing in and out, and who is signed in.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Solution } from '#rooms/captcha/contract.ts'
import { User } from '#rooms/members/schemas.ts'
import { SealedPassword } from '#rooms/passwords/schemas.ts'
import { LOGIN_NAME_LENGTH } from './limits.ts'

export const sessionsContract = defineContract({
  'POST /api/login': {
    summary:
      'Signs in by username or e-mail address and encrypted password. The session goes out as a cookie, and as `token` for programs, which send it as `Authorization: Bearer`. A refusal never tells whether there is such a member; its `msg` is a sentence in the request’s language. After some failures the refusal carries a challenge, whose solution the next attempt brings along.',
    access: 'public',
    body: z.object({
      username: z.string().trim().min(2).max(LOGIN_NAME_LENGTH),
      password: SealedPassword,
      rememberMe: z.boolean().default(false),
      altcha: Solution.optional(),
    }),
    data: z.object({ token: z.string(), user: User }),
  },
  'GET /api/logout': {
    summary: 'Ends this session. `token` is ignored: a session is ended by whoever has it (decision A8).',
    access: 'public',
    changes: true,
    query: z.object({ token: z.string().max(200).optional() }),
    data: z.null(),
  },
  'GET /api/getInfo': {
    summary: 'Who is signed in, and what the shop knows of him',
    access: 'member',
    data: User,
  },
})

type SessionsCalls = typeof sessionsContract
declare module '#browser/calls.ts' {
  interface Calls extends SessionsCalls {}
}
