// The online withdrawal function (Directive 2011/83/EU Art. 11a; docs/decisions/010).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { WithdrawalForm } from './forms.ts'

const WithdrawalReceipt = z.object({
  /** For people to quote. */
  reference: z.string(),
  receivedAt: z.iso.datetime(),
})
export type WithdrawalReceipt = z.infer<typeof WithdrawalReceipt>

export const withdrawalsContract = defineContract({
  'POST /api/bottom/withdraw': {
    summary:
      'Withdraws from a contract: the declaration is kept and acknowledged at once, by mail too, whether or not an order fits it; the answer never tells which. What was typed is mailed only where number and address fit an order that was paid, or whose money is under way. The same declaration again on the same day is the same.',
    access: 'public',
    perMinute: 5,
    body: z.object(WithdrawalForm.shape),
    data: WithdrawalReceipt,
  },
})

type WithdrawalsCalls = typeof withdrawalsContract
declare module '#browser/calls.ts' {
  interface Calls extends WithdrawalsCalls {}
}
