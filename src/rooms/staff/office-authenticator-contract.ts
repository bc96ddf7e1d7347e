// Another authenticator app for oneself, in the back office.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Solution } from '#rooms/captcha/contract.ts'
import { SealedPassword } from '#rooms/passwords/schemas.ts'
import { Code } from './office.ts'

export const staffAuthenticatorOffice = defineContract({
  'POST /office/me/authenticator/begin': {
    summary:
      'The secret of another authenticator app, for whoever knows his password and has a code of the app of now, which holds until the new one does. `begun` goes along with a code of the new one, from the same session and within 15 minutes. Refusals as when signing in: `office.wrong`, `office.solveFirst`.',
    access: 'staff',
    perMinute: 'staff-sign-ins',
    body: z.object({ password: SealedPassword, code: Code, altcha: Solution.optional() }),
    data: z.object({ secret: z.string(), uri: z.string(), begun: z.string() }),
  },
  'POST /office/me/authenticator': {
    summary:
      'By a code of the new app it takes the place of the one before; sent again after that it changes nothing. His other sessions end, and he is told by mail. Refusals: `totp.wrongCode` at the code, `office.appOver`.',
    access: 'staff',
    perMinute: 'staff-sign-ins',
    body: z.object({ begun: z.string().max(1_000), code: Code }),
    data: z.null(),
  },
})

type StaffAuthenticatorCalls = typeof staffAuthenticatorOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends StaffAuthenticatorCalls {}
}
