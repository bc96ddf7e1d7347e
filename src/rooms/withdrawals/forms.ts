// What somebody declares who withdraws from a contract, checked alike in the browser and on the server (Directive
// 2011/83/EU Art. 11a (2): name, contract, electronic means of the confirmation; nothing else is asked for).
import * as z from 'zod/mini'
import { bareOrderNo } from '#rooms/orders/forms.ts'
import { EMAIL_LENGTH, NAME_LENGTH, ORDER_NO_LENGTH, SCOPE_LENGTH } from './limits.ts'

export const WithdrawalForm = z.object({
  orderNo: z
    .string()
    .check(
      bareOrderNo,
      z.minLength(1, 'withdrawal.orderNo.required'),
      z.maxLength(ORDER_NO_LENGTH, 'withdrawal.tooLong'),
    ),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'withdrawal.email.required'),
      z.minLength(6, 'withdrawal.email.format'),
      z.maxLength(EMAIL_LENGTH, 'withdrawal.email.format'),
      z.email('withdrawal.email.format'),
    ),
  fillName: z
    .string()
    .check(z.trim(), z.minLength(1, 'withdrawal.name.required'), z.maxLength(NAME_LENGTH, 'withdrawal.tooLong')),
  /** Which part of the order; empty: all of it. */
  scope: z.string().check(z.trim(), z.maxLength(SCOPE_LENGTH, 'withdrawal.tooLong')),
})
export type Withdrawal = z.output<typeof WithdrawalForm>
