// What people send to the shop: enquiries and newsletter subscriptions (specification §7; decisions A9, D5).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { EnquiryReplyForm, NewsletterForm, SellToUsDeal, WholesaleDeal } from './forms.ts'

/** From the link of a newsletter mail. */
const NewsletterLink = z.object({ token: z.string().min(1).max(200) })

/** From the link of the mail that answered. */
const EnquiryLink = z.object({ token: z.string().min(1).max(200) })

const EnquiryConversation = z.object({
  name: z.string(),
  messages: z.array(
    z.object({
      author: z.enum(['visitor', 'shop']),
      /** Plain text. */
      text: z.string(),
      postTime: z.iso.datetime(),
    }),
  ),
})
export type EnquiryConversation = z.infer<typeof EnquiryConversation>

export const enquiriesContract = defineContract({
  'POST /api/bottom/saveDeal': {
    summary: 'Wholesale enquiry (type 2) or an offer to sell to the shop (type 1)',
    access: 'public',
    perMinute: 6,
    body: z.discriminatedUnion('type', [WholesaleDeal, SellToUsDeal]),
    data: z.null(),
  },
  'POST /api/bottom/enquiry': {
    summary:
      'What was written about an enquiry, the oldest first, for whoever has the token of the mail that answered it. By POST, so that no address holds the token.',
    access: 'public',
    perMinute: 30,
    body: EnquiryLink,
    data: EnquiryConversation,
  },
  'POST /api/bottom/enquiry/reply': {
    summary:
      'Goes on with an enquiry; it waits for the shop again. `id` is made by the client: sent again, the same request writes nothing more. One in five seconds, 20 a day.',
    access: 'public',
    perMinute: 20,
    body: z.object({ ...EnquiryLink.shape, id: z.uuid(), ...EnquiryReplyForm.shape }),
    data: EnquiryConversation,
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
