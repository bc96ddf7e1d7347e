// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import type { AlertTexts } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'rate.jumped':
    'The European Central Bank names a rate that is further from the last one than a rate may jump (`rate.jump.percent`), and it was not taken: prices are as they were. Look whether it is true, then take it in the office under Settings, Currencies, or set another. It ends by itself once a rate is taken or somebody sets one.',
  'rate.old':
    'The European Central Bank has named no rates for more than six days, or they could not be read, or it names none for the currency whose code stands here: what follows it is sold at the last ones. Look whether the shop reaches it (`ECB_RATES_URL`), or set rates by hand in the office under Settings, Currencies. It ends by itself with the next ones.',
} as const satisfies AlertTexts

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
