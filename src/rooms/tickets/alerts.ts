// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import type { AlertTexts } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'tickets.many':
    'More was written in tickets in an hour than is told by a mail each. All of it is in the inbox of the office, and none is lost; look there, and acknowledge this. If one member writes it, the command "members" can block him.',
} as const satisfies AlertTexts

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
