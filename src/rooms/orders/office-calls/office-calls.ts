// Serves the back office its orders.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { ordersByKey } from '#rooms/vault/hands.ts'
import { PRODUCTS_OFFERED, withoutMarks } from '../limits.ts'
import { ordersOffice } from '../office.ts'
import { countOrders, ordersPage, REFERENCE } from './office-list.ts'
import { officeOrder, shownRow } from './office-order.ts'
import * as store from './office-store.ts'
import { productsMeant, productsWith } from './product-orders.ts'

interface Served {
  db: Database
  settings: Settings
  keyring: Keyring
  /** By name, the best first. */
  byName(name: string, locale: string, limit: number): number[]
}

export function ordersOfficeCalls({ db, settings, keyring, byName }: Served) {
  return serves(ordersOffice, {
    'GET /office/orders': ({ query: { after, ...asked } }) => ordersPage({ db, settings }, asked, after),

    'POST /office/orders/by-key': async ({ body }) => {
      // As it was typed, for a supplier's keys may hold marks; else without those that a sentence around it brought along.
      const key = withoutMarks(body.key)
      const asTyped = await ordersByKey(db, keyring, body.key)
      const ids = asTyped.length > 0 || key === body.key ? asTyped : await ordersByKey(db, keyring, key)
      if (ids.length > 0) return { rows: (await store.ordersOf(db, ids)).map(shownRow) }
      const isReference = REFERENCE.test(key)
      const found = isReference ? await store.listOrders(db, { reference: key }, { limit: 20 }) : []
      return { rows: found.map(shownRow) }
    },

    'GET /office/orders/count': ({ query }) => countOrders({ db, settings }, query),

    'GET /office/order-products': async ({ query: { q = '', product = null, sku = null } }, { locale }) => {
      const id = /^#?\d{1,9}$/.test(q) ? Number(q.replace('#', '')) : product
      const meant = await productsMeant(db, { id, word: q, sku })
      const named = q ? byName(q, locale, PRODUCTS_OFFERED) : []
      return { products: await productsWith(db, [...new Set([...meant, ...named])].slice(0, PRODUCTS_OFFERED)) }
    },

    'GET /office/orders/{id}': ({ params: { id } }) => officeOrder(db, id),
  } satisfies Handlers<typeof ordersOffice>)
}
