// What each kind of alert asks of the operator, in the mail that tells it. The longer table is in docs/operate.md.
const WHAT_TO_DO: Record<string, string> = {
  'order.waitingForKeys':
    'Paid, but keys are missing. Import keys: it is delivered by itself, the longest waiting first.',
  'payment.doubt':
    'The money is not what it should be. Look it up at the provider, then accept, refund or release the order.',
  'payment.late': 'Paid after the order had ended. Nothing to do, unless it waits for keys or is held.',
  'payment.unknown': 'A signed notice names a payment that the shop does not have. Look it up at the provider.',
  'payment.refunded': 'Money went back at the provider. Block the key at the publisher if you can.',
  'payment.disputed': 'The buyer’s bank contests the payment. Answer it at the provider in time.',
  'coupon.overused': 'A late payment kept the price of a coupon whose last use was gone. It cost one discount.',
  'withdrawal.received': 'Somebody withdrew from a contract. Refund what was not yet delivered, and answer.',
  'job.dead':
    'A job failed as often as it may and is not tried again. The log says why; mend that, then let it run again.',
  'journal.notWritten':
    'The journal of what was sold cannot be written. Look at the disk: a restore would sell those keys again.',
  'restore.withheld': 'After a restore without a whole journal these keys wait for you: `npm run keys -- release`.',
}

export function whatToDo(kind: string): string {
  return WHAT_TO_DO[kind] ?? 'docs/operate.md says what to do.'
}
