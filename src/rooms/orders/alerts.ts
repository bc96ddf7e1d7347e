// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'order.waitingForKeys':
    'Paid, but keys are missing. Import keys (`npm run keys -- import SKU FILE`): it is delivered by itself, the longest waiting first. After 24 hours its buyer may have his money back, after 72 it goes back by itself.',
  'order.endedWithoutKeys':
    'An order that cost nothing has ended before all of its keys came: `why` says why. Its buyer is told by mail, and its coupon’s use is free again. If he should have them all the same, import keys and make him a new order.',
  'order.held':
    'A person holds this order: `by` says who, `npm run orders -- show ORDERNO` or its page why. `npm run orders -- release ORDERNO --reason "…"` lets it go on, `accept` delivers what is paid, `refund` sends its money back. A paid one gives its money back by itself after 72 hours.',
  'order.changedAccount':
    'A person gave an order to another account, or took it out of one, or gave one without an account to another address before it had its keys (`did`): `by` says who, its page why. Its money goes to where it came from, whatever the new account says, and earns it nothing. Ask its buyer if that was not expected: changing the address back gives it back.',
  'order.keysHandedOut':
    'Within a day a person (`by`) has given out more than `moreThan` keys: replaced them, or sent them to another address with their orders. The audit log says which and why. If buyers did not ask for it, block who did it.',
  'payment.doubt':
    'The money is not what it should be, and the order is held: `reason` says why. Look it up at the provider, then `npm run orders -- accept ORDERNO --reason "…"` delivers, `refund` sends the money back, `release` lets the order go on as if it had never been held.',
  'payment.contradicted':
    'The provider says no more what it had said of this payment: nothing is paid, less than `known`, or in another currency, and no refund or dispute says where it went. What was known stays, what is delivered stays so, and what is not waits. It is asked again, and this ends by itself once it says what it said, or where the money went; look it up at the provider. If the money is there nothing is to do; if it is gone, block the key at the publisher if you can.',
  'payment.late':
    'Paid after the order had ended, and honoured: the same price or less today, with its coupon and its keys. Nothing to do.',
  'payment.sentBack':
    'Money that pays nothing goes back by itself: `why` says why. Nothing to do, unless refund.failed follows.',
  'payment.overpaid':
    'More came than the order costs. It is delivered; `owed` (hundredths of the currency) are the buyer’s: `npm run orders -- refund ORDERNO --amount 12.34 --reason "…"`.',
  'payment.review':
    'The provider’s people look at this payment; it is paid, and its keys wait. Decide at the provider, then nothing is to do here; or decide here: `npm run orders -- accept ORDERNO --reason "…"`, or `refund`.',
  'payment.fraudWarning':
    'The card’s bank or the provider warns of fraud. What was not delivered is held. `npm run orders -- refund ORDERNO --reason "…"` avoids the dispute that often follows; `accept` delivers nevertheless. If it was delivered, block the key at the publisher if you can.',
  'payment.refunded':
    'All the money went back, and not all of it because people here or a rule of the shop sent it. Block the key at the publisher if you can.',
  'payment.partlyRefunded':
    'A part of the money went back that nobody here and no rule of the shop has sent. Nothing to do; an order that waits for keys goes on waiting.',
  'payment.disputed':
    'The buyer’s bank contests the payment. Answer at the provider before its deadline (`answerUntil`, where it names one); it is told again when another answer is wanted, and ends by itself once the dispute is decided. `npm run orders -- show ORDERNO` says what was delivered and when. If it is lost and the provider does not say so (Payssion), `npm run orders -- lost ORDERNO --reason "…"` ends it.',
  'payment.lost': 'The bank took the money back for good. Block the key at the publisher if you can.',
  'payment.unknown':
    'A signed notice names a payment that the shop does not have (after a restore?). Look it up at the provider; refund it there.',
  'refund.failed':
    'Money that should go back could not, or came back. `npm run orders -- refund ORDERNO --reason "…"` tries once more; else send it another way and `npm run orders -- release ORDERNO --reason "…"`.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = readBy('orders.read', ...(Object.keys(ALERTS) as (keyof typeof ALERTS)[]))

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
