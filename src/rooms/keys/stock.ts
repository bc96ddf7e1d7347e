// Tells the operator once when an offer runs low on keys, and takes it back when it does no more.
import type { Database, Transaction } from '#platform/database/database.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import * as store from './stock-store.ts'

const AT_ONCE = 500

/** What has crossed since the last look. */
export async function followStock(db: Database): Promise<void> {
  while (await store.isAnyChecked(db)) await db.transaction(followSome)
}

/** The crossing and what is told of it are one transaction: a process that dies leaves both to the next look. */
async function followSome(tx: Transaction): Promise<void> {
  const offerIds = await store.takeChecks(tx, AT_ONCE)
  for (const { offerId, state } of await store.endStates(tx, offerIds))
    if (state === 'low') await resolveAlert(tx, { kind: 'stock.low', subject: String(offerId) })
  for (const { offerId, state, product, skuCode, stock, lowAt, rival } of await store.beginStates(tx, offerIds))
    if (state === 'low')
      await raiseAlert(tx, {
        kind: 'stock.low',
        subject: String(offerId),
        details: { product, version: skuCode, left: stock, lowAt, ...(rival !== null && { seller: rival }) },
      })
}
