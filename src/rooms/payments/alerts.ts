// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import type { AlertTexts } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'payment.methodRefused':
    'A provider refuses its keys, its permissions, the method, a currency or an amount; what it refuses is not offered meanwhile. Mend it at the provider or in the configuration. It is tried again by itself, and this ends by itself.',
} as const satisfies AlertTexts

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
