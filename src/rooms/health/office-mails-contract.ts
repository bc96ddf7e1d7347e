// Mails of the shop: which there are and what became of them. What stands in them is told to nobody, for it may be keys.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { HEALTH_PER_PAGE, LONGEST_MAIL_SEARCH } from './limits.ts'

export const MAIL_STATES = ['waiting', 'failed', 'sent', 'kept', 'lapsed'] as const

const Moment = z.iso.datetime()
const Mail = {
  id: z.uuid(),
  /** Null: another's, and whoever asks lacks `orders.read`. */
  recipient: z.string().nullable(),
  locale: z.string(),
  template: z.string(),
  /** `waiting`: it is sent, or tried again, by itself; `failed`: it is not; `kept`: the shop has no mail server; `lapsed`: what it tells was over before it could be sent. */
  state: z.enum(MAIL_STATES),
  attempts: z.number().int(),
  createdAt: Moment,
  sentAt: Moment.nullable(),
  orderId: z.uuid().nullable(),
  orderNo: z.string().nullable(),
}

export const mailsOffice = defineContract({
  'GET /office/health/mails': {
    summary: `Mails, the newest first, ${HEALTH_PER_PAGE} at a time. \`q\` is a whole address, an order number or a mail's id; anything else finds nothing and says so (\`understood\` false). \`after\` is the \`next\` of the page before.`,
    access: { staff: 'health.read' },
    query: z.object({
      state: z.enum(MAIL_STATES).optional(),
      q: z.string().trim().max(LONGEST_MAIL_SEARCH).optional(),
      after: z.string().max(80).optional(),
    }),
    data: z.object({ rows: z.array(z.object(Mail)), next: z.string().nullable(), understood: z.boolean() }),
  },
  'GET /office/health/mails/{id}': {
    summary: 'One mail and how it is tried. Nothing of what stands in it.',
    access: { staff: 'health.read' },
    params: z.object({ id: z.uuid() }),
    data: z.object({
      ...Mail,
      /** Its words are made: every try sends the same. */
      isWritten: z.boolean(),
      /** Null: nothing tries to send it. */
      job: z
        .object({
          attempts: z.number().int(),
          maxAttempts: z.number().int(),
          nextAt: Moment.nullable(),
          isRunning: z.boolean(),
          error: z.string(),
        })
        .nullable(),
      /** Another one after anything that happened to it. */
      seen: z.string(),
    }),
  },
  'POST /office/health/mail-test': {
    summary:
      'A mail to whoever asks, by the way of all others: its page tells how it is sent. A few an hour (`health.refused.mailTests`).',
    access: { staff: 'health.write' },
    body: z.object({}),
    data: z.object({ id: z.uuid() }),
  },
  'POST /office/health/mails/{id}/send': {
    summary:
      'A mail that waits or failed is sent at once, and tried as often as a new one. Refusals: `health.refused.mailSent`, `health.refused.mailLapsed`, `health.refused.running`, `health.refused.changed`.',
    access: { staff: 'health.write' },
    params: z.object({ id: z.uuid() }),
    body: z.object({ seen: z.string().min(1).max(64), reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.null(),
  },
})

type MailsOffice = typeof mailsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends MailsOffice {}
}
