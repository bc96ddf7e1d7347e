// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import type { AlertTexts } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'catalogue.behind':
    'A process cannot read what changed in the catalogue: its lists and searches are as they were then (prices and stock of an order are always today’s). Its log says why; it tries on, and this ends by itself. If it does not, restart that process.',
} as const satisfies AlertTexts

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
