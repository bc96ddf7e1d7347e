// The catalogue as this process holds it: the index over all products and the small tables, rebuilt from the database
// when it says that something changed. A cache and nothing more: it can be thrown away at any moment (decision E4).
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import type { Listener } from '#platform/database/listen.ts'
import type { Log } from '#platform/log.ts'
import { homeLists } from './home-lists.ts'
import { CatalogIndex, type IndexedProduct } from './search/catalog-index.ts'
import * as store from './store.ts'

const BATCH = 5_000
/** How long a failed reading waits for its repetition: at first, and at most. */
const RETRY_MS = { first: 100, most: 10_000 }

/** The small tables, as one consistent picture. */
export interface Shelves {
  categories: Map<number, store.CategoryRow>
  categoryBySlug: Map<string, store.CategoryRow>
  /** A category's children in order; key null: the top level. */
  children: Map<number | null, store.CategoryRow[]>
  facets: Map<number, store.FacetRow>
  facetsByKind: Record<store.FacetRow['kind'], store.FacetRow[]>
  currencies: store.CurrencyRow[]
  banners: store.BannerRow[]
  settings: Map<string, string>
}

export interface Catalogue {
  readonly index: CatalogIndex
  readonly shelves: Shelves
  /** Reads these products again now; used when a page found the index behind the database. */
  refresh(ids: number[]): Promise<void>
  /** Since when the database could not be read again, although something changed; undefined: nothing waits to be read. */
  readonly behindSince: Date | undefined
  /**
   * Called with the page tags that no longer hold: `p:7` a product's card, `d:7` its detail, `c:3` a category's list,
   * `c:every` lists and searches of all categories, `c:home` the home page, `all`.
   */
  onChange(receive: (tags: string[]) => void): void
  close(): Promise<void>
}

