// The list of payment methods that shoppers ask for, and the call that payment providers make (decision A10).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

export const PaymentMethod = z.object({
  id: z.number(),
  /** In the caller's language. */
  name: z.string(),
  /** Where or how one pays with it, in that language. */
  hint: z.string().nullable(),
  /** Percent of goods. */
  fee: z.number(),
  /** Path of a drawing of what is taken: SVG, black on nothing, 26 high. */
  img: z.string().nullable(),
  /** How wide it is drawn. */
  imgWidth: z.number().nullable(),
  /** The names in it, which are those of companies and the same in every language. */
  imgAlt: z.string().nullable(),
  /** Its provider's name. */
  type: z.string(),
  /** ISO 4217 codes, or `*` alone: any currency. */
  currency: z.array(z.string()),
  /** ISO 4217 code → the least that is taken, in that currency; what is not named has none. */
  minimum: z.record(z.string(), z.number()),
  /** It takes only orders of these types of products (decision B2); empty: of all. */
  productTypes: z.array(z.number()),
  /** ISO 3166: it is offered there alone, or not there where `countriesExcluded`; empty: everywhere. */
  countries: z.array(z.string()),
  countriesExcluded: z.boolean(),
  /** Only who is signed in can pay by it. */
  forMembers: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const paymentsContract = defineContract({
  'GET /api/check/paymentlist': {
    summary: 'Payment methods, each with its fee and its currencies.',
    access: 'public',
    perMinute: 'catalogue',
    data: z.array(PaymentMethod),
  },
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

type PaymentsCalls = typeof paymentsContract
declare module '#browser/calls.ts' {
  interface Calls extends PaymentsCalls {}
}
