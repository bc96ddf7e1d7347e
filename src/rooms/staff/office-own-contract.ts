// Everybody's own account in the back office.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Solution } from '#rooms/captcha/contract.ts'
import { SealedPassword } from '#rooms/passwords/schemas.ts'
import { LONGEST_NAME, OFFICE_PROVED_WITHIN } from './limits.ts'
import { Code } from './office.ts'
import { Session } from './office-people-contract.ts'

export const staffOwnOffice = defineContract({
  'GET /office/me': {
    summary: 'Who is signed in, with his sessions and what he proves himself with',
    access: 'staff',
    data: z.object({
      email: z.string(),
      name: z.string(),
      role: z.string(),
      /** How many of his recovery codes are left. */
      recoveryCodes: z.number(),
      sessions: z.array(z.object({ ...Session.shape, isThis: z.boolean() })),
    }),
  },
  'POST /office/me/name': {
    summary: 'How colleagues see him',
    access: 'staff',
    body: z.object({ name: z.string().trim().min(1).max(LONGEST_NAME) }),
    data: z.null(),
  },
  'POST /office/me/password': {
    summary:
      'Another password, for whoever knows the one of now and has a code of his app. His other sessions end, and he is told by mail. Refusals as when signing in: `office.wrong`, `office.solveFirst`.',
    access: 'staff',
    perMinute: 'staff-sign-ins',
    body: z.object({
      password: SealedPassword,
      newPassword: SealedPassword,
      code: Code,
      altcha: Solution.optional(),
    }),
    data: z.null(),
  },
  'POST /office/me/recovery-codes': {
    summary: 'New recovery codes, shown this once; those of before open nothing any more. He is told by mail.',
    access: 'staff',
    provedWithin: OFFICE_PROVED_WITHIN,
    data: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  'POST /office/me/sessions/end': {
    summary: 'Ends another of his sessions, or all others',
    access: 'staff',
    body: z.object({ sessionId: z.uuid().optional() }),
    data: z.object({ ended: z.number() }),
  },
})

type StaffOwnCalls = typeof staffOwnOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends StaffOwnCalls {}
}
