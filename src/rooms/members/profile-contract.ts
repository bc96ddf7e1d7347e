// A member's own data and his level (specification §3, §5, §7; decision C8).
import { z } from 'zod'
import { partial } from 'zod/mini'
import { defineContract } from '#platform/http/contract.ts'
import { isCountry } from '#rooms/countries/ui/countries.ts'
import { ProfileForm } from './forms.ts'

/** Whose it is, as the specification's client says; the session alone decides (decision A6). */
const Named = z.string().max(60).optional()

const Level = z.object({
  /** From 1. */
  level: z.number(),
  name: z.string(),
  /** Percent. */
  discount: z.number(),
  /** What must have been spent in all, in US dollars. */
  consumption: z.number(),
})
const Membership = z.object({
  levels: z.array(Level),
  /** One of these. */
  level: z.number(),
  nextLevel: Level.nullable(),
  /** Spent so far, in US dollars, as it counts for levels. */
  totalConsumption: z.number(),
  currentPoints: z.number(),
  /** US dollars per point. */
  pointsExchangeRate: z.number(),
})

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
      id: Named,
    }),
    data: z.null(),
  },
  'GET /api/getUserLevelInfo/{id}': {
    summary: 'The level of whoever is signed in; another’s id is refused',
    access: 'member',
    params: z.object({ id: z.string().max(60) }),
    data: z.object({
      title: z.string(),
      /** Percent. */
      discount: z.number(),
    }),
  },
  'GET /api/profile/memberGroup': {
    summary: 'The levels, and where whoever is signed in stands among them',
    access: 'member',
    query: z.object({ memberId: Named }),
    data: Membership,
  },
})

type ProfileCalls = typeof profileContract
declare module '#browser/calls.ts' {
  interface Calls extends ProfileCalls {}
}
