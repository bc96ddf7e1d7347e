// The calls by which a member tops up his balance (decision F5).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { PaymentStart } from './contract.ts'
import { Country, TopUpRoom } from './schemas.ts'

const dollars = z.number().min(0).max(1e6).multipleOf(0.01)

export const topUpContract = defineContract({
  'GET /api/profile/topUp': {
    summary:
      'How much whoever is signed in can top up his balance by now, in US dollars; null: not at all in this shop.',
    access: 'member',
    data: TopUpRoom.nullable(),
  },
  'POST /api/profile/topUp': {
    summary:
      'An order in US dollars without keys, which brings `amount` to the balance once it is paid; `realAmount` is what is paid for it with the method’s fee, as it was shown. `requestId`: a UUID of the client’s; asked again with it, there is one order. Refusals: topUp.off, topUp.limit (data: how much can be), topUp.manyUnpaid (data: `until` from when another can be begun, after ten within 24 hours that were not paid), pay.priceChanged (data: fresh amounts), pay.noSupport, pay.notInCountry, pay.notForGoods, pay.belowMinimum, pay.methodAway, error.idempotencyReused.',
    access: 'member',
    perMinute: 'orders',
    body: z.object({
      amount: dollars.positive(),
      paymentId: z.number().int().min(1).max(2_147_483_647),
      country: Country.optional(),
      realAmount: dollars,
      requestId: z.uuid(),
    }),
    data: PaymentStart,
  },
})

type TopUpCalls = typeof topUpContract
declare module '#browser/calls.ts' {
  interface Calls extends TopUpCalls {}
}
