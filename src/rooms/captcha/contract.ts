// What a browser has to work out before it is believed to be more than a script (decision D1): ALTCHA's challenge.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

/** The number between 0 and `maxnumber` whose digits behind `salt` give `challenge` by SHA-256. */
export const Challenge = z.object({
  algorithm: z.literal('SHA-256'),
  /** Hex digits. */
  challenge: z.string(),
  maxnumber: z.number(),
  salt: z.string(),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

/** The challenge with the number, as JSON in base64. Without `maxnumber`, as ALTCHA's own clients send it. */
export const Solution = z.string().max(1000)

export const captchaContract = defineContract({
  'GET /captchaImage': {
    summary:
      'A picture of five letters, as the address of an image, and its `uuid`: for five minutes and one try, in capitals or not. `challenge`: a proof of work that is taken in its place.',
    access: 'public',
    // Each is another: no page may show it.
    changes: true,
    perMinute: 'captcha',
    data: z.object({ uuid: z.string(), img: z.string(), challenge: Challenge }),
  },
})

type CaptchaCalls = typeof captchaContract
declare module '#browser/calls.ts' {
  interface Calls extends CaptchaCalls {}
}
