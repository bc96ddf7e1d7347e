// The way out of each kind of alert: where in the office it is dealt with. A test looks that each kind that rooms declare has one.

/** Those that are about an order are dealt with on its page. */
const ORDER = 'order'

export const WAYS = {
  'alert.channelAway': '/settings',
  'catalogue.behind': '/health',
  'enquiries.many': '/inbox',
  'events.held': '/health',
  'events.stuck': '/health',
  'job.dead': '/health/jobs',
  'journal.fileGone': '/health',
  'journal.notWritten': '/health',
  'ledger.differs': '/health',
  'order.changedAccount': ORDER,
  'order.endedWithoutKeys': ORDER,
  'order.held': ORDER,
  'order.keysHandedOut': '/staff',
  'order.waitingForKeys': ORDER,
  'payment.contradicted': ORDER,
  'payment.differs': '/payments',
  'payment.disputed': ORDER,
  'payment.doubt': ORDER,
  'payment.foundByNight': '/payments',
  'payment.fraudWarning': ORDER,
  'payment.late': ORDER,
  'payment.lost': ORDER,
  'payment.methodRefused': '/settings/methods',
  'payment.notOpened': '/settings/methods',
  'payment.overpaid': ORDER,
  'payment.partlyRefunded': ORDER,
  'payment.refunded': ORDER,
  'payment.review': ORDER,
  'payment.sentBack': ORDER,
  'payment.unknown': '/health/notices',
  'rate.jumped': '/settings/currencies',
  'rate.old': '/settings/currencies',
  'refund.byHand': '/payments',
  'refund.failed': ORDER,
  'refund.inVain': ORDER,
  'restore.erasures': '/health',
  'restore.ordersGone': '/payments',
  'restore.withheld': '/keys/stock',
  'staff.codesGuessed': '/staff',
  'stock.low': '/keys/stock',
  'tick.failing': '/health',
  'tickets.many': '/inbox',
  'withdrawal.received': '/inbox',
} as const

export type Way = Exclude<(typeof WAYS)[keyof typeof WAYS], typeof ORDER>

/** Undefined: the page of its order. Of what no version of this page knows the state of the shop is shown. */
export function wayOf(kind: string): Way | undefined {
  const way = Object.hasOwn(WAYS, kind) ? WAYS[kind as keyof typeof WAYS] : '/health'
  return way === ORDER ? undefined : way
}

type Last<Path> = Path extends `/${string}/${infer Name}` ? Name : Path extends `/${infer Name}` ? Name : never

/** By which word a way is called (`today.way`): the last of its address. */
export const wayWord = <W extends Way>(way: W) => way.slice(way.lastIndexOf('/') + 1) as Last<W>
