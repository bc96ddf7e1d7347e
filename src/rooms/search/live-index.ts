// The index over all products and what stands on the home page by it, brought up to date in pieces.
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import type { Catalogue } from '#rooms/products/hands.ts'
import { CARD, DETAIL } from '#rooms/products/tags.ts'
import { type HomeLists, homeLists } from './home-lists.ts'
import { CatalogIndex, type IndexedProduct } from './index/catalog-index.ts'
import type { ProductReader } from './product-reader.ts'
import { EVERY_SEARCH, HOME, LIST, LIST_VERSIONS } from './tags.ts'

/** So many changed products are read at once, as many as one message names. */
const PIECE = 500
const DAY_MS = 86_400_000

export interface LiveIndexOptions {
  reader: ProductReader
  readSynonyms(): Promise<string[][]>
  catalogue: Catalogue
  /** Called with the page tags that no longer hold. */
  tell(tags: string[]): void
}

export type LiveIndex = Awaited<ReturnType<typeof openLiveIndex>>

export async function openLiveIndex({ reader, readSynonyms, catalogue, tell }: LiveIndexOptions) {
  const index = await CatalogIndex.build(reader.all())
  index.setSynonyms(await readSynonyms())
  let home = homeLists(index, catalogue.shelves, Date.now())
  let homeDay = today()

  /** @returns whether the home page shows anything else now */
  function chooseHome(): boolean {
    const before = JSON.stringify(home)
    home = homeLists(index, catalogue.shelves, Date.now())
    homeDay = today()
    return JSON.stringify(home) !== before
  }

  /** One by one: what was read before a change is not entered after what was read since. */
  const refresh = oneByOne(async (ids: number[]) => {
    const products = await reader.of(ids)
    const found = new Set(products.map(({ id }) => id))
    // Both pictures come from the index, whose form they share; a row of the database names things in another order.
    const earlier = new Map(ids.map((id) => [id, index.get(id)]))
    index.upsert(products)
    index.remove(ids.filter((id) => !found.has(id)))
    const tags = new Set<string>()
    for (const id of ids) {
      tags.add(DETAIL(id))
      const [was, is] = [earlier.get(id), index.get(id)]
      const categories = [...(was?.categoryIds ?? []), ...(is?.categoryIds ?? [])]
      if (!sameVersions(was, is)) for (const list of ['all', ...categories] as const) tags.add(LIST_VERSIONS(list))
      if (!sameCard(was, is)) tags.add(CARD(id))
      if (!sameInLists(was, is)) {
        for (const category of ['every', ...categories]) tags.add(LIST(category))
      }
    }
    if (chooseHome()) tags.add(HOME)
    tell([...tags])
  })

  /** Takes one batch after the other into the index that is there: a second one beside it would be as much memory again. */
  async function readAgain(ended: AbortSignal) {
    const known = index.sortedIds()
    let next = 0
    for await (const batch of reader.all()) {
      await index.upsertMany(batch)
      const found = new Set(batch.map(({ id }) => id))
      const gone: number[] = []
      for (const last = batch.at(-1)!.id; next < known.length && known[next]! <= last; next++)
        if (!found.has(known[next]!)) gone.push(known[next]!)
      await leaveOut(gone, ended)
      if (ended.aborted) return
    }
    await leaveOut([...known.subarray(next)], ended)
  }

  /** What was not among those read may have come since: it is looked for by its id. */
  async function leaveOut(ids: number[], ended: AbortSignal) {
    for (const piece of pieces(ids)) {
      const products = await reader.of(piece)
      const found = new Set(products.map(({ id }) => id))
      index.upsert(products)
      index.remove(piece.filter((id) => !found.has(id)))
      if (ended.aborted) return
    }
  }

  const tellHome = () => {
    if (chooseHome()) tell([HOME])
  }

  return {
    index,
    get home(): HomeLists {
      // What is new today was hotter yesterday.
      if (homeDay !== today()) tellHome()
      return home
    },
    tellHome,
    refresh,

    async refreshAll(ids: number[]): Promise<void> {
      for (const piece of pieces(ids)) await refresh(piece)
    },

    async everythingAgain(ended: AbortSignal): Promise<void> {
      index.setSynonyms(await readSynonyms())
      await readAgain(ended)
      chooseHome()
      tell([ALL_PAGES])
    },

    async synonymsAgain(): Promise<void> {
      index.setSynonyms(await readSynonyms())
      tell([EVERY_SEARCH])
    },
  }
}

/** Each call begins when the one before has ended. */
function oneByOne<Of>(work: (of: Of) => Promise<void>): (of: Of) => Promise<void> {
  let before: Promise<void> = Promise.resolve()
  return (of) => {
    const done = before.then(() => work(of))
    before = done.catch(() => {})
    return done
  }
}

function* pieces(ids: number[]): Generator<number[]> {
  for (let from = 0; from < ids.length; from += PIECE) yield ids.slice(from, from + PIECE)
}

const today = () => Math.floor(Date.now() / DAY_MS)

/** Whether its card shows what it showed: how it sells is its place in lists alone. */
function sameCard(a: IndexedProduct | undefined, b: IndexedProduct | undefined): boolean {
  const none = { versions: undefined, sold: undefined, popularity: 0 }
  return same(a && { ...a, ...none }, b && { ...b, ...none })
}

/** What its other versions are promoted at only lists of some versions show. */
function sameVersions(a: IndexedProduct | undefined, b: IndexedProduct | undefined): boolean {
  return same(a?.versions, b?.versions)
}

/** Whether lists have it where they had it, and count it where they counted it. */
function sameInLists(a: IndexedProduct | undefined, b: IndexedProduct | undefined): boolean {
  const none = { versions: undefined, cardHash: 0 }
  return same(a && { ...a, ...none }, b && { ...b, ...none })
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
