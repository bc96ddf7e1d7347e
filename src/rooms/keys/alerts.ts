// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import type { AlertTexts } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'stock.low':
    'A version has as few keys `left` as its threshold (`lowAt`) or fewer. Bring keys in (`npm run keys -- import SKU FILE`, or Keys in the office). It ends by itself once there are more, and is told again when they run low the next time.',
} as const satisfies AlertTexts

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
