// A member's own data (specification §3, §5, §7).
import { z } from 'zod'
import { partial } from 'zod/mini'
import { defineContract } from '#platform/http/contract.ts'
import { isCountry } from '#rooms/countries/ui/countries.ts'
import { ProfileForm } from './forms.ts'

export const profileContract = defineContract({
  'POST /api/profile/updateMemberInfo': {
    summary:
      'Changes what a member says of himself. What is left out stays. E-mail address and username are not changed here.',
    access: 'member',
    perMinute: 30,
    body: z.object({
      ...partial(ProfileForm).shape,
      ucountry: z
        .string()
        .trim()
        .refine((code) => code === '' || isCountry(code), 'account.error.country')
        .optional(),
      /** '0': he wants the newsletter, and gets it once the mail about it is answered; '1' ends it at once. */
      isSubscribe: z.enum(['0', '1']).optional(),
      /** Whose it is, as the specification's client says; the session alone decides (decision A6). */
      id: z.string().max(60).optional(),
    }),
    data: z.null(),
  },
  'POST /api/profile/securityOffered': {
    summary: 'The member was shown what would protect his account (`securityOffer`): it is not offered again',
    access: 'member',
    data: z.null(),
  },
})

type ProfileCalls = typeof profileContract
declare module '#browser/calls.ts' {
  interface Calls extends ProfileCalls {}
}
