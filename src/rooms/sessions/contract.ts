// Signing in and out, and who is signed in.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { Solution } from '#rooms/captcha/contract.ts'
import { User } from '#rooms/members/schemas.ts'
import { SealedPassword } from '#rooms/passwords/schemas.ts'
import { LOGIN_NAME_LENGTH } from './limits.ts'

/** One of them: a code of the authenticator app, or a recovery code. */
const SecondProof = {
  code: z.string().trim().max(20).optional(),
  recoveryCode: z.string().trim().max(40).optional(),
}

const Page = z.object({
  ...pageQuery(20),
})

/** Where somebody signed in: what his browser says of itself, and the country that a trusted proxy names. */
const Place = { system: z.string(), device: z.string(), country: z.string().nullable() }

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
  'POST /api/login/second': {
    summary:
      'Goes on where the login was refused with the reason `login.secondFactor`: the ticket of that refusal, good for five minutes, and a code of the authenticator app, or one of the recovery codes. Each counts once. Wrong ones are slowed as passwords are; after 20 in ten minutes none is looked at (429).',
    access: 'public',
    body: z.object({ ticket: z.string().max(200), ...SecondProof, altcha: Solution.optional() }),
    data: z.object({ token: z.string(), user: User }),
  },
  'POST /api/security/prove': {
    summary:
      'Proves again who the member is, for what asks it (403 `login.proveAgain`): his password and, where it is set up, a code. Without the code: a refusal with the reason `login.secondFactor`. Wrong ones are slowed and end (429) as at the login.',
    access: 'member',
    body: z.object({ password: SealedPassword, ...SecondProof, altcha: Solution.optional() }),
    data: z.null(),
  },
  'GET /api/logout': {
    summary: 'Ends this session. `token` is ignored: a session is ended by whoever has it (decision A8).',
    access: 'public',
    knowsMembers: true,
    changes: true,
    query: z.object({ token: z.string().max(200).optional() }),
    data: z.null(),
  },
  'GET /api/getInfo': {
    summary: 'Who is signed in, and what the shop knows of him',
    access: 'member',
    data: User,
  },
  'GET /api/profile/sessions': {
    summary: 'Where the member is signed in, the last used first. Of the address only its network is shown.',
    access: 'member',
    query: Page,
    rows: z.object({
      id: z.uuid(),
      ...Place,
      address: z.string(),
      beganAt: z.iso.datetime(),
      usedAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  },
  'DELETE /api/profile/sessions/{id}': {
    summary: 'Ends one of the member’s sessions',
    access: 'member',
    params: z.object({ id: z.uuid() }),
    data: z.null(),
  },
  'DELETE /api/profile/sessions': {
    summary: 'Ends all of the member’s sessions but this one; answers how many',
    access: 'member',
    data: z.object({ ended: z.number() }),
  },
  'GET /api/profile/history': {
    summary: 'When and from where the member signed in, the latest first',
    access: 'member',
    query: Page,
    rows: z.object({
      time: z.iso.datetime(),
      ip: z.string(),
      ...Place,
      /** What proved who he is: password, password and code, recovery code, passkey. */
      method: z.string(),
    }),
  },
})

type SessionsCalls = typeof sessionsContract
declare module '#browser/calls.ts' {
  interface Calls extends SessionsCalls {}
}
