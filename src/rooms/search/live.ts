// The index over all products as this process holds it, made anew from the database when it says that something changed.
// A cache and nothing more: it can be thrown away at any moment (decision E4).
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import type { Listener } from '#platform/database/listen.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import type { Log } from '#platform/log.ts'
import { branchOf, type Catalogue, type Shelves, sameTree } from '#rooms/products/hands.ts'
import { CARD, DETAIL } from '#rooms/products/tags.ts'
import { type HomeLists, homeLists } from './home-lists.ts'
import { CatalogIndex, type IndexedProduct } from './index/catalog-index.ts'
import * as store from './store.ts'
import { EVERY_LIST, HOME, LIST } from './tags.ts'

/**
 * So many products are read at once, and let go before the next are asked for. They die young: with batches of 5,000 a start left
 * a hundred megabytes of old rows behind.
 */
const BATCH = 1_000
/** So many changed products are read at once, as many as one message names. */
const PIECE = 500
/** When more than these wait to be read, everything is read again: whoever falls behind must not keep a list without end. */
const MOST_PENDING = 20_000
const DAY_MS = 86_400_000
/** What changes within this time is read together: a product that sells fast once, however many buy it. */
const GATHER_MS = 50
/** How long a failed reading waits for its repetition: at first, and at most. */
const RETRY_MS = { first: 100, most: 10_000 }

export interface Finder {
  readonly index: CatalogIndex
  /** What stands on the home page today. */
  readonly home: HomeLists
  /** Reads these products again now; used when a page found the index behind the database. */
  refresh(ids: number[]): Promise<void>
  /** Since when the database could not be read again, although something changed; undefined: nothing waits to be read. */
  readonly behindSince: Date | undefined
  /** Called with the page tags that no longer hold (tags.ts here and of the products). */
  onChange(receive: (tags: string[]) => void): void
  close(): Promise<void>
}

export interface FinderOptions {
  db: Database
  listener: Listener
  /** Under whose categories products stand. */
  catalogue: Catalogue
  log: Log
}

