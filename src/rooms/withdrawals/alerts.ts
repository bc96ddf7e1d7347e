// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'withdrawal.received':
    'Somebody withdrew from a contract. Refund what was not yet delivered on its order’s page, and accept or refuse it in the inbox of the back office: who declared it is mailed.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = readBy('inbox.read', 'withdrawal.received')

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
