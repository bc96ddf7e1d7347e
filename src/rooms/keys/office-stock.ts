// Serves the back office what runs low on keys.
import type { Database } from '#platform/database/database.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { releaseKeysIn, stockLasts } from '#rooms/vault/hands.ts'
import { STOCKS_COUNTED, STOCKS_PER_PAGE, type StockState } from './limits.ts'
import { keysOfficeStock } from './office-stock-contract.ts'
import * as store from './stock-store.ts'
import { endWithheld } from './withheld.ts'

const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,9})$/

export function keysOfficeStockCalls(db: Database) {
  const counted = async (state: StockState) => atMost(await store.countStocks(db, state, STOCKS_COUNTED + 1))
  return serves(keysOfficeStock, {
    'GET /office/stock': async ({ query: { state, after } }) => {
      const found = await store.listStocks(db, state, { after: readAfter(after), limit: STOCKS_PER_PAGE + 1 })
      const rows = found.slice(0, STOCKS_PER_PAGE)
      const sales = await stockLasts(
        db,
        rows.map(({ offerId, stock }) => ({ id: offerId, stock })),
      )
      const last = found.length > STOCKS_PER_PAGE ? rows.at(-1) : undefined
      return {
        rows: rows.map(({ at: _, state: __, since, ...row }) => ({
          ...row,
          since: since.toISOString(),
          sold28: sales.get(row.offerId)?.sold ?? 0,
          daysLeft: sales.get(row.offerId)?.daysLeft ?? null,
        })),
        next: last ? `${last.at}_${last.offerId}` : null,
      }
    },

    'GET /office/stock/count': async () => ({
      low: await counted('low'),
      idle: await counted('idle'),
      withheld: atMost(await store.countWithheld(db, STOCKS_COUNTED + 1)),
    }),

    'POST /office/keys/release': ({ body: { reason } }, caller) =>
      db.transaction(async (tx) => {
        const offers = await releaseKeysIn(tx, null)
        const keys = offers.reduce((sum, offer) => sum + offer.keys, 0)
        if (keys === 0) throw refused('keys.refused.noneWithheld')
        await endWithheld(tx)
        await audit(tx, {
          ...{ by: whoAsks(caller), act: 'keys.release', subject: { kind: 'keys', id: 'withheld' }, reason },
          after: { keys, offers: offers.length },
        })
        return { keys }
      }),
  } satisfies Handlers<typeof keysOfficeStock>)
}

const atMost = (count: number) => ({ count: Math.min(count, STOCKS_COUNTED), isMore: count > STOCKS_COUNTED })

/** `next` of a page as it was given. */
function readAfter(after: string | undefined): store.AfterStock | undefined {
  if (after === undefined) return undefined
  const [, at = '', id = ''] = AFTER.exec(after) ?? []
  if (Number.isNaN(Date.parse(at)) || Number(id) > 2_147_483_647)
    throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, offerId: Number(id) }
}
