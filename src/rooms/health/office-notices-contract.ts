// What providers told the shop by themselves, and what became of it.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { HEALTH_PER_PAGE } from './limits.ts'

export const NOTICE_STATES = ['open', 'agreed', 'contradicted', 'foreign'] as const

export const noticesOffice = defineContract({
  'GET /office/health/notices': {
    summary: `Notices (webhooks) of payment providers, the newest first, ${HEALTH_PER_PAGE} at a time. Each is only a reason to ask its provider; \`open\` until the answer agrees with it. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'health.read' },
    query: z.object({
      provider: z.string().trim().min(1).max(40).optional(),
      state: z.enum(['open', 'done']).optional(),
      after: z.coerce.number().int().min(1).max(1e15).optional(),
    }),
    data: z.object({
      rows: z.array(
        z.object({
          id: z.number().int(),
          provider: z.string(),
          /** As the provider calls it. */
          kind: z.string(),
          /** What it says of the money. */
          says: z.string(),
          state: z.enum(NOTICE_STATES),
          receivedAt: z.iso.datetime(),
          /** When its provider's answer agreed, or it was found to be none of this shop's. */
          handledAt: z.iso.datetime().nullable(),
          /** How often it came again, and when the last time. */
          repeats: z.number().int(),
          lastAt: z.iso.datetime(),
          orderId: z.uuid().nullable(),
          orderNo: z.string().nullable(),
        }),
      ),
      next: z.number().int().nullable(),
      /** Of which there are any. */
      providers: z.array(z.string()),
    }),
  },
})

type NoticesOffice = typeof noticesOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends NoticesOffice {}
}
