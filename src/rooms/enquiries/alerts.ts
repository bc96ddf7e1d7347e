// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import type { AlertTexts } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'enquiries.many':
    'More enquiries came in an hour than are told by a mail each. All of them are in the inbox of the office, and none is lost; look there, and acknowledge this. If nobody means them, somebody plays with the forms.',
} as const satisfies AlertTexts

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
