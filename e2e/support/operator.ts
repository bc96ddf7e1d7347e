// A second shop, whose operator is the test: it changes rows beside the running shop, as docs/operate.md says.
import { parseConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { createLog } from '#platform/log.ts'
import { openGround } from '#platform/platform.ts'
import { test as base } from './fixtures.ts'
import { startShop } from './shop.ts'

interface Operated {
  origin: string
  /** Of the running shop, which hears of every change by itself. */
  db: Database
}

/** Every page is the second shop's. It is started once per worker: a file of such tests keeps to one. */
export const test = base.extend<object, { operated: Operated }>({
  operated: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const shop = await startShop('operated')
      const config = parseConfig({ DATA_DIR: shop.dataDir, DATABASE_POOL: '2' })
      const { db, close } = await openGround(config, createLog('silent'), 'operator')
      await use({ origin: shop.origin, db })
      await close()
      await shop.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ operated }, use) => use(operated.origin),
})
