// The visit log (specification §7; decision D7).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

const address = z.string().max(2_000)

export const visitsContract = defineContract({
  'POST /api/saveVisit': {
    summary:
      'Note that a page was opened. Who says to have opened it (memberId, memberName) is neither believed nor kept: only whether somebody was signed in',
    access: 'public',
    knowsMembers: true,
    perMinute: 120,
    body: z.object({
      toUrl: address.min(1),
      fromUrl: address.default(''),
      memberId: z.union([z.string().max(100), z.number()]).nullish(),
      memberName: z.string().max(200).nullish(),
    }),
    data: z.null(),
  },
})

type VisitsCalls = typeof visitsContract
declare module '#browser/calls.ts' {
  interface Calls extends VisitsCalls {}
}