export async function openCatalogue(
  db: Database,
  listener: Listener,
  log: Log,
  /** Told when reading again begins to fail, and with undefined when it succeeds. */
  onBehind: (since: Date | undefined) => void = () => {},
): Promise<Catalogue> {
  const receivers: ((tags: string[]) => void)[] = []
  const tell = (tags: string[]) => {
    for (const receive of receivers) receive(tags)
  }
  let pending = new Set<number>()
  let everything = false
  let synonyms = false
  // Listening comes before reading: what changes while we read is then read again, and nothing falls between.
  let underWay: Promise<void> | undefined = Promise.resolve()
  listener.on('catalog', hear)
  let shelves = await readShelves(db)
  let index = await buildIndex(db, shelves)
  let home = homeIds()
  let behindSince: Date | undefined
  const closing = new AbortController()

  function homeIds(): string {
    return JSON.stringify(homeLists(index, shelves, Date.now()))
  }

  async function refresh(ids: number[]) {
    const rows = await store.indexRowsOf(db, ids)
    const found = new Set(rows.map((row) => row.id))
    // Both pictures come from the index, whose form they share; a row of the database names things in another order.
    const earlier = new Map(ids.map((id) => [id, index.get(id)]))
    index.upsert(rows.map((row) => toIndexed(row, shelves)))
    index.remove(ids.filter((id) => !found.has(id)))
    const tags = new Set<string>()
    for (const id of ids) {
      tags.add(`d:${id}`)
      const [before, after] = [earlier.get(id), index.get(id)]
      if (!sameCard(before, after)) {
        tags.add(`p:${id}`)
        tags.add('c:every')
        for (const category of [...(before?.categoryIds ?? []), ...(after?.categoryIds ?? [])])
          tags.add(`c:${category}`)
      }
    }
    const homeNow = homeIds()
    if (homeNow !== home) tags.add('c:home')
    home = homeNow
    tell([...tags])
  }

  async function catchUp() {
    // Changes that arrive while we read are read in the next round: nothing is taken for seen that was not.
    while ((everything || synonyms || pending.size > 0) && !closing.signal.aborted) {
      const [all, ids, words] = [everything, [...pending], synonyms]
      everything = false
      synonyms = false
      pending = new Set()
      if (all) {
        const started = performance.now()
        const nextShelves = await readShelves(db)
        index = await buildIndex(db, nextShelves)
        shelves = nextShelves
        home = homeIds()
        tell(['all'])
        // An import says "all" many times a second: reading it all again takes a third of our time at most.
        if (everything) await wait((performance.now() - started) * 2)
        continue
      }
      if (words) {
        index.setSynonyms(await readSynonyms(db))
        tell(['c:every'])
      }
      if (ids.length > 0) await refresh(ids)
    }
  }

  /** Tries until the database can be read: no later change may come to remind us of this one. */
  async function catchUpSurely() {
    for (let delay = RETRY_MS.first; !closing.signal.aborted; delay = Math.min(delay * 2, RETRY_MS.most)) {
      try {
        await catchUp()
        if (behindSince) log.info({ behindSince }, 'the catalogue was read again')
        behindSince = undefined
        onBehind(undefined)
        return
      } catch (err) {
        everything = true
        behindSince ??= new Date()
        onBehind(behindSince)
        log.error({ err, behindSince }, 'the catalogue could not be read again; trying on')
        await wait(delay)
      }
    }
  }

  /** Ends early when the shop closes. */
  function wait(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: closing.signal }).catch(() => {})
  }

  function hear(payload: string | null) {
    if (payload === null || payload === 'all') everything = true
    else if (payload === 'synonyms') synonyms = true
    else for (const id of payload.split(',')) pending.add(Number(id))
    underWay ??= start()
  }

  function start() {
    return catchUpSurely().finally(() => {
      underWay = undefined
    })
  }
  underWay = start()

  return {
    get index() {
      return index
    },
    get shelves() {
      return shelves
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

async function readShelves(db: Database): Promise<Shelves> {
  const [categories, facets, currencies, banners, settings] = await Promise.all([
    store.categoryRows(db),
    store.facetRows(db),
    store.currencyRows(db),
    store.bannerRows(db),
    store.settingRows(db),
  ])
  return {
    categories: new Map(categories.map((row) => [row.id, row])),
    categoryBySlug: new Map(categories.map((row) => [row.slug, row])),
    children: Map.groupBy(categories, (row) => row.parentId),
    facets: new Map(facets.map((row) => [row.id, row])),
    facetsByKind: { platform: [], region: [], language: [], genre: [], ...Object.groupBy(facets, (row) => row.kind) },
    currencies,
    banners,
    settings: new Map(settings.map(({ key, value }) => [key, value])),
  }
}

async function buildIndex(db: Database, shelves: Shelves): Promise<CatalogIndex> {
  const index = await CatalogIndex.build(allProducts(db, shelves))
  index.setSynonyms(await readSynonyms(db))
  return index
}

async function readSynonyms(db: Database): Promise<string[][]> {
  return (await store.synonymRows(db)).map(({ words }) => words)
}

/** Batch by batch: the index keeps columns, and a catalogue of 200,000 never stands in memory as rows. */
async function* allProducts(db: Database, shelves: Shelves): AsyncGenerator<IndexedProduct[]> {
  // Who made one game mostly made others: one text for all of them.
  const makers = new Map<string, string>()
  for (let after = 0; ; ) {
    const rows = await store.indexRowsAfter(db, after, BATCH)
    if (rows.length === 0) return
    for (const row of rows) {
      const known = makers.get(row.makers)
      if (known === undefined) makers.set(row.makers, row.makers)
      else row.makers = known
    }
    yield rows.map((row) => toIndexed(row, shelves))
    after = rows.at(-1)!.id
  }
}

function toIndexed(row: store.IndexRow, shelves: Shelves): IndexedProduct {
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

/** The category and all its ancestors (decision B4). */
export function branchOf(categoryId: number, { categories }: Shelves): number[] {
  const branch: number[] = []
  for (
    let id: number | null = categoryId;
    id !== null && !branch.includes(id);
    id = categories.get(id)?.parentId ?? null
  )
    branch.push(id)
  return branch
}

function sameCard(a: IndexedProduct | undefined, b: IndexedProduct | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

export { textIn as inLocale } from '#platform/i18n/text-in.ts'
