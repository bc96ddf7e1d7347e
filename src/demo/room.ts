// The demo shop's goods, in a demo shop that has none yet; none of its keys in a shop that sells.
import type { Queryable } from '#platform/database/database.ts'
import { defineRoom } from '#platform/room.ts'
import { StartError } from '#platform/start-error.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { batchStore } from '#rooms/vault/hands.ts'
import { loadDemo, SOURCE } from './load.ts'

export const demoRoom = defineRoom({
  name: 'demo',
  needs: { products: productsRoom },
  async prepare({ db, keyring, config, log }) {
    if (config.mode === 'live') await refuseSamples(db)
    if (config.demo && (await loadDemo(db, keyring, config))) log.info('the demo shop was loaded')
  },
  open: () => ({}),
})

/** They open nothing, and a buyer would have paid for one. */
async function refuseSamples(db: Queryable): Promise<void> {
  const count = await batchStore.unsoldFrom(db, SOURCE)
  if (count > 0)
    throw new StartError(
      `SHOP_MODE: live mode refuses the database of a demo: it holds ${count} unsold sample keys, which open nothing (batches with the source “${SOURCE}”); give the shop an empty database, or withdraw these batches in the back office in demo mode`,
    )
}
