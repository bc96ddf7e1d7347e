// Who works here: signing in to the back office and out of it (../../../docs/decisions/059). Nobody is in without a second factor.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Challenge, Solution } from '#rooms/captcha/contract.ts'
import { SealedPassword } from '#rooms/passwords/schemas.ts'
import { LONGEST_EMAIL, LONGEST_NAME } from './limits.ts'

/** Of an authenticator app. */
export const Code = z.string().trim().max(20)

/** Whoever is signed in, and until when. */
export const Me = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Of the roles that a new shop starts with, or a name that its owner gave. */
  role: z.string(),
  /** Verbs on nouns: `orders.read`. */
  permissions: z.array(z.string()),
  /** At this moment the session ends whatever he does. */
  endsAt: z.iso.datetime(),
  /** Without a person's input it ends after so many seconds. */
  idleSeconds: z.number(),
  /** Seconds since he last proved who he is; acts that cost money or show secrets ask for it again. */
  provedSecondsAgo: z.number(),
  shop: z.string(),
  /** He visits a demo: of who works here he changes nothing. */
  isDemo: z.boolean(),
})
export type Me = z.infer<typeof Me>

/** In the data of `office.wrong`, and of `office.solveFirst`, which comes when nothing was solved: after some failures, what to solve and send along as `altcha`. */
const Refusal = z.object({ challenge: Challenge.optional() })
export type Refusal = z.infer<typeof Refusal>

/** What a link opens: of 256 random bits. It stands behind `#`, so that no server and no log sees it. */
const Token = z.string().max(100)

export const staffOffice = defineContract({
  'GET /office/door': {
    summary:
      'What the sign-in page says before anybody is known: the shop’s name, whether this is a demo, and whether its office is for whoever has the token that it printed at its start',
    access: 'public',
    data: z.object({ shop: z.string(), isDemo: z.boolean(), needsToken: z.boolean() }),
  },
  'GET /office/session': {
    summary: 'Who is signed in to the back office. Asking does not renew the session.',
    access: 'staff',
    data: Me,
  },
  'POST /office/session': {
    summary:
      'Signs in: e-mail address, encrypted password, and a code of the authenticator app or a recovery code, all at once, so that a refusal (`office.wrong`) tells nobody which of them was wrong. After some failures it carries a challenge, whose solution the next attempt brings along.',
    access: 'public',
    perMinute: 'staff-sign-ins',
    body: z.object({
      email: z.string().trim().min(3).max(LONGEST_EMAIL),
      password: SealedPassword,
      code: Code.optional(),
      recoveryCode: z.string().trim().max(40).optional(),
      altcha: Solution.optional(),
    }),
    data: Me,
  },
  'POST /office/demo': {
    summary:
      'Enters the office of a demo shop as its owner. Where others than whoever sits at its machine reach it, with the token that it printed at its start (403 `office.demoToken`). A shop that sells has no such call: 404.',
    access: 'public',
    perMinute: 'staff-sign-ins',
    body: z.object({ token: Token.optional() }),
    data: Me,
  },
  'POST /office/session/renew': {
    summary: 'A person has pressed or typed something: the session lives for its idle time again',
    access: 'staff',
    data: z.null(),
  },
  'POST /office/prove': {
    summary:
      'Proves again who one is, for what asks it (403 `login.proveAgain`). Refusal: `office.wrong`, as when signing in.',
    access: 'staff',
    perMinute: 'staff-sign-ins',
    body: z.object({ password: SealedPassword, code: Code, altcha: Solution.optional() }),
    data: z.null(),
  },
  'DELETE /office/session': { summary: 'Signs out', access: 'staff', data: z.null() },
  'POST /office/invitation': {
    summary:
      'What a link of `npm run owner` begins: for whom it is, and the secret of an authenticator app, new at each call. Refusal: `office.linkOver`, for a link that was used, is older than a day or is none.',
    access: 'public',
    perMinute: 'staff-sign-ins',
    body: z.object({ token: Token }),
    data: z.object({ email: z.string(), name: z.string(), role: z.string(), secret: z.string(), uri: z.string() }),
  },
  'POST /office/invitation/accept': {
    summary:
      'Chooses name and password, shows by a code that the app has the secret, and is signed in. The link is used up, other sessions of this person end. `recoveryCodes` are shown this once. Refusals: `office.linkOver`, `totp.wrongCode`.',
    access: 'public',
    perMinute: 'staff-sign-ins',
    body: z.object({
      token: Token,
      name: z.string().trim().min(1).max(LONGEST_NAME),
      password: SealedPassword,
      code: Code,
    }),
    data: z.object({ me: Me, recoveryCodes: z.array(z.string()) }),
  },
})

type StaffCalls = typeof staffOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends StaffCalls {}
}
