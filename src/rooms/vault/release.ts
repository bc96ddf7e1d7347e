// After a restore without its journal nobody knows which keys were sold since (decision E8): they wait for a person.
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { audit } from '#rooms/audit/hands.ts'
import { SERVE_WAITING } from './jobs.ts'
import * as store from './store.ts'

/** Puts the keys of a SKU, or all (null), on sale again; paid orders that waited for them are served first. Audited. */
export function releaseKeys(
  db: Database,
  skuCode: string | null,
  machineUser: string,
): Promise<{ offerId: number; keys: number }[]> {
  return db.transaction(async (tx) => {
    const offers = await releaseKeysIn(tx, skuCode)
    const keys = offers.reduce((sum, offer) => sum + offer.keys, 0)
    if (keys > 0)
      await audit(tx, {
        ...{ by: { machineUser }, act: 'keys.release', subject: { kind: 'keys', id: 'withheld' } },
        after: { ...(skuCode !== null && { skuCode }), keys, offers: offers.length },
      })
    return offers
  })
}

export async function releaseKeysIn(
  tx: Transaction,
  skuCode: string | null,
): Promise<{ offerId: number; keys: number }[]> {
  const offers = await store.releaseWithheld(tx, skuCode)
  for (const { offerId } of offers) await enqueue(tx, SERVE_WAITING, { offerId })
  return offers
}
