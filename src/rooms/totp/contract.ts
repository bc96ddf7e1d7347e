// Codes of an authenticator app (TOTP, RFC 6238) as a second factor, and its recovery codes.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

/** Changing what proves a member asks him to prove himself (decision F3). */
const PROVED_WITHIN = 900

const RecoveryCodes = z.object({
  /** Shown now and never again; each counts once. */
  recoveryCodes: z.array(z.string()),
})

export const totpContract = defineContract({
  'GET /api/profile/totp': {
    summary: 'Whether codes of an authenticator app are asked for, since when, and how many recovery codes are left',
    access: 'member',
    data: z.object({ isOn: z.boolean(), since: z.iso.datetime().nullable(), recoveryCodesLeft: z.number() }),
  },
  'POST /api/profile/totp/begin': {
    summary:
      'Makes a secret for an authenticator app, as text and as the address that its QR code holds. It counts once a code of it was confirmed.',
    access: 'member',
    provedWithin: PROVED_WITHIN,
    perMinute: 'security',
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /api/profile/totp/confirm': {
    summary: 'Turns codes on with the first of them, and hands out the recovery codes',
    access: 'member',
    provedWithin: PROVED_WITHIN,
    perMinute: 'security',
    body: z.object({ code: z.string().trim().max(20) }),
    data: RecoveryCodes,
  },
  'POST /api/profile/totp/recovery': {
    summary: 'Makes new recovery codes; those before are void',
    access: 'member',
    provedWithin: PROVED_WITHIN,
    // Each is told by mail.
    perMinute: 6,
    data: RecoveryCodes,
  },
  'DELETE /api/profile/totp': {
    summary: 'Turns codes off',
    access: 'member',
    provedWithin: PROVED_WITHIN,
    perMinute: 30,
    data: z.null(),
  },
})

type TotpCalls = typeof totpContract
declare module '#browser/calls.ts' {
  interface Calls extends TotpCalls {}
}
