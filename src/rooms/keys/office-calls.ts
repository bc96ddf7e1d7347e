// Serves the back office its batches of keys.
import type { Database } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { isTypedUuid } from '#platform/uuid.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import {
  type AfterBatch,
  type BatchRow,
  type ListedBatch,
  stockLasts,
  batchStore as store,
} from '#rooms/vault/hands.ts'
import { BATCHES_PER_PAGE, KEYS_PER_PAGE, LEFT_COUNTED, LINES_SHOWN, REST_DAYS } from '#rooms/vault/limits.ts'
import type { createBatches } from './batches.ts'
import type { bringingIn } from './bring-in.ts'
import { keysOffice } from './office.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const MOST_PRODUCTS = 50
const DAY_MS = 86_400_000

export interface Served {
  db: Database
  batches: ReturnType<typeof createBatches> & ReturnType<typeof bringingIn>
  /** By name, the best first. */
  byName(name: string, locale: string, limit: number): number[]
}

export async function batchPage(
  { db, byName }: Pick<Served, 'db' | 'byName'>,
  { state = null, q }: { state?: BatchRow['state'] | null | undefined; q?: string | undefined },
  after: string | undefined,
  locale: string,
) {
  if (q && isTypedUuid(q)) {
    const one = await store.listBatchById(db, q)
    return { rows: await listed(db, one), next: null }
  }
  const offerIds = q ? await store.offersOf(db, q, byName(q, locale, MOST_PRODUCTS)) : null
  const found = await store.listBatches(
    db,
    { state, offerIds },
    { after: readAfter(after), limit: BATCHES_PER_PAGE + 1 },
  )
  const rows = found.slice(0, BATCHES_PER_PAGE)
  const last = found.length > BATCHES_PER_PAGE ? rows.at(-1) : undefined
  return { rows: await listed(db, rows), next: last ? `${last.at}_${last.id}` : null }
}

export function keysOfficeCalls({ db, batches, byName }: Served) {
  return serves(keysOffice, {
    'GET /office/key-batches': ({ query: { after, ...wanted } }, { locale }) =>
      batchPage({ db, byName }, wanted, after, locale),

    'GET /office/key-batches/{id}': async ({ params: { id } }) => {
      const batch = await store.batchOf(db, id)
      if (!batch) throw notFound()
      const { costMinor, costCurrency, withdrawnAt, exportedAt, report } = batch
      const until = withdrawnAt && !exportedAt ? new Date(withdrawnAt.getTime() + REST_DAYS * DAY_MS) : null
      return {
        ...shown(batch, await lastsOf(db, [batch])),
        counts: await store.countsOf(db, id),
        cost: costMinor === null || costCurrency === null ? null : { minor: costMinor, currency: costCurrency },
        price: toMajor(batch.priceCents),
        withdrawnAt: withdrawnAt?.toISOString() ?? null,
        exportedAt: exportedAt?.toISOString() ?? null,
        comesBackUntil: until && until.getTime() > Date.now() ? until.toISOString() : null,
        report,
      }
    },

    'GET /office/key-batches/{id}/keys': async ({ params: { id }, query: { state, after } }) => {
      const found = await store.keysOfBatch(db, { batchId: id, state, after }, KEYS_PER_PAGE + 1)
      const rows = found.slice(0, KEYS_PER_PAGE)
      return {
        rows: rows.map(({ soldAt, deliveredAt, refundedAt, ...key }) => ({
          ...{ id: key.id, orderId: key.orderId, orderNo: key.orderNo },
          soldAt: soldAt?.toISOString() ?? null,
          deliveredAt: deliveredAt?.toISOString() ?? null,
          refundedAt: refundedAt?.toISOString() ?? null,
        })),
        next: found.length > KEYS_PER_PAGE ? rows.at(-1)!.id : null,
      }
    },

    'POST /office/key-batches': async ({ body }, caller) => {
      await batches.bringIn(body, whoAsks(caller))
      return { id: body.id }
    },

    'POST /office/key-batches/look': async ({ body }) => {
      const { product, lines, added, sample, entries, odd } = await batches.look(body)
      const some = <Reason>(of: readonly { line: number; reason: Reason }[]) => ({
        count: of.length,
        first: of.slice(0, LINES_SHOWN).map(({ line, reason }) => ({ line, reason })),
      })
      return { product, lines, added, sample, refused: some(entries), odd: some(odd) }
    },

    'POST /office/key-batches/{id}/block': ({ params, body }, caller) =>
      batches.act(params.id, 'block', { ...body, who: whoAsks(caller) }),

    'POST /office/key-batches/{id}/unblock': ({ params, body }, caller) =>
      batches.act(params.id, 'unblock', { ...body, who: whoAsks(caller) }),

    'POST /office/key-batches/{id}/withdraw': ({ params, body }, caller) =>
      batches.act(params.id, 'withdraw', { ...body, who: whoAsks(caller) }),

    'POST /office/key-batches/{id}/take-back': ({ params, body }, caller) =>
      batches.act(params.id, 'takeBack', { ...body, who: whoAsks(caller) }),

    'POST /office/key-batches/{id}/move': ({ params, body: { from, skuCode, ...body } }, caller) =>
      batches.move(params.id, { from, to: skuCode }, { ...body, who: whoAsks(caller) }),

    'POST /office/key-batches/{id}/export': async ({ params: { id }, body }, caller) => ({
      ...(await batches.export(id, { ...body, who: whoAsks(caller) })),
      name: `keys-${id.slice(0, 8)}.txt`,
    }),

    'POST /office/keys/{id}/reveal': async ({ params: { id }, body: { reason } }, caller) => ({
      key: await batches.reveal(id, { reason, who: whoAsks(caller) }),
    }),
  } satisfies Handlers<typeof keysOffice>)
}

const lastsOf = (db: Database, all: readonly BatchRow[]) =>
  stockLasts(
    db,
    all.map(({ offerId, stock }) => ({ id: offerId, stock })),
  )

async function listed(db: Database, all: readonly ListedBatch[]) {
  const lasts = await lastsOf(db, all)
  return all.map((batch) => ({
    ...shown(batch, lasts),
    left: Math.min(batch.left, LEFT_COUNTED),
    isMore: batch.left > LEFT_COUNTED,
  }))
}

const shown = (batch: BatchRow, lasts: Awaited<ReturnType<typeof stockLasts>>) => ({
  ...{ id: batch.id, productId: batch.productId, product: batch.product, skuCode: batch.skuCode },
  ...{ seller: batch.seller, source: batch.source, supplier: batch.supplier, state: batch.state, by: batch.actor },
  ...{ stock: batch.stock, onSale: batch.onSale, daysLeft: lasts.get(batch.offerId)?.daysLeft ?? null },
  at: batch.createdAt.toISOString(),
})

/** `next` of a page as it was given. */
function readAfter(after: string | undefined): AfterBatch | undefined {
  if (after === undefined) return undefined
  const [at = '', id = ''] = after.split('_')
  if (!MOMENT.test(at) || Number.isNaN(Date.parse(at)) || !isTypedUuid(id))
    throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, id }
}
