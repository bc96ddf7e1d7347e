// What the ground tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'journal.notWritten':
    'The journal of what was sold cannot be written, and a restore would sell those keys again. Make room on its disk or mend it; this ends by itself once it is written.',
  'journal.fileGone':
    'A file of the journal was deleted or replaced while a process of the shop wrote it. The process goes on in a new file, which holds all of the old one if `whole` is true. If it is not, take a backup now: what was sold before it needs no journal. Acknowledge this then, and delete only files that nobody has changed since the day before your oldest backup.',
  'events.stuck':
    'This subscriber cannot be told what happened; nothing is lost, and it is tried again every five minutes, but what it does waits. The log says why (`an event could not be followed`); mend that.',
  'events.held':
    'For five minutes nobody could be told what happened: a transaction is open on the database server, in this database or another one, that could still come before it. `select pid, datname, usename, xact_start from pg_stat_activity where backend_xid is not null order by xact_start` shows whose; end it there, or `select pg_terminate_backend(PID)`.',
  'tick.failing':
    'What the shop does by the clock under this name has failed each time for a minute or longer, and waits. The log says why (`a tick failed`); mend that. It is tried again by itself, and this ends when it goes well.',
  'restore.ordersGone':
    'The journal names orders that were sold keys after the backup and are not in it (`orders`: the first of `count` ids; `npm run restore` printed all). Their keys are sold to nobody else. What was paid for them is at the providers: look there for the payments since the backup, or was a balance, which is what it was then. docs/operate.md says how, under *Back up and restore*.',
  'restore.withheld':
    'After a restore without a whole journal these keys are held back, for nobody knows which were sold since. Find that out, then `npm run keys -- release SKU`, or `--all`.',
  'restore.erasures':
    'After a restore without a whole journal people may be back who had closed their accounts since the backup, and nobody knows who. Members who tell you that they had can close theirs again on /my-account; the mail server’s log says to whom the mail about a closed account went.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = readBy('orders.read', 'restore.ordersGone')

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
