// The names of all jobs, and what runs by the clock. Rooms enqueue by name; here the names meet their handlers.
import type { Database } from '#platform/database/database.ts'
import { forgetOldCounts } from '#platform/http/rate-limit.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Delivery } from '#shop/delivery/deliver.ts'
import type { Settling } from '#shop/orders/settle.ts'
import type { Payments } from '#shop/payments/payments.ts'

export function createJobs(rooms: { db: Database; payments: Payments; settling: Settling; delivery: Delivery }): Jobs {
  const { db, payments, settling, delivery } = rooms
  return {
    'order.expire': ({ orderId }: { orderId: string }) => settling.expire(db, orderId, new Date()),
    'order.serveWaiting': ({ offerId }: { offerId: number }) => settling.serveWaiting(db, offerId),
    'order.completeOld': () => settling.completeOld(db),
    'payment.event': ({ eventId }: { eventId: number }) => payments.handleEvent(eventId),
    'payment.close': ({ orderId }: { orderId: string }) => payments.closeAttempts(orderId),
    'payment.poll': () => payments.pollDue(),
    'mail.send': ({ mailId }: { mailId: string }) => delivery.send(mailId),
    'limits.forget': async () => void (await forgetOldCounts(db)),
  }
}

export const SCHEDULE = [
  { job: 'payment.poll', cron: '* * * * *' },
  { job: 'order.completeOld', cron: '17 * * * *' },
  { job: 'limits.forget', cron: '*/10 * * * *' },
]
