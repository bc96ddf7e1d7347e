// What a shopper fills in to order, checked alike in the browser and on the server (specification §5). The messages are
// keys of the interface's words.
import * as z from 'zod/mini'
import { EMAIL_LENGTH, NOTE_LENGTH, ORDER_NO_LENGTH, withoutMarks } from './limits.ts'

/** Where the keys go: valid, 6 to 100 characters. */
export const DeliveryEmail = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'checkout.email.required'),
    z.minLength(6, 'checkout.email.format'),
    z.maxLength(EMAIL_LENGTH, 'checkout.email.format'),
    z.email('checkout.email.format'),
  )
/** Copied from a text that is written from right to left, it brings along what sets it apart there. */
export const bareOrderNo = z.overwrite(withoutMarks)
/** What finds an order again: its number, and the address that its mails go to. */
export const FindOrder = z.object({
  orderNo: z
    .string()
    .check(
      bareOrderNo,
      z.minLength(1, 'withdrawal.orderNo.required'),
      z.maxLength(ORDER_NO_LENGTH, 'withdrawal.tooLong'),
    ),
  email: DeliveryEmail,
})
export const OrderNote = z.string().check(z.maxLength(NOTE_LENGTH, 'checkout.note.tooLong'))

/** The checkout. Its waiver is a box that must be ticked where the shop asks for it. */
export const checkoutForm = (waiver: boolean) =>
  z.object({
    email: DeliveryEmail,
    note: OrderNote,
    waiver: waiver ? z.literal('on', 'pay.waiverRequired') : z.optional(z.string()),
  })
export type CheckoutValues = z.output<ReturnType<typeof checkoutForm>>
