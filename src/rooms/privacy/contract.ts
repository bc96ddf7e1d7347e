// What a member may have of what the shop holds about him, and the end of it (decision F11; Regulation (EU) 2016/679,
// Art. 15, 17, 20).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

/** A proof of who he is that lies longer ago does not count: whoever sits down at an open page gets nothing (decision F3). */
const PROVED_SECONDS = 120

/** In the data of `erasure.held`: why, the newest of the orders that it is about, and how many more they are. */
export const Held = z.object({
  reasons: z.array(z.string()),
  orders: z.array(z.object({ orderId: z.uuid(), orderNo: z.string() })),
  more: z.number(),
})
export type Held = z.infer<typeof Held>

export const privacyContract = defineContract({
  'GET /api/profile/export': {
    summary:
      'Everything that the shop holds about the member and under his address: a ZIP with a JSON file of each part of the shop, and his files. One at a time; 429 while he gets another.',
    access: 'member',
    provedWithin: PROVED_SECONDS,
    perMinute: 'export',
    download: ['application/zip'],
  },
  'POST /api/profile/erase': {
    summary:
      'Closes the account and deletes what no law keeps. Refused with `erasure.held` while something is unfinished; `data` says what, and names its orders.',
    access: 'member',
    provedWithin: PROVED_SECONDS,
    body: z.object({
      confirmed: z.literal(true),
      /** Whose it is, as he was shown; the session alone decides, and of another nothing is closed (decision A6). */
      id: z.string().max(60).optional(),
    }),
    data: z.null(),
  },
})

type PrivacyCalls = typeof privacyContract
declare module '#browser/calls.ts' {
  interface Calls extends PrivacyCalls {}
}
