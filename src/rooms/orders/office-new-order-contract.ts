// Orders that people in the back office make for a buyer.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { MAX_COUNT, MAX_LINES } from '#rooms/cart/rules.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { EMAIL_LENGTH } from './limits.ts'
import { OrderId } from './schemas.ts'

const Id = z.number().int().min(1).max(2_147_483_647)

const Line = z.object({
  productId: Id,
  skuId: Id,
  offerId: Id,
  count: z.number().int('order.new.countWrong').min(1, 'order.new.countWrong').max(MAX_COUNT, 'order.new.countWrong'),
})

export const NewOrderBody = z.object({
  /** The page's own; sent again with the same content it makes no second order. */
  id: z.uuid(),
  email: z.email('order.emailWrong').max(EMAIL_LENGTH, 'order.emailWrong'),
  /** Of its mails. */
  locale: z.enum(LOCALES.map(({ code }) => code)),
  lines: z
    .array(Line)
    .min(1, 'order.new.lineNone')
    .max(MAX_LINES)
    .refine((lines) => new Set(lines.map(({ offerId }) => offerId)).size === lines.length),
  /** Nothing at all; his whole price within some days, by a link to the order’s page; or at once from his balance. */
  way: z.enum(['free', 'pay', 'balance']),
  /** Of `pay` only, ISO 4217: what he is asked for; unless said, what a visitor who reads his language sees prices in. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  reason: z.string().trim().min(1, 'act.reasonRequired').max(LONGEST_REASON, 'act.reasonLong'),
})

export const newOrderContract = defineContract({
  'GET /office/order-offers': {
    summary: 'What of a version is on sale at this moment, the best first; prices in US dollars',
    access: { staff: 'orders.make' },
    query: z.object({ sku: z.coerce.number().int().min(1).max(2_147_483_647) }),
    data: z.object({
      offers: z.array(z.object({ id: z.number(), seller: z.string(), price: z.number(), stock: z.number() })),
    }),
  },
  'GET /office/order-currencies': {
    summary:
      'The currencies in which a buyer who gets a link can pay, by their ISO 4217 codes, as the shop offers them',
    access: { staff: 'orders.make' },
    data: z.object({ currencies: z.array(z.string()) }),
  },
  'POST /office/orders': {
    summary:
      'Makes an order for a buyer. `free` costs him nothing, and its keys go to him at once by the usual mail; `pay` sends him a link to where he pays it; `balance` takes its price in US dollars from his balance and delivers it, or refuses with order.new.balanceTooLow (data: total). What cannot be had is named by its line (`lines.0`), and nothing is made.',
    access: { staff: 'orders.make' },
    provedWithin: OFFICE_PROVED_WITHIN,
    body: NewOrderBody,
    data: z.object({ id: OrderId }),
  },
})

type NewOrderCalls = typeof newOrderContract
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends NewOrderCalls {}
}
