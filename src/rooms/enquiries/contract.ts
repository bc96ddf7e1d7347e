// What people send to the shop: enquiries and newsletter subscriptions (specification §7; decisions A9, D5).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { NewsletterForm, SellToUsDeal, WholesaleDeal } from './forms.ts'

/** From the link of a newsletter mail. */
const NewsletterLink = z.object({ token: z.string().min(1).max(200) })

export const enquiriesContract = defineContract({
  'POST /api/bottom/saveDeal': {
    summary: 'Wholesale enquiry (type 2) or an offer to sell to the shop (type 1)',
    access: 'public',
    perMinute: 6,
    body: z.discriminatedUnion('type', [WholesaleDeal, SellToUsDeal]),
    data: z.null(),
  },
  'POST /api/bottom/subscription': {
    summary: 'Ask for the newsletter; the answer is the same whether the address is known or not',
    access: 'public',
    perMinute: 6,
    body: z.object(NewsletterForm.shape),
    data: z.null(),
  },
  'POST /api/bottom/subscription/confirm': {
    summary: 'Confirm a subscription with the token of the mailed link',
    access: 'public',
    perMinute: 20,
    body: NewsletterLink,
    data: z.null(),
  },
  'POST /api/bottom/subscription/leave': {
    summary: 'End a subscription with the token of a newsletter mail',
    access: 'public',
    perMinute: 20,
    body: NewsletterLink,
    data: z.null(),
  },
})

type EnquiriesCalls = typeof enquiriesContract
declare module '#browser/calls.ts' {
  interface Calls extends EnquiriesCalls {}
}
