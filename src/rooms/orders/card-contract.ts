// The call that pays with a card which was typed into the shop's own page (specification §3, §5, §7; decision C11).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { BillingForm } from '#rooms/payments/forms.ts'
import { OrderId } from './schemas.ts'

export const CardBody = z.object({
  orderId: OrderId,
  ...BillingForm.shape,
  /** The shipping fields are those of the bill, whatever they say. */
  isBillingAddress: z.boolean().default(true),
})
export type CardBody = z.output<typeof CardBody>

export const cardContract = defineContract({
  'POST /api/pay/eecpay': {
    summary:
      'Pays an unpaid order with a card. `status`: 1 paid; -1 not decided yet, with `redirectURL` where the card’s holder proves who he is; 0 not taken. What is to be paid is the order’s own, and no answer of this call makes it paid: only the provider does, when it is asked. Nothing of the card is kept but its brand and last four digits. Refusals: pay.notUnpaid, pay.expired, pay.underWay, pay.held, pay.methodAway, pay.noSupport, pay.belowMinimum; pay.tooManyCards also with 429.',
    access: { holder: 'order', by: 'body.orderId' },
    perMinute: 60,
    maxBodyBytes: 8 * 1024,
    body: CardBody,
    data: z.object({
      status: z.enum(['1', '-1', '0']),
      orderId: OrderId,
      orderNo: z.string(),
      redirectURL: z.string().nullable(),
    }),
  },
})

type CardCalls = typeof cardContract
declare module '#browser/calls.ts' {
  interface Calls extends CardCalls {}
}
