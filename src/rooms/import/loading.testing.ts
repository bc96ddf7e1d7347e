// For tests: a shop without products, and feeds that are loaded into it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/log.ts'
import { openReport } from '#platform/report.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { fillCurrencies } from '#rooms/money/hands.ts'
import { fillFirstStart } from '#rooms/products/first-start.ts'
import { importFeed } from './import.ts'
import { type FeedMap, parseMap } from './map.ts'

export const HEADER = 'id,title,date,by,price,tags,likes'
const MAP = {
  source: 'acme',
  ref: 'id',
  name: 'title',
  releasedOn: { column: 'date' },
  developer: { column: 'by', separator: ';' },
  price: { column: 'price', currency: 'GBP' },
  platforms: [{ always: ['steam'] }],
  genres: [{ column: 'tags', separator: ';' }],
  category: {
    parent: 'pc-games',
    default: 'indie-games',
    rules: [{ column: 'tags', separator: ';', values: { RPG: 'rpg-games' } }],
  },
  popularity: { likes: 1 },
}

export const mapOf = (more: object = {}): FeedMap => parseMap(JSON.stringify({ ...MAP, ...more }), 'map')
export const many = (count: number, price = '1.00') =>
  Array.from({ length: count }, (_, i) => `${i + 1},Game ${i + 1},2010-01-01,Dev,${price},Action,${i}`)

/** As it is after its first start. */
export async function openEmptyShop(): Promise<{ db: Database; url: string; close(): Promise<void> }> {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, { log: createLog('silent'), size: 6, name: 'latchkey test' })
  await fillCurrencies(db)
  await fillFirstStart(db, 'Latchkey')
  const close = async () => {
    await db.close()
    await drop()
  }
  return { db, url, close }
}

export interface LoadOptions {
  map?: object
  dryRun?: boolean
  report?: string
  onWaiting?: () => void
  force?: boolean
  header?: string
  bytes?: Uint8Array
}

export async function loadFeed(db: Database, lines: string[], options: LoadOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const file = join(folder, 'feed.csv')
  await writeFile(file, options.bytes ?? [options.header ?? HEADER, ...lines].join('\n'))
  const report = await openReport(options.report)
  const map = mapOf(options.map)
  try {
    const summary = await importFeed({
      db,
      file,
      machineUser: 'ada',
      map: () => map,
      form: { delimiter: map.delimiter, encoding: map.encoding, escape: map.escape },
      force: options.force ?? false,
      dryRun: options.dryRun ?? false,
      report,
      onWaiting: options.onWaiting,
    })
    return {
      ...summary,
      made: [...summary.made.keys()],
      madeCounts: Object.fromEntries(summary.made),
      reasons: Object.fromEntries([...report.counts].map(([reason, { count }]) => [reason, count])),
    }
  } finally {
    await report.close()
    await rm(folder, { recursive: true })
  }
}
