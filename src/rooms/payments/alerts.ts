// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'payment.methodRefused':
    'A provider refuses its keys, its permissions, the method, a currency or an amount; what it refuses is not offered meanwhile. Mend it at the provider or in the configuration. It is tried again by itself, and this ends by itself.',
  'payment.notOpened':
    'A provider has not opened the payments of five orders one after another: it refused each as if that payment alone were at fault, or gave no answer of its own (`code` is the last reason). The method is still offered. Look at its settings at the provider, and in the log under `a payment could not be opened`. It ends by itself with the next payment that is opened.',
  'refund.byHand':
    'Money is to go back and its provider takes no refunds from the shop: make it there, of this payment and this amount (hundredths), then `npm run orders -- refunded NUMBER --reference "…" --reason "…"` with the provider’s name for it. Where `provider` is `balance`, its buyer has closed his account: send it another way, and give the name that this way has for it. `npm run orders -- not-refunded NUMBER --reason "…"` gives it up. It ends by itself once the provider says that it was made.',
  'refund.inVain':
    'The provider of this refund refuses the shop’s keys or gives no answer (`problem`): nothing has gone back yet, and it is tried again by itself. Of refused keys nobody is sent this, for `payment.methodRefused` tells of them. It ends by itself once the refund goes on; after a day `refund.failed` takes its place.',
  'payment.differs':
    'A provider has money otherwise than the shop does: the nightly comparison found it, or a signed notice said so and the provider’s answers have not agreed for an hour (`notConfirmed`). `what` says how, `theirs` and `ours` what each has. `do` is the command to begin with; look the payment up at the provider. It ends by itself once both say the same; what was settled another way ends with `npm run orders -- settled NUMBER --seen WORD --reason "…"`, as `npm run orders -- differences` shows it, and is not told again.',
  'payment.foundByNight':
    'The nightly comparison with a provider found what no notice had told (`what`); the provider was asked, and the order dealt with. Nothing to do for it. If it comes often, the provider’s notices do not reach the shop: look at its webhook address.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = {
  ...readBy('payments.read', 'refund.byHand', 'payment.differs', 'payment.foundByNight'),
  ...readBy('orders.read', 'refund.inVain'),
}

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
