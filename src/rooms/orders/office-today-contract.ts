// How the day goes.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

const Day = z.object({
  /** Orders of goods that were placed on this day and paid. */
  orders: z.number(),
  /** What was paid for them and is not owed back, in US dollars at the rates of their orders. */
  revenue: z.number(),
  /** What of that has gone back. */
  refunded: z.number(),
  /** What was kept for keys less what they cost, in US dollars at today's rates; null: no key was sold whose cost is known. */
  margin: z.number().nullable(),
  /** Keys that were sold and are left out of the margin, for nobody wrote down what they cost. */
  withoutCost: z.number(),
  /** Who was counted in the shop, at most 200,000 visits of them; people who asked not to be followed, and machines, are not. */
  visitors: z.number(),
  /** Seconds from payment to delivery: half, and 95 of 100, were faster; null: none was delivered. */
  deliveryP50: z.number().nullable(),
  deliveryP95: z.number().nullable(),
})

export const ordersOfficeToday = defineContract({
  'GET /office/today': {
    summary:
      'How the day goes, beside yesterday and the same weekday a week ago up to the same time of day. Days begin at midnight of `zone`.',
    access: { staff: 'orders.read' },
    data: z.object({
      zone: z.string(),
      today: Day,
      yesterday: Day,
      weekAgo: Day,
      /** Paid, and their keys are missing; counted to 1,000. */
      waitingForKeys: z.number(),
    }),
  },
})

type OrdersOfficeToday = typeof ordersOfficeToday
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends OrdersOfficeToday {}
}
