// Serves the back office its orders.
import type { Database } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { paymentsOf } from '#rooms/payments/hands.ts'
import { ORDERS_COUNTED, ORDERS_PER_PAGE } from './limits.ts'
import { ordersOffice } from './office.ts'
import * as store from './office-store.ts'
import type { OrderStatus } from './rules.ts'
import { orderById, orderLines } from './store.ts'

const ORDER_NO = /^[2-9A-HJKMNP-TV-Z]{10}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/

export function ordersOfficeCalls({ db }: { db: Database }) {
  return serves(ordersOffice, {
    'GET /office/orders': async ({ query: { status, q, after } }) => {
      const wanted = wantedBy(status, q)
      if (!wanted) return { rows: [], next: null, understood: false }
      const found = await store.listOrders(db, wanted, { after: readAfter(after), limit: ORDERS_PER_PAGE + 1 })
      const rows = found.slice(0, ORDERS_PER_PAGE)
      const last = rows.at(-1)
      const next = found.length > rows.length && last ? `${last.at}_${last.id}` : null
      return { rows: rows.map(shownRow), next, understood: true }
    },

    'GET /office/orders/count': async ({ query: { status, q } }) => {
      const wanted = wantedBy(status, q)
      const count = wanted ? await store.countOrders(db, wanted, ORDERS_COUNTED + 1) : 0
      return { count: Math.min(count, ORDERS_COUNTED), isMore: count > ORDERS_COUNTED }
    },

    'GET /office/orders/{id}': async ({ params: { id } }) => {
      const [[listed], order, lines, payments, timeline] = await Promise.all([
        store.listOrders(db, { id }, { limit: 1 }),
        orderById(db, id),
        orderLines(db, id),
        paymentsOf(db, id),
        store.happenedTo(db, id),
      ])
      if (!listed || !order) throw notFound()
      const { goods, discount, fee, coupon, service, total } = order
      const amounts = { goods, discount, fee, coupon, service, total }
      return {
        ...shownRow(listed),
        expiresAt: order.expiresAt.toISOString(),
        paidAt: order.paidAt?.toISOString() ?? null,
        locale: order.locale,
        note: await store.noteOf(db, id),
        amounts: Object.fromEntries(
          Object.entries(amounts).map(([name, minor]) => [name, toMajor(minor)]),
        ) as typeof amounts,
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
        timeline: timeline.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
      }
    },
  } satisfies Handlers<typeof ordersOffice>)
}

/** Undefined: what was typed has the shape of nothing that orders are found by. */
function wantedBy(status: OrderStatus | undefined, q: string | undefined): store.OrdersWanted | undefined {
  if (!q) return { status }
  if (UUID.test(q)) return { status, id: q.toLowerCase() }
  if (q.includes('@')) return { status, email: q.toLowerCase() }
  // As people write them down.
  const orderNo = q.replace(/[\s-]/g, '').toUpperCase()
  return ORDER_NO.test(orderNo) ? { status, orderNo } : undefined
}

function readAfter(text: string | undefined): store.AfterOrder | undefined {
  if (text === undefined) return undefined
  const [, at, id] = AFTER.exec(text) ?? []
  if (!at || !id || !UUID.test(id) || Number.isNaN(Date.parse(at)))
    throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, id }
}

const shownRow = ({ at, placedAt, total, product, units, ...row }: store.ListedOrder) => ({
  ...row,
  placedAt: placedAt.toISOString(),
  total: toMajor(total),
  product: product ?? '',
  units: units ?? 0,
})
