// What needs attention, as the back office shows it.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { CHANNEL_TESTS, CHANNELS } from './channel-names.ts'
import { FIRST_STEPS } from './first-steps.ts'

/** Shown at once; what is dealt with makes room. */
export const ALERTS_SHOWN = 100

export const alertsOffice = defineContract({
  'GET /office/alerts': {
    summary: `What needs attention: where money waits first, then the latest; at most ${ALERTS_SHOWN}. Of one whose details are for others (\`isHidden\`) only its kind and when it was said.`,
    access: { staff: 'alerts.read' },
    data: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          kind: z.string(),
          /** Who asks may not know what it is about: nothing below says so. */
          isHidden: z.boolean(),
          subject: z.string(),
          money: z.boolean(),
          count: z.number(),
          at: z.iso.datetime(),
          lastAt: z.iso.datetime(),
          orderId: z.uuid().nullable(),
          orderNo: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      ),
      isMore: z.boolean(),
    }),
  },
  'POST /office/alerts/{id}/done': {
    summary:
      'Somebody has seen to it: it is shown no more. `seenAt` is the `lastAt` that he saw; what was said later stays. It changes nothing of what it is about. One whose details are hidden is for others to end.',
    access: { staff: 'alerts.resolve' },
    params: z.object({ id: z.coerce.number().int().min(1).max(1e15) }),
    body: z.object({ seenAt: z.iso.datetime() }),
    data: z.null(),
  },
  'GET /office/first-steps': {
    summary: 'What a new shop has to do before it sells, and what of it is done; empty for a demo',
    access: { staff: 'alerts.read' },
    data: z.array(z.object({ step: z.enum(FIRST_STEPS), isDone: z.boolean() })),
  },
})

export const alertChannelsOffice = defineContract({
  'GET /office/alert-channels': {
    summary: 'Where alerts are told: the address of the mails, and the channels beside it, with how they do',
    access: { staff: 'settings.read' },
    data: z.object({
      mail: z.string(),
      channels: z.array(
        z.object({
          channel: z.enum(CHANNELS),
          /** Null: it is not set up. */
          where: z.string().nullable(),
          sentAt: z.iso.datetime().nullable(),
          /** Null: it takes what is sent, or nothing was. */
          failing: z.object({ since: z.iso.datetime(), what: z.string() }).nullable(),
        }),
      ),
    }),
  },
  'POST /office/alert-channels/{channel}/test': {
    summary: `Sends a test this way, now. Where it is not taken, that is said (\`settings.refused.channel…\`); at most ${CHANNEL_TESTS} in ten minutes.`,
    access: { staff: 'settings.write' },
    params: z.object({ channel: z.enum(CHANNELS) }),
    data: z.null(),
  },
})

type AlertsOfficeCalls = typeof alertsOffice & typeof alertChannelsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends AlertsOfficeCalls {}
}
