// Every kind of alert, with what it asks of the operator in the mail that tells it: what happened, and what a person can
// do. Nothing else can be raised. docs/operate.md has the same kinds in a table.
const WHAT_TO_DO = {
  'order.waitingForKeys':
    'Paid, but keys are missing. Import keys (`npm run keys -- import SKU FILE`): it is delivered by itself, the longest waiting first. After 24 hours its buyer may have his money back, after 72 it goes back by itself.',
  'payment.doubt':
    'The money is not what it should be, and the order is held: `reason` says why. Look it up at the provider, then `npm run orders -- accept ORDERNO --reason "…"` delivers, `refund` sends the money back, `release` lets the order go on as if it had never been held.',
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
  'payment.refunded': 'All the money went back at the provider. Block the key at the publisher if you can.',
  'payment.partlyRefunded':
    'A part of the money went back at the provider. Nothing to do; an order that waits for keys goes on waiting.',
  'payment.disputed':
    'The buyer’s bank contests the payment. Answer at the provider before its deadline; `npm run orders -- show ORDERNO` says what was delivered and when.',
  'payment.lost': 'The bank took the money back for good. Block the key at the publisher if you can.',
  'payment.unknown':
    'A signed notice names a payment that the shop does not have (after a restore?). Look it up at the provider; refund it there.',
  'payment.methodRefused':
    'A provider refuses its keys, its permissions, the method, a currency or an amount; what it refuses is not offered meanwhile. Mend it at the provider or in the configuration. It is tried again by itself, and this ends by itself.',
  'refund.failed':
    'Money that should go back could not, or came back. `npm run orders -- refund ORDERNO --reason "…"` tries once more; else send it another way and `npm run orders -- release ORDERNO --reason "…"`.',
  'withdrawal.received':
    'Somebody withdrew from a contract. Refund what was not yet delivered (`npm run orders -- refund ORDERNO --reason "…"`), answer, and set `handled_at` in the table withdrawals.',
  'catalogue.behind':
    'A process cannot read what changed in the catalogue: its lists and searches are as they were then (prices and stock of an order are always today’s). Its log says why; it tries on, and this ends by itself. If it does not, restart that process.',
  'job.dead':
    'A job failed as often as it may and is not tried again. The log says why; mend that, then `select graphile_worker.reschedule_jobs(array[JOB], now(), null, 0)` lets it run again.',
  'journal.notWritten':
    'The journal of what was sold cannot be written, and a restore would sell those keys again. Make room on its disk or mend it; restart the shop if `code` says that a file is gone.',
  'restore.withheld':
    'After a restore without a whole journal these keys are held back, for nobody knows which were sold since. Find that out, then `npm run keys -- release SKU`, or `--all`.',
} as const satisfies Record<string, string>

export type AlertKind = keyof typeof WHAT_TO_DO

export const ALERT_KINDS = Object.keys(WHAT_TO_DO) as AlertKind[]

/** Of any kind that stands in the database, where an earlier version may have written others. */
export function whatToDo(kind: string): string {
  return Object.hasOwn(WHAT_TO_DO, kind) ? WHAT_TO_DO[kind as AlertKind] : 'docs/operate.md says what to do.'
}
