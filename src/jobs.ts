// The names of all jobs, and what runs by the clock. Rooms enqueue by name; here the names meet their handlers.
import type { Database } from '#platform/database/database.ts'
import { forgetOldCounts } from '#platform/http/rate-limit.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Tick } from '#platform/jobs/ticks.ts'
import type { Journal } from '#platform/journal.ts'
import { raiseAlert } from '#shop/alerts/store.ts'
import type { Telling } from '#shop/alerts/tell.ts'
import { forgetSolutions } from '#shop/captcha/store.ts'
import type { Delivery } from '#shop/delivery/deliver.ts'
import { forgetRequests } from '#shop/orders/access-store.ts'
import type { OrderMails } from '#shop/orders/order-mails.ts'
import type { Settling } from '#shop/orders/settle.ts'
import type { Payments } from '#shop/payments/payments.ts'
import { RETENTION_SCHEDULE, type Retention, retentionJobs } from '#shop/retention/retention.ts'
import { loseVisitors } from '#shop/visits/api.ts'

interface Rooms {
  db: Database
  payments: Payments
  settling: Settling
  delivery: Delivery
  orderMails: OrderMails
  retention: Retention
}

export function createJobs({ db, payments, settling, delivery, orderMails, retention }: Rooms): Jobs {
  return {
    'order.serveWaiting': ({ offerId }: { offerId: number }) => settling.serveWaiting(db, offerId),
    'order.completeOld': () => settling.completeOld(db),
    'payment.event': ({ eventId, asked }: { eventId: number; asked?: number }) =>
      payments.notices.handle(eventId, asked),
    'payment.close': ({ orderId }: { orderId: string }) => payments.closeAttempts(orderId),
    'payment.refund': ({ refundId }: { refundId: string }) => payments.sendRefund(refundId),
    'order.refundWaiting': () => settling.refundWaiting(db),
    'payment.poll': () => payments.pollDue(),
    'payment.ask': ({ paymentId }: { paymentId: string }) => payments.ask(paymentId),
    'mail.send': ({ mailId }: { mailId: string }) => delivery.send(mailId),
    'order.find': (wanted: { orderNo: string; email: string }) => orderMails.find(wanted),
    'order.forgetRequests': async () => void (await forgetRequests(db)),
    'captcha.forget': async () => void (await forgetSolutions(db)),
    'limits.forget': async () => void (await forgetOldCounts(db)),
    'visits.loseVisitors': () => loseVisitors(db),
    ...retentionJobs(db, retention),
  }
}

export const SCHEDULE = [
  { job: 'payment.poll', cron: '* * * * *' },
  { job: 'order.completeOld', cron: '17 * * * *' },
  { job: 'order.forgetRequests', cron: '41 * * * *' },
  { job: 'captcha.forget', cron: '43 * * * *' },
  { job: 'order.refundWaiting', cron: '*/10 * * * *' },
  { job: 'limits.forget', cron: '*/10 * * * *' },
  { job: 'visits.loseVisitors', cron: '7 0 * * *' },
  ...RETENTION_SCHEDULE,
]

/** What is looked for again and again, too often for a row in the job queue each time. */
export function createTicks(
  rooms: Pick<Rooms, 'db' | 'payments' | 'settling' | 'orderMails'> & { journal: Journal; telling: Telling },
): Tick[] {
  const { db, payments, settling, orderMails, journal, telling } = rooms
  return [
    { name: 'order.expireOverdue', everyMs: 1_000, run: () => settling.expireOverdue(db) },
    { name: 'payment.takeOver', everyMs: 1_000, run: () => payments.notices.takeOver() },
    { name: 'order.remindUnpaid', everyMs: 20_000, run: () => orderMails.remindUnpaid() },
    // In the files within a second of the sale (decision E8).
    { name: 'journal.write', everyMs: 250, run: () => writeJournal(db, journal) },
    { name: 'alerts.tell', everyMs: 2_000, run: () => telling.tell() },
    { name: 'alerts.findDeadJobs', everyMs: 5_000, run: () => telling.findDeadJobs() },
  ]
}

/** A disk that takes no more is the operator's to mend: after the next restore these sales would be unknown. */
async function writeJournal(db: Database, journal: Journal): Promise<void> {
  try {
    await journal.write()
  } catch (error) {
    const details = { code: (error as NodeJS.ErrnoException).code ?? 'unknown' }
    await raiseAlert(db, { kind: 'journal.notWritten', subject: 'journal', details })
    throw error
  }
}
