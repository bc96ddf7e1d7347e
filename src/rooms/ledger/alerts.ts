// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'ledger.differs':
    'The nightly sum of members’ money does not come out: `movements` whose entries do not add up to zero (or are of other accounts than such a movement has), `totals` that are not the sum of their member’s entries, `points` (hundredths) that are not the sum of what earned and used them, or whose `entry` is the first that says another balance than its member had then. No command of the shop does that: look who wrote to `ledger_entries` or `member_balances` by hand, and what backup was restored; nothing mends itself. It ends by itself once the sums are right.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = readBy('payments.read', 'ledger.differs')

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
