// A catalogue of 200,000: how quick lists and suggestions are, and what the shop holds of the machine's memory, at rest, after
// much was asked of it, and after another 122,000 rows were imported beside it.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../src/platform/database/embedded.ts'
import { generateProducts, writeFeed } from './data.ts'
import { makeDatabase, onDatabase } from './databases.ts'
import type { Measured } from './load.ts'
import { measureList, measureSuggestions } from './products.ts'
import { type RunningShop, runCommand, startShop } from './shop.ts'
import type { Row } from './table.ts'

const PRODUCTS = 200_000
const FEED_ROWS = 122_000
const MOST_MB = 300
/** Nothing is asked of it meanwhile: old rows are collected, covers of best sellers drawn. */
const REST_MS = 30_000

export interface LargeBench {
  server: EmbeddedPostgres
  env: Record<string, string>
  dataDir: string
  /** Lists at 27,075 products, to be compared with. */
  small?: Measured
}

export async function measureLarge({ server, env, dataDir, small }: LargeBench): Promise<Row[]> {
  const rows: Row[] = []
  const large = onDatabase(server.url, 'bench_large')
  await makeDatabase(server, 'bench_large')
  const largeEnv = { ...env, DATABASE_URL: large, DEMO: 'off' }
  await (await startShop(largeEnv)).stop()
  await generateProducts(large, PRODUCTS)
  const shop = await startShop(largeEnv)
  rows.push({ figure: 'ready after start (200,000 products)', value: shop.readyAfterMs / 1000, unit: 's' })
  rows.push(memory('memory with 200,000 products, just started', shop))
  const list = await measureList(shop.origin)
  rows.push({
    figure: 'product/list, 200,000 products',
    value: list.perSecond,
    unit: '/s',
    ...(small && {
      limit: { what: 'at 27,075', value: small.perSecond },
      reached: list.perSecond >= small.perSecond / 2 && list.errors === 0,
    }),
    note: `p99 ${list.p99} ms`,
  })
  const { prefix, typo } = await measureSuggestions(shop.origin)
  for (const [what, measured] of [
    ['by prefix', prefix],
    ['with a typing error', typo],
  ] as const)
    rows.push({
      figure: `suggestions ${what}, 200,000`,
      value: measured.p99,
      unit: 'ms p99',
      limit: { what: 'aim', value: 20 },
      reached: measured.p99 <= 20,
      note: `${Math.round(measured.perSecond)}/s`,
    })
  rows.push(memory('memory after these lists and suggestions', shop))
  const feed = join(dataDir, 'large.csv')
  await writeFeed(feed, FEED_ROWS)
  const imported = await runCommand('src/rooms/import/cli.ts', [feed, '--source', 'large'], largeEnv)
  await untilKnown(shop, PRODUCTS + FEED_ROWS)
  rows.push(memory('memory after an import of 122,000 rows beside it', shop, `${Math.round(imported.seconds)} s; `))
  await pause(REST_MS)
  rows.push(memory('  half a minute later', shop))
  await shop.stop()
  return rows
}

function memory(figure: string, shop: RunningShop, note = ''): Row {
  const value = shop.residentMb()
  return {
    figure,
    value,
    unit: 'MB',
    limit: { what: 'aim', value: MOST_MB },
    reached: value <= MOST_MB,
    note: `${note}at most ${Math.round(shop.peakMb())} until now`,
  }
}

async function untilKnown(shop: RunningShop, products: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${shop.origin}/prod-api/api/product/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    if (((await answer.json()) as { total: number }).total >= products) return
    await pause(200)
  }
}
