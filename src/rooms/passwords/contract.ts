// What a browser needs to send a password encrypted (decision A7).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

export const passwordsContract = defineContract({
  'GET /api/security/jwks': {
    summary:
      'The public key to which passwords are encrypted in the browser, as a compact JWE of { password, iat }, the time of the server, in seconds, for iat, and how many characters a new password may have',
    access: 'public',
    perMinute: 'security',
    data: z.object({
      keys: z.array(z.record(z.string(), z.unknown())),
      now: z.number(),
      rule: z.object({ least: z.number(), most: z.number() }),
    }),
  },
})

type PasswordsCalls = typeof passwordsContract
declare module '#browser/calls.ts' {
  interface Calls extends PasswordsCalls {}
}