export async function openFinder({ db, listener, catalogue, log }: FinderOptions): Promise<Finder> {
  const receivers: ((tags: string[]) => void)[] = []
  const tell = (tags: string[]) => {
    for (const receive of receivers) receive(tags)
  }
  let pending = new Set<number>()
  /** Products whose category the products' room does not know yet: they are read again once it does. */
  const orphans = new Set<number>()
  let everything = false
  let synonyms = false
  // Listening comes before reading: what changes while we read is then read again, and nothing falls between.
  let underWay: Promise<void> | undefined = Promise.resolve()
  listener.on('catalog', hear)
  const shelvesThen = catalogue.shelves
  const index = await CatalogIndex.build(allProducts())
  index.setSynonyms(await readSynonyms(db))
  let home = homeLists(index, catalogue.shelves, Date.now())
  let homeDay = today()
  let behindSince: Date | undefined
  const closing = new AbortController()

  /** Batch by batch: the index keeps columns, and a catalogue of 200,000 never stands in memory as rows. */
  async function* allProducts(): AsyncGenerator<IndexedProduct[]> {
    for (let after = 0; ; ) {
      const rows = await store.indexRowsAfter(db, after, BATCH)
      if (rows.length === 0) return
      yield rows.map(toIndexed)
      after = rows.at(-1)!.id
    }
  }

  function toIndexed(row: store.IndexRow): IndexedProduct {
    const { shelves } = catalogue
    if (!shelves.categories.has(row.categoryId)) orphans.add(row.id)
    return {
      id: row.id,
      categoryIds: branchOf(row.categoryId, shelves),
      names: row.name as IndexedProduct['names'],
      makers: row.makers,
      lowPriceCents: row.lowPriceCents,
      inStock: row.inStock,
      popularity: row.popularity,
      releasedOn: row.releasedOn ?? 0,
      platformIds: row.platformIds,
      regionIds: row.regionIds,
      languageIds: row.languageIds,
      genreIds: row.genreIds,
    }
  }

  /** @returns whether the home page shows anything else now */
  function chooseHome(): boolean {
    const before = JSON.stringify(home)
    home = homeLists(index, catalogue.shelves, Date.now())
    homeDay = today()
    return JSON.stringify(home) !== before
  }

  async function refresh(ids: number[]) {
    const rows = await store.indexRowsOf(db, ids)
    const found = new Set(rows.map((row) => row.id))
    // Both pictures come from the index, whose form they share; a row of the database names things in another order.
    const earlier = new Map(ids.map((id) => [id, index.get(id)]))
    index.upsert(rows.map((row) => toIndexed(row)))
    index.remove(ids.filter((id) => !found.has(id)))
    const tags = new Set<string>()
    for (const id of ids) {
      tags.add(DETAIL(id))
      const [before, after] = [earlier.get(id), index.get(id)]
      if (!sameCard(before, after)) {
        tags.add(CARD(id))
        tags.add(EVERY_LIST)
        for (const category of [...(before?.categoryIds ?? []), ...(after?.categoryIds ?? [])]) tags.add(LIST(category))
      }
    }
    if (chooseHome()) tags.add(HOME)
    tell([...tags])
  }

  /** Takes one batch after the other into the index that is there: a second one beside it would be as much memory again. */
  async function readAgain() {
    const known = index.sortedIds()
    let next = 0
    for await (const batch of allProducts()) {
      await index.upsertMany(batch)
      const found = new Set(batch.map(({ id }) => id))
      const gone: number[] = []
      for (const last = batch.at(-1)!.id; next < known.length && known[next]! <= last; next++)
        if (!found.has(known[next]!)) gone.push(known[next]!)
      await leaveOut(gone)
      if (closing.signal.aborted) return
    }
    await leaveOut([...known.subarray(next)])
  }

  /** What was not among those read may have come since: it is looked for by its id. */
  async function leaveOut(ids: number[]) {
    for (const piece of pieces(ids)) {
      const rows = await store.indexRowsOf(db, piece)
      const found = new Set(rows.map((row) => row.id))
      index.upsert(rows.map((row) => toIndexed(row)))
      index.remove(piece.filter((id) => !found.has(id)))
      if (closing.signal.aborted) return
    }
  }

  async function catchUp() {
    // Changes that arrive while we read are read in the next round: nothing is taken for seen that was not.
    while ((everything || synonyms || pending.size > 0) && !closing.signal.aborted) {
      await wait(GATHER_MS)
      if (closing.signal.aborted) return
      const [all, ids, words] = [everything, [...pending], synonyms]
      everything = false
      synonyms = false
      pending = new Set()
      if (all) {
        const started = performance.now()
        index.setSynonyms(await readSynonyms(db))
        await readAgain()
        chooseHome()
        tell([ALL_PAGES])
        // Who changes much says "all" many times a second: reading it all again takes a third of our time at most.
        if (everything) await wait((performance.now() - started) * 2)
        continue
      }
      if (words) {
        index.setSynonyms(await readSynonyms(db))
        tell([EVERY_LIST])
      }
      for (const piece of pieces(ids)) await refresh(piece)
    }
  }

  /** Tries until the database can be read: no later change may come to remind us of this one. */
  async function catchUpSurely() {
    for (let delay = RETRY_MS.first; !closing.signal.aborted; delay = Math.min(delay * 2, RETRY_MS.most)) {
      try {
        await catchUp()
        if (behindSince) log.info({ behindSince }, 'the catalogue was read again')
        behindSince = undefined
        return
      } catch (err) {
        everything = true
        behindSince ??= new Date()
        log.error({ err, behindSince }, 'the catalogue could not be read again; trying on')
        await wait(delay)
      }
    }
  }

  /** Ends early when the shop closes. */
  function wait(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: closing.signal }).catch(() => {})
  }

  /** Lists of the first shelf may begin with another; products that moved with their category stand elsewhere. */
  function follow(before: Shelves, now: Shelves) {
    if (!sameTree(before, now)) return hear(null)
    if (orphans.size > 0) hear([...orphans].join(','))
    orphans.clear()
    if (chooseHome()) tell([HOME])
  }

  function hear(payload: string | null) {
    // Categories and facets are read by the products' room, which tells us.
    if (payload === 'small tables') return
    if (payload === 'synonyms') synonyms = true
    else if (payload === null || !/^\d+(,\d+)*$/.test(payload)) everything = true
    else for (const id of payload.split(',')) pending.add(Number(id))
    if (pending.size > MOST_PENDING) {
      everything = true
      pending = new Set()
    }
    underWay ??= start()
  }

  function start() {
    return catchUpSurely().finally(() => {
      underWay = undefined
    })
  }
  underWay = start()
  catalogue.onChange(follow)
  if (catalogue.shelves !== shelvesThen) follow(shelvesThen, catalogue.shelves)

  return {
    get index() {
      return index
    },
    get home() {
      // What is new today was hotter yesterday.
      if (homeDay !== today() && chooseHome()) tell([HOME])
      return home
    },
    get behindSince() {
      return behindSince
    },
    refresh,
    onChange: (receive) => void receivers.push(receive),
    close: async () => {
      closing.abort()
      await underWay
    },
  }
}

async function readSynonyms(db: Database): Promise<string[][]> {
  return (await store.synonymRows(db)).map(({ words }) => words)
}

function* pieces(ids: number[]): Generator<number[]> {
  for (let from = 0; from < ids.length; from += PIECE) yield ids.slice(from, from + PIECE)
}

const today = () => Math.floor(Date.now() / DAY_MS)

function sameCard(a: IndexedProduct | undefined, b: IndexedProduct | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
