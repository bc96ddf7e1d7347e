// What runs low on keys, and what has some that nobody can buy.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { STOCK_STATES, STOCKS_COUNTED, STOCKS_PER_PAGE } from './limits.ts'

const Count = z.object({ count: z.number(), isMore: z.boolean() })

export const keysOfficeStock = defineContract({
  'GET /office/stock': {
    summary: `Offers that run low on keys (\`low\`), or have some and are off sale (\`idle\`), the longest so first, ${STOCKS_PER_PAGE} at a time. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'vault.read' },
    query: z.object({ state: z.enum(STOCK_STATES).default('low'), after: z.string().max(60).optional() }),
    data: z.object({
      rows: z.array(
        z.object({
          offerId: z.number(),
          productId: z.number(),
          product: z.string(),
          skuCode: z.string(),
          seller: z.string(),
          /** Keys that are brought in by the version's code become this offer's. */
          isShop: z.boolean(),
          stock: z.number(),
          lowAt: z.number().nullable(),
          since: z.iso.datetime(),
          /** Keys within the last 28 days, counted to 1,000. */
          sold28: z.number(),
          /** For so many days its stock lasts, as fast as it sold in these; null: nothing was sold. */
          daysLeft: z.number().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  'GET /office/stock/count': {
    summary: `How many there are of either, and how many keys a restore holds back (\`withheld\`), counted to ${STOCKS_COUNTED}`,
    access: { staff: 'vault.read' },
    data: z.object({ low: Count, idle: Count, withheld: Count }),
  },
  'POST /office/keys/release': {
    summary:
      'All keys that a restore without its journal holds back are for sale again, after somebody has made sure that they were not sold; paid orders that wait are served first',
    access: { staff: 'vault.withdraw' },
    provedWithin: OFFICE_PROVED_WITHIN,
    body: z.object({ reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.object({ keys: z.number() }),
  },
})

type KeysOfficeStock = typeof keysOfficeStock
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends KeysOfficeStock {}
}
