// Passkeys of people who work here: each makes, renames and removes his own, signs in with one, and proves himself.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { MOST_PASSKEYS, PASSKEY_NAME_LENGTH } from '#rooms/webauthn/limits.ts'
import { Assertion, CreationOptions, Passkey, Registration, RequestOptions } from '#rooms/webauthn/schemas.ts'
import { OFFICE_PROVED_WITHIN } from './limits.ts'
import { Me } from './office.ts'

/** The browser's own question comes between the two calls, and waits as long as its challenge. */
const AND_ANSWERED_WITHIN = OFFICE_PROVED_WITHIN + 300

export const staffPasskeysOffice = defineContract({
  'POST /office/session/passkey/begin': {
    summary:
      'What a browser needs to sign in to the back office with a passkey (WebAuthn), whoever’s it is. Its challenge is good once, for five minutes.',
    access: 'public',
    perMinute: 'staff-sign-ins',
    data: RequestOptions,
  },
  'POST /office/session/passkey': {
    summary:
      'Signs in with a passkey, which is both factors at once. A member’s passkey opens nothing here. Whatever is wrong, the refusal is the same: `office.passkeyRefused`.',
    access: 'public',
    perMinute: 'staff-sign-ins',
    body: Assertion,
    data: Me,
  },
  'POST /office/prove/passkey/begin': {
    summary: 'What a browser needs to prove again, with one of his passkeys, who one is',
    access: 'staff',
    perMinute: 'staff-sign-ins',
    data: RequestOptions,
  },
  'POST /office/prove/passkey': {
    summary:
      'Proves again who one is, for what asks it (403 `login.proveAgain`), with a passkey in place of password and code. Refusal: `office.passkeyRefused`.',
    access: 'staff',
    perMinute: 'staff-sign-ins',
    body: Assertion,
    data: z.null(),
  },
  'GET /office/me/passkeys': {
    summary: `One’s own passkeys, the oldest first; there are at most ${MOST_PASSKEYS}`,
    access: 'staff',
    data: z.object({ passkeys: z.array(Passkey) }),
  },
  'POST /office/me/passkeys/begin': {
    summary:
      'What a browser needs to make a passkey (WebAuthn). Its challenge is good once, in this session, for five minutes.',
    access: 'staff',
    provedWithin: OFFICE_PROVED_WITHIN,
    perMinute: 'staff-sign-ins',
    data: CreationOptions,
  },
  'POST /office/me/passkeys': {
    summary: 'Adds the passkey that the browser has made. Its person is told by mail.',
    access: 'staff',
    provedWithin: AND_ANSWERED_WITHIN,
    perMinute: 'staff-sign-ins',
    body: Registration,
    data: Passkey,
  },
  'POST /office/me/passkeys/{id}/rename': {
    summary: 'Gives one of his passkeys another name',
    access: 'staff',
    params: z.object({ id: z.uuid() }),
    body: z.object({ name: z.string().trim().min(1).max(PASSKEY_NAME_LENGTH) }),
    data: z.null(),
  },
  'DELETE /office/me/passkeys/{id}': {
    summary: 'Removes one of his passkeys; password and app stay. He is told by mail.',
    access: 'staff',
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: z.uuid() }),
    data: z.null(),
  },
})

type StaffPasskeysCalls = typeof staffPasskeysOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends StaffPasskeysCalls {}
}
