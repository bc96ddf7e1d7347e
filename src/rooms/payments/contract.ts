// The call that payment providers make (decision A10).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

export const paymentsContract = defineContract({
  'POST /api/pay/notify/{provider}': {
    summary:
      'Webhook of a payment provider: believed only with its signature, stored before it is handled, handled once.',
    access: 'public',
    params: z.object({ provider: z.string().max(40) }),
    raw: true,
    // Stripe's largest events, with room.
    maxBodyBytes: 256 * 1024,
    data: z.literal('received'),
  },
})
