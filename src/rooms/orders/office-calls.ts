// Serves the back office its orders.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { invalid } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { ordersByKey } from '#rooms/vault/hands.ts'
import { ORDERS_COUNTED, ORDERS_PER_PAGE } from './limits.ts'
import { ordersOffice } from './office.ts'
import { officeOrder, shownRow } from './office-order.ts'
import * as store from './office-store.ts'
import type { OrderStatus } from './rules.ts'

const ORDER_NO = /^[2-9A-HJKMNP-TV-Z]{10}$/
/** What providers call payments, refunds and transactions: `cs_test_a1…`, `8MC585209K746392H`. */
const REFERENCE = /^[\w.-]{8,200}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/

export function ordersOfficeCalls({ db, keyring }: { db: Database; keyring: Keyring }) {
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

    'POST /office/orders/by-key': async ({ body: { key } }) => {
      const ids = await ordersByKey(db, keyring, key)
      if (ids.length > 0) return { rows: (await store.ordersOf(db, ids)).map(shownRow) }
      const isReference = REFERENCE.test(key)
      const found = isReference ? await store.listOrders(db, { reference: key }, { limit: 20 }) : []
      return { rows: found.map(shownRow) }
    },

    'GET /office/orders/count': async ({ query: { status, q } }) => {
      const wanted = wantedBy(status, q)
      const count = wanted ? await store.countOrders(db, wanted, ORDERS_COUNTED + 1) : 0
      return { count: Math.min(count, ORDERS_COUNTED), isMore: count > ORDERS_COUNTED }
    },

    'GET /office/orders/{id}': ({ params: { id } }) => officeOrder(db, id),
  } satisfies Handlers<typeof ordersOffice>)
}

/** Undefined: what was typed has the shape of nothing that orders are found by. */
function wantedBy(status: OrderStatus | undefined, q: string | undefined): store.OrdersWanted | undefined {
  if (!q) return { status }
  if (UUID.test(q)) return { status, id: q.toLowerCase() }
  if (q.includes('@')) return { status, email: q.toLowerCase() }
  // As people write them down.
  const orderNo = q.replace(/[\s-]/g, '').toUpperCase()
  if (ORDER_NO.test(orderNo)) return { status, orderNo }
  return REFERENCE.test(q) ? { status, reference: q } : undefined
}

function readAfter(text: string | undefined): store.AfterOrder | undefined {
  if (text === undefined) return undefined
  const [, at, id] = AFTER.exec(text) ?? []
  if (!at || !id || !UUID.test(id) || Number.isNaN(Date.parse(at)))
    throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, id }
}
