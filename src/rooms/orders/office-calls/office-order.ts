// One order as the back office shows it: what was bought, what was paid, what can be done, what happened.
import type { Database } from '#platform/database/database.ts'
import type { Answer } from '#platform/http/contract.ts'
import { notFound } from '#platform/http/errors.ts'
import { toMajor } from '#platform/money.ts'
import { type PaymentRow, paymentsOf, refundsOf, tasksOf } from '#rooms/payments/hands.ts'
import { isHoldable, isTakenBack, leftOf, meantPayment, orderUnits, PAID } from '../acts/acts.ts'
import { HAS_KEYS } from '../acts/care.ts'
import { accountOf } from '../acts/care-store.ts'
import { type Hold, isBankOverdue, openHolds } from '../acts/hold-store.ts'
import { seenOf } from '../acts/seen-store.ts'
import { orderLines } from '../buyer/line-store.ts'
import type { ordersOffice } from '../office.ts'
import { contestedPayment } from '../refunds/dispute-lost.ts'
import { isErased } from '../rules.ts'
import { isPayableByHand } from '../settling/mark-paid.ts'
import * as store from '../store.ts'
import { topUpLeftNow } from '../top-ups/top-ups.ts'
import { happenedTo } from './happened-store.ts'
import * as list from './office-store.ts'

type OfficeOrder = Answer<(typeof ordersOffice)['GET /office/orders/{id}']>

export const shownRow = ({ at, placedAt, total, product, version, units, ...row }: list.ListedOrder) => ({
  ...row,
  placedAt: placedAt.toISOString(),
  total: toMajor(total),
  product: product ?? '',
  version: version ?? '',
  units: units ?? 0,
})

/** Throws 404 for an order that is none. */
export function officeOrder(db: Database, id: string): Promise<OfficeOrder> {
  // What is shown and the word for what was seen are of one moment: what happens meanwhile is neither.
  return db.snapshot(async (tx) => {
    const [listed] = await list.listOrders(tx, { id }, { limit: 1 })
    const order = await store.orderById(tx, id)
    if (!listed || !order) throw notFound()
    const lines = await orderLines(tx, id)
    const payments = await paymentsOf(tx, id)
    const holds = await openHolds(tx, id)
    const paid = payments.find((payment) => payment.id === order.paidPaymentId)
    const meant = meantPayment(payments, order, holds)
    const { goods, discount, fee, coupon, service, total } = order
    const amounts = { goods, discount, fee, coupon, service, total }
    return {
      ...shownRow(listed),
      expiresAt: order.expiresAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      locale: order.locale,
      note: await list.noteOf(tx, id),
      amounts: Object.fromEntries(
        Object.entries(amounts).map(([name, minor]) => [name, toMajor(minor)]),
      ) as typeof amounts,
      paid: paidOf(payments),
      lines: lines.map((line) => ({
        productId: line.productId,
        name: line.name,
        label: line.skuLabel,
        quantity: line.quantity,
        unit: toMajor(line.unit),
        total: toMajor(line.total),
      })),
      payments: payments.toReversed().map((payment) => ({
        id: payment.id,
        provider: payment.provider,
        state: payment.state,
        amount: toMajor(payment.amount),
        currency: payment.currency,
        refunded: toMajor(payment.refundedAmount),
        startedAt: payment.createdAt.toISOString(),
        reference: payment.providerRef,
      })),
      account: await accountOf(tx, id),
      seen: await seenOf(tx, id),
      can: possible(
        order,
        payments,
        holds,
        order.barred === 'underWay' && (await isBankOverdue(tx, id)),
        meant && { ...meant, left: (await topUpLeftNow(tx, id, meant.id)) ?? leftOf(meant) },
      ),
      holds: holds.map(({ reason, since, details, paymentId }) => ({
        ...{ reason, paymentId, since: since.toISOString() },
        by: typeof details.actor === 'string' ? details.actor : '',
        why: typeof details.reason === 'string' ? details.reason : '',
      })),
      units: PAID.includes(order.status)
        ? (await orderUnits(tx, order, paid)).map(({ line, unit, amount, keyId, refund }) => ({
            ...{ line, unit, amount: toMajor(amount), hasKey: keyId !== null, refund },
            name: lines[line - 1]?.name ?? '',
          }))
        : [],
      refunds: await refunds(tx, id),
      timeline: (await happenedTo(tx, order)).map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    }
  })
}

function paidOf(payments: PaymentRow[]): OfficeOrder['paid'] {
  const sums = new Map<string, number>()
  for (const { currency, paidAmount } of payments)
    if (paidAmount) sums.set(currency, (sums.get(currency) ?? 0) + paidAmount)
  return Array.from(sums, ([currency, minor]) => ({ amount: toMajor(minor), currency }))
}

/** What the acts would not refuse at this moment. */
function possible(
  order: store.KeptOrder,
  payments: PaymentRow[],
  holds: Hold[],
  isBankLate: boolean,
  meant: { currency: string; left: number } | undefined,
): OfficeOrder['can'] {
  const { status } = order
  return {
    hold: isHoldable(order) && !holds.some(({ reason }) => reason === 'person'),
    release: holds.length > 0,
    accept: PAID.includes(status) ? holds.length > 0 : status !== 'Refunded' && meant !== undefined && !isErased(order),
    resend: !isErased(order),
    replace: HAS_KEYS.includes(status) && order.topUpCents === null && order.barred === null,
    cancel: status === 'Unpaid' && (order.barred === null || (isBankLate && holds.length === 0)),
    markPaid: isPayableByHand(order) && holds.length === 0,
    lost: contestedPayment(payments, order) !== undefined,
    takeBack: isTakenBack(order, payments),
    refund: meant && meant.left > 0 ? { left: toMajor(meant.left), currency: meant.currency } : null,
  }
}

async function refunds(tx: Parameters<typeof refundsOf>[0], orderId: string): Promise<OfficeOrder['refunds']> {
  const tasks = new Map(
    (await tasksOf(tx, orderId)).flatMap(({ outcome, refundId, number, provider, providerRef: reference }) =>
      outcome === null ? [[refundId, { number, provider, reference }]] : [],
    ),
  )
  return (await refundsOf(tx, orderId)).map((refund) => ({
    id: refund.id,
    at: refund.createdAt.toISOString(),
    amount: toMajor(refund.amount),
    currency: refund.currency,
    to: refund.destination,
    state: refund.state,
    problem: refund.problem,
    who: refund.actor,
    why: refund.reason,
    byHand: tasks.get(refund.id) ?? null,
  }))
}
