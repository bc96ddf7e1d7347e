// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from './kinds.ts'

export const ALERTS = {
  'job.dead':
    'A job failed as often as it may. The log says why; mend that. One with a number is not tried again by itself: try it again, or remove it, in the office under Health, Failed jobs; without the office `select graphile_worker.reschedule_jobs(array[JOB], now(), null, 0)` lets it run again. One without comes again by the clock, and this ends by itself when it has not failed for a day.',
  'alert.channelAway':
    'Telegram or the webhook takes no alerts, so you are told by mail alone. Settings, "Alerts" in the back office says why and sends a test. What was missed stands in the mails. Ends by itself with the next message that is taken, or with the start of a shop that is not set up with it any more.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = readBy('health.read', 'job.dead')

type Own = typeof ALERTS
declare module './kinds.ts' {
  interface AlertKinds extends Own {}
}
