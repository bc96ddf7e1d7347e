// Serves what about money waits for a person, and the ways out that belong to no single order.
import type { Database } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { toMajor } from '#platform/money.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import type { Seller } from '#rooms/content/hands.ts'
import { differencesToSettle, type Payments, RECONCILE, tasksToMake } from '#rooms/payments/hands.ts'
import { buyerOf } from '../acts/acting.ts'
import { ordersOfficePayments } from '../office-payments-contract.ts'
import { evidenceOf } from '../refunds/evidence.ts'
import { settleAudited } from '../settling/settle-difference.ts'
import { lockOrder } from '../store.ts'
import * as store from './office-payments-store.ts'

interface Options {
  db: Database
  /** How far each provider was compared. */
  progress: Payments['reconciling']['progress']
  shopName: () => string
  /** Who sells, where he is named. */
  seller: () => Seller | undefined
}

const first = <T>(rows: readonly T[]) => rows.slice(0, store.MOST)
const isMore = (rows: readonly unknown[]) => rows.length > store.MOST

export function ordersOfficePaymentCalls({ db, progress, shopName, seller }: Options) {
  return serves(ordersOfficePayments, {
    'GET /office/payments': async () => {
      const [disputes, held, tasks, open, compared] = await Promise.all([
        store.disputes(db),
        store.heldOrders(db),
        tasksToMake(db, store.MOST + 1),
        differencesToSettle(db, store.MOST + 1),
        progress(),
      ])
      const ids = [...tasks, ...open].flatMap(({ paymentId }) => (paymentId ? [paymentId] : []))
      const orders = await store.ordersOfPayments(db, ids)
      return {
        disputes: first(disputes).map(({ since, answerUntil, amount, ...one }) => ({
          ...one,
          amount: toMajor(amount),
          since: since.toISOString(),
          answerUntil: answerUntil?.toISOString() ?? null,
        })),
        held: first(held).map(shownHeld),
        byHand: first(tasks).map((task) => ({
          ...{ orderId: task.orderId, orderNo: orders.get(task.paymentId)?.orderNo ?? '' },
          ...{ provider: task.provider, reference: task.providerRef },
          ...{ amount: toMajor(task.amount), currency: task.currency },
          ...{ number: task.number, since: task.since.toISOString(), why: task.why },
        })),
        differences: first(open).map((one) => {
          const order = orders.get(one.paymentId ?? '')
          return {
            ...{ number: one.id, provider: one.provider, what: one.what, reference: one.ref },
            ...{ orderId: order?.id ?? null, orderNo: order?.orderNo ?? null, since: one.foundAt.toISOString() },
            ...{ theirs: factsOf(one.details.theirs), ours: factsOf(one.details.ours) },
            seen: one.seen,
          }
        }),
        isMore: { disputes: isMore(disputes), held: isMore(held), byHand: isMore(tasks), differences: isMore(open) },
        compared: compared.map(({ provider, finishedAt }) => ({
          provider,
          finishedAt: finishedAt?.toISOString() ?? null,
        })),
      }
    },

    'POST /office/payments/differences/{number}/settle': ({ params: { number }, body: { reason, seen } }, caller) =>
      db.transaction(async (tx) => {
        const by = { who: whoAsks(caller), actor: staffOf(caller).email, reason, seen }
        const why = await settleAudited(tx, number, by)
        if (why) throw refused(`payments.refused.${why}`)
        return null
      }),

    'POST /office/payments/compare': (_, caller) =>
      db.transaction(async (tx) => {
        await enqueue(tx, RECONCILE, { now: true })
        const subject = { kind: 'payments', id: 'all' } as const
        await audit(tx, { by: whoAsks(caller), act: 'payments.compare', subject })
        return null
      }),

    'POST /office/orders/{id}/evidence': ({ params: { id }, body: { reason } }, caller) =>
      db.transaction(async (tx) => {
        const evidence = await evidenceOf(tx, id, { shopName: shopName(), seller: seller() })
        if (!evidence) throw notFound()
        const order = await lockOrder(tx, id)
        await audit(tx, {
          ...{ by: whoAsks(caller), act: 'order.evidence', subject: { kind: 'order', id }, reason },
          about: order && buyerOf(order),
        })
        return evidence
      }),
  } satisfies Handlers<typeof ordersOfficePayments>)
}

/** With what its provider answered beside what the shop expects and knows. */
function shownHeld({ since, details, provider, reference, state, amount, paid, refunded, currency, ...one }: Held) {
  const { state: said, paid: came, refunded: went, currency: of } = details
  const isDoubt = typeof came === 'number' && typeof of === 'string'
  return {
    ...one,
    since: since.toISOString(),
    provider,
    reference,
    theirs: isDoubt
      ? { state: String(said ?? ''), paid: toMajor(came), refunded: toMajor(Number(went ?? 0)), currency: of }
      : null,
    ours:
      state !== null && amount !== null && currency !== null
        ? { state, amount: toMajor(amount), paid: toMajor(paid ?? 0), refunded: toMajor(refunded ?? 0), currency }
        : null,
  }
}

type Held = Awaited<ReturnType<typeof store.heldOrders>>[number]

const factsOf = (facts: unknown): Record<string, unknown> =>
  typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {}
