// The back office's list of orders: a page of it, how many there are, and the same as a file.
import type { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { wholeDays } from '#platform/database/days.ts'
import { invalid } from '#platform/http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { isTypedUuid } from '#platform/uuid.ts'
import { defineList } from '#rooms/lists/hands.ts'
import { ORDERS_COUNTED, ORDERS_PER_PAGE, orderNoIn, withoutMarks } from '../limits.ts'
import { OrdersQuery } from '../office.ts'
import type { OrderStatus } from '../rules.ts'
import { shownRow } from './office-order.ts'
import * as store from './office-store.ts'
import { countWithin, newestWithin, oldestWithin } from './product-days.ts'
import { countOf, newestOf, oldestOf, versionIds } from './product-orders.ts'

/** What providers call payments, refunds and transactions: `cs_test_a1…`, `8MC585209K746392H`. */
const OF_PROVIDER = /^[\w.-]{8,200}$/
/** What a bank calls money that came past every provider, as it was typed: `SEPA 4711`, `Cash 12/3`. */
export const REFERENCE = /^[\x20-\x7e]{1,200}$/
const EMAIL = /^[^\s@]+@[^\s@]+$/
const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/
const AFTER_LINE = /^line_(\d{1,15})$/

type Asked = z.output<typeof OrdersQuery>

interface Where {
  db: Database
  settings: Settings
}

/** `zone`: days are those of it. */
export async function ordersPage({ db, settings }: Where, asked: Asked, after: string | undefined) {
  const zone = settings.read(TIME_ZONE)
  const wanted = await wantedBy(db, zone, asked)
  return { ...(await pageOf(db, wanted, asked.sort, after)), zone }
}

type Sort = Asked['sort']

async function pageOf(db: Database, wanted: store.OrdersWanted | undefined, sort: Sort, after: string | undefined) {
  if (!wanted) return { rows: [], next: null, understood: false }
  if (isByLines(wanted)) {
    const page = isWithinDays(wanted) ? pageOfDays : pageOfLines
    return { ...(await page(db, wanted, sort, after)), understood: true }
  }
  const list = sort === 'oldest' ? store.listOldest : store.listOrders
  const place = { after: readAfter(after), limit: ORDERS_PER_PAGE + 1 }
  const byShape = await list(db, wanted, place)
  const other = byShape.length === 0 && after === undefined && asReference(wanted)
  const found = other ? await list(db, other, place) : byShape
  const rows = found.slice(0, ORDERS_PER_PAGE)
  return { rows: rows.map(shownRow), next: nextOf(found, rows), understood: rows.length > 0 || !isVague(wanted) }
}

function nextOf(found: readonly store.ListedOrder[], rows: readonly store.ListedOrder[]): string | null {
  const last = rows.at(-1)
  return found.length > rows.length && last ? `${last.at}_${last.id}` : null
}

export async function countOrders({ db, settings }: Where, asked: Omit<Asked, 'sort'>) {
  const wanted = await wantedBy(db, settings.read(TIME_ZONE), asked)
  if (!wanted) return { count: 0, isMore: false }
  if (isByLines(wanted)) {
    const { count, isMore } = await (isWithinDays(wanted) ? countWithin : countOf)(db, wanted, ORDERS_COUNTED + 1)
    return { count: Math.min(count, ORDERS_COUNTED), isMore: isMore || count > ORDERS_COUNTED }
  }
  const byShape = await store.countOrders(db, wanted, ORDERS_COUNTED + 1)
  const other = byShape === 0 && asReference(wanted)
  const count = other ? await store.countOrders(db, other, ORDERS_COUNTED + 1) : byShape
  return { count: Math.min(count, ORDERS_COUNTED), isMore: count > ORDERS_COUNTED }
}

/** Only money that a person recorded could be called so: whoever typed something else hears what orders are found by. */
const isVague = ({ reference, orderNo, id }: store.OrdersWanted) =>
  reference !== undefined && orderNo === undefined && id === undefined && !OF_PROVIDER.test(reference)

/** Of an address that no order has: money may have been recorded by it. */
const asReference = ({ email, ...wanted }: store.OrdersWanted): store.OrdersWanted | undefined =>
  email === undefined ? undefined : { ...wanted, reference: email }

type ByLines = store.OrdersWanted & { skuIds: readonly number[] }

const isByLines = (wanted: store.OrdersWanted): wanted is ByLines =>
  wanted.skuIds !== undefined && !wanted.id && !wanted.orderNo && !wanted.email && !wanted.reference

const isWithinDays = ({ since, until }: store.OrdersWanted) => since !== undefined || until !== undefined

/** By the moments at which they were placed: lines know none. */
async function pageOfDays(db: Database, wanted: ByLines, sort: Sort, after: string | undefined) {
  const look = sort === 'oldest' ? oldestWithin : newestWithin
  const { orderIds, until } = await look(db, wanted, { after: readAfter(after), limit: ORDERS_PER_PAGE + 1 })
  const byId = new Map((await store.ordersOf(db, orderIds)).map((row) => [row.id, row]))
  const found = orderIds.flatMap((id) => byId.get(id) ?? [])
  const rows = found.slice(0, ORDERS_PER_PAGE)
  return { rows: rows.map(shownRow), next: nextOf(found, rows) ?? until }
}

async function pageOfLines(db: Database, { skuIds, status }: ByLines, sort: Sort, after: string | undefined) {
  const look = sort === 'oldest' ? oldestOf : newestOf
  const { orderIds, lines, until } = await look(db, {
    ...{ skuIds, status, after: readLine(after) },
    limit: ORDERS_PER_PAGE + 1,
  })
  const byId = new Map((await store.ordersOf(db, orderIds)).map((row) => [row.id, row]))
  const rows = orderIds.slice(0, ORDERS_PER_PAGE).flatMap((id) => byId.get(id) ?? [])
  const next = orderIds.length > ORDERS_PER_PAGE ? lines[ORDERS_PER_PAGE - 1]! : until
  return { rows: rows.map(shownRow), next: next === null ? null : `line_${next}` }
}

/** Undefined: what was typed has the shape of nothing that orders are found by. */
async function wantedBy(
  db: Database,
  zone: string,
  { status, q, product, sku, from, to }: Omit<Asked, 'sort'>,
): Promise<store.OrdersWanted | undefined> {
  const skuIds = product === undefined && sku === undefined ? undefined : await versionIds(db, { product, sku })
  const meant = q ? meantBy(q) : {}
  const days = from === undefined && to === undefined ? {} : await wholeDays(db, zone, from, to)
  return meant && { ...meant, ...days, status, skuIds }
}

function meantBy(typed: string): store.OrdersWanted | undefined {
  const q = withoutMarks(typed)
  if (isTypedUuid(q)) return { id: q.toLowerCase(), reference: q }
  if (EMAIL.test(q)) return { email: q.toLowerCase() }
  const orderNo = orderNoIn(q)
  const reference = REFERENCE.test(q) ? q : undefined
  if (orderNo !== undefined) return { orderNo, reference }
  return reference === undefined ? undefined : { reference }
}

function readAfter(text: string | undefined): store.AfterOrder | undefined {
  if (text === undefined) return undefined
  const [, at, id] = AFTER.exec(text) ?? []
  if (!at || !id || !isTypedUuid(id) || Number.isNaN(Date.parse(at))) throw wrong()
  return { at, id }
}

function readLine(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, line] = AFTER_LINE.exec(text) ?? []
  if (!line) throw wrong()
  return Number(line)
}

const wrong = () => invalid([{ path: 'after', message: 'error.invalid' }])

const said = (status: OrderStatus) => `orders.status.${status}` as const

export const ordersAsFile = (where: Where) =>
  defineList({
    read: 'orders.read',
    query: OrdersQuery,
    page: (query, after) => ordersPage(where, query, after),
    columns: {
      number: { heads: ['orders.number'], cells: ({ orderNo }) => [orderNo] },
      placed: { heads: [{ moment: 'orders.placed' }], cells: ({ placedAt }) => [new Date(placedAt)] },
      buyer: { heads: ['orders.buyer', 'lists.email'], cells: ({ username, email }) => [username ?? '', email] },
      bought: {
        heads: ['orders.bought', 'lists.units'],
        cells: ({ product, units }, t) => [product || t('orders.topUp'), units],
      },
      version: { heads: ['orders.version'], cells: ({ version }) => [version] },
      status: {
        heads: ['orders.statusColumn', 'orders.held'],
        cells: ({ status, isHeld }, t) => [t(said(status)), t(isHeld ? 'audit.yes' : 'audit.no')],
      },
      total: {
        heads: ['orders.total', 'lists.currency'],
        cells: ({ total, currency }) => [{ amount: total }, currency],
      },
    },
  })
