// A member's balance: where it stands, what moved it, and points that become some of it (decisions C8, C9, F6).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'

const Page = z.object({
  ...pageQuery(),
})

/** Not more than two decimals. */
const hundredths = z.number().max(1e9).multipleOf(0.01)

export const ledgerContract = defineContract({
  'GET /api/profile/balance': {
    summary: 'What moved the balance of whoever is signed in, in US dollars, the newest first',
    access: 'member',
    query: Page,
    rows: z.object({
      id: z.number(),
      at: z.iso.datetime(),
      kind: z.enum(['points', 'purchase', 'refund', 'refundBack', 'topUp', 'topUpBack', 'adjustment']),
      amount: z.number(),
      /** What there was then. */
      balance: z.number(),
      /** The number of the order that it is about. */
      reference: z.string().nullable(),
      /** Its id, where it is in the list of whoever is signed in. */
      orderId: z.uuid().nullable(),
    }),
  },
  'POST /api/profile/points/toBalance': {
    summary:
      'Turns points into balance at `rate.of.points`. `requestId`: a UUID of the client’s; asked again with it, the same points are turned once, and the answer is the same. Refused with `error.idempotencyReused` where other points were turned under it, with `points.tooFew` where there are not that many, and with `points.nothing` where they come to less than a cent.',
    access: 'member',
    perMinute: 300,
    body: z.object({ points: hundredths.positive(), requestId: z.uuid() }),
    data: z.object({
      /** US dollars. */
      balance: z.number(),
      /** Points that are left. */
      points: z.number(),
    }),
  },
})

type LedgerCalls = typeof ledgerContract
declare module '#browser/calls.ts' {
  interface Calls extends LedgerCalls {}
}
