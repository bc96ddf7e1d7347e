// Another e-mail address for a member (decision F3).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { email } from './forms.ts'

/** From the link of a mail. */
const Link = z.object({ token: z.string().min(1).max(200) })

export const emailContract = defineContract({
  'GET /api/profile/email': {
    summary: 'The address that waits to be confirmed, if there is one',
    access: 'member',
    data: z.object({ email: z.string(), until: z.iso.datetime() }).nullable(),
  },
  'POST /api/profile/email': {
    summary:
      'Asks for another e-mail address; a link is mailed there. The answer is the same whether somebody has it already, who is told by mail. It takes the place of one that was asked for before.',
    access: 'member',
    provedWithin: 900,
    perMinute: 6,
    body: z.object({ email }),
    data: z.null(),
  },
  'POST /api/profile/email/confirm': {
    summary:
      'Confirms the other address by the token of the link that was mailed there: once, within 24 hours, and signed in as the member who asked. The address before is told.',
    access: 'member',
    perMinute: 20,
    body: Link,
    data: z.object({ email: z.string() }),
  },
  'POST /api/profile/email/undo': {
    summary:
      'Takes a change of address back, by the token of the link that was mailed to the address before: once, within 7 days. All sessions end and the password opens no more, for whoever changed it knew it. `email.addressTaken`: another account has the address by now; the link works again once it has not.',
    access: 'public',
    perMinute: 20,
    body: Link,
    data: z.null(),
  },
})

type EmailCalls = typeof emailContract
declare module '#browser/calls.ts' {
  interface Calls extends EmailCalls {}
}
