// For tests: a shop without products, and feeds that are loaded into it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { openReport } from '#platform/report.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
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

export const DIRTY = [
  '1,Portal,2007-10-10,Valve,7.19,Action;Puzzle,500',
  '2, Portal ,2007-10-10,Valve,9.99,Action,10',
  '3,,2007-10-10,Valve,7.19,Action,1',
  '1,Portal again,2007-10-10,Valve,1.00,Action,1',
  '4,Free Game,2010-02-31,Valve,0.0,RPG,1',
  '5,"never closed,2010-01-01,Valve,1,RPG,1',
  '6,新流星搜劍錄,2010-01-01,"Valve;Hidden Path",1.00,RPG,x',
  '7,Starlight™\u0099,2010-01-01,,1.00,,1',
  '8,too,few',
  ',No reference,2010-01-01,,1.00,,1',
]

export function loading(world: () => { db: Database; url: string }) {
  // Half of what the dirty feed holds is refused.
  const load = (lines: string[], options: LoadOptions = {}) =>
    loadFeed(world().db, lines, { force: lines === DIRTY, ...options })
  const products = () =>
    world().db.query<Record<string, unknown>>(sql`
    select p.source_ref as ref, p.slug, p.name ->> 'en-US' as name, p.developer, p.released_on::text as released, p.popularity, c.slug as category,
      k.sku_code as sku, o.price_cents as cents, o.stock, o.backing, s.is_shop as shop
    from products p join categories c on c.id = p.category_id join skus k on k.product_id = p.id
    left join offers o on o.sku_id = k.id left join sellers s on s.id = o.seller_id order by p.id`)

  /** The import runs while somebody's transaction has done this and is not committed: it waits for that, and goes on. */
  async function loadBeside<T>(rivals: string[], loading: () => Promise<T>): Promise<T> {
    const rival = new pg.Client({ connectionString: world().url })
    await rival.connect()
    await rival.query('begin')
    for (const statement of rivals) await rival.query(statement)
    const loaded = loading()
    await until(
      async () =>
        (
          await world().db.query(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length > 0,
      'the import waits for the rival',
    )
    const [answer] = await Promise.all([loaded, rival.query('commit').then(() => rival.end())])
    return answer
  }

  return { load, products, loadBeside }
}
