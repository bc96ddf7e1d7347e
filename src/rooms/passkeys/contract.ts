// Passkeys: made, listed, renamed and removed by their member; he signs in with them, and proves himself.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { User } from '#rooms/members/schemas.ts'
import { MOST_PASSKEYS, PASSKEY_NAME_LENGTH } from '#rooms/webauthn/limits.ts'
import { Assertion, CreationOptions, Passkey, Registration, RequestOptions } from '#rooms/webauthn/schemas.ts'

/** Changing what proves a member asks him to prove himself (decision F3). */
const PROVED_WITHIN = 900
/** The browser's own question comes between the two calls, and waits as long as its challenge. */
const AND_ANSWERED_WITHIN = PROVED_WITHIN + 300

export const passkeysContract = defineContract({
  'GET /api/profile/passkeys': {
    summary: `The member’s passkeys, the oldest first; there are at most ${MOST_PASSKEYS}`,
    access: 'member',
    query: z.object({
      ...pageQuery(MOST_PASSKEYS),
    }),
    rows: Passkey,
  },
  'POST /api/profile/passkeys/begin': {
    summary:
      'What a browser needs to make a passkey for this member (WebAuthn). Its challenge is good once, in this session, for five minutes.',
    access: 'member',
    provedWithin: PROVED_WITHIN,
    perMinute: 'security',
    data: CreationOptions,
  },
  'POST /api/profile/passkeys': {
    summary: 'Adds the passkey that the browser has made. Its member is told by mail.',
    access: 'member',
    provedWithin: AND_ANSWERED_WITHIN,
    perMinute: 'security',
    body: Registration,
    data: Passkey,
  },
  'POST /api/profile/passkeys/{id}/rename': {
    summary: 'Gives one of the member’s passkeys another name',
    access: 'member',
    params: z.object({ id: z.uuid() }),
    body: z.object({ name: z.string().trim().min(1).max(PASSKEY_NAME_LENGTH) }),
    data: z.null(),
  },
  'DELETE /api/profile/passkeys/{id}': {
    summary: 'Removes one of the member’s passkeys. He is told by mail.',
    access: 'member',
    provedWithin: PROVED_WITHIN,
    params: z.object({ id: z.uuid() }),
    data: z.null(),
  },
  'POST /api/login/passkey/begin': {
    summary:
      'What a browser needs to sign in with a passkey (WebAuthn), whoever’s it is. Its challenge is good once, for five minutes.',
    access: 'public',
    perMinute: 'security',
    data: RequestOptions,
  },
  'POST /api/login/passkey': {
    summary:
      'Signs in with a passkey, which is both factors at once. The session goes out as that of a password’s. Whatever is wrong, the refusal is the same.',
    access: 'public',
    body: z.object({ answer: Assertion, rememberMe: z.boolean().default(false) }),
    data: z.object({ token: z.string(), user: User }),
  },
  'POST /api/security/prove/passkey/begin': {
    summary: 'What a browser needs to prove again, with one of his passkeys, who the member is',
    access: 'member',
    perMinute: 'security',
    data: RequestOptions,
  },
  'POST /api/security/prove/passkey': {
    summary:
      'Proves again who the member is, for what asks it (403 `login.proveAgain`), with a passkey in place of password and code.',
    access: 'member',
    body: Assertion,
    data: z.null(),
  },
})

type PasskeysCalls = typeof passkeysContract
declare module '#browser/calls.ts' {
  interface Calls extends PasskeysCalls {}
}
