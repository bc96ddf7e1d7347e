// What an import reads of the shop before its first row: rates, whose offers it makes, and what products stand under.
import { CommandError } from '#platform/command.ts'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { ensureSeller, sellerNamed } from '#rooms/products/hands.ts'
import type { FeedPlan } from './feed-row.ts'
import { columnPlaces, type FeedMap } from './map.ts'
import { openShelf, type Shelf } from './shelf.ts'
import * as store from './store.ts'

interface Opened {
  plan: FeedPlan
  shelf: Shelf
  sellerId: number
}

interface Opening {
  db: Database
  file: string
  dryRun: boolean
  asIf?: (tx: Transaction) => Promise<void>
}

export async function openImport({ db, file, dryRun, asIf }: Opening, map: FeedMap, header: string[]): Promise<Opened> {
  const open = async (reads: Queryable): Promise<Opened> => ({
    plan: await openPlan(reads, map, header, file),
    shelf: await openShelf({ db, reads, map, dryRun }),
    sellerId: await findSeller(db, reads, map, dryRun),
  })
  return dryRun && asIf ? undone(db, (tx) => asIf(tx).then(() => open(tx))) : open(db)
}

/** Nothing of what the work writes stays, and nobody is told of it. */
async function undone<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let answer: { is: T } | undefined
  const done = new Error('undone')
  const undo = async (tx: Transaction) => {
    answer = { is: await work(tx) }
    throw done
  }
  await db.transaction(undo).catch((error: unknown) => {
    if (error !== done) throw error
  })
  return answer!.is
}

async function openPlan(db: Queryable, map: FeedMap, header: string[], file: string): Promise<FeedPlan> {
  const places = columnPlaces(map, header, file)
  const rates = new Map((await store.currencyRates(db)).map(({ code, rate }) => [code, BigInt(rate)]))
  const currency = map.price?.currency
  if (typeof currency === 'string' && !rates.has(currency))
    throw new CommandError(`the shop has no rate for ${currency}; it has ${[...rates.keys()].join(', ')}`)
  return { map, places, columns: header.length, rates }
}

/** By any name that he has had; made when missing. -1: a dry run makes none. */
async function findSeller(db: Database, reads: Queryable, { seller }: FeedMap, dryRun: boolean): Promise<number> {
  if (seller === null) {
    const shop = await store.shopSeller(reads)
    if (shop === undefined) throw new CommandError('the shop has no seller of its own')
    return shop
  }
  return (await sellerNamed(reads, seller)) ?? (dryRun ? -1 : db.transaction((tx) => ensureSeller(tx, seller)))
}
