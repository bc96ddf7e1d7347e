// Which products stand on the home page.
import { hottest } from './hottest.ts'
import type { CatalogIndex } from './index/catalog-index.ts'
import { ENGLISH } from './index/product-table.ts'

export const HOME_LIST = 20
/** The hottest are chosen among so many best sellers of the first shelf. */
const CANDIDATES = 200
const DAY_MS = 86_400_000

export interface HomeLists {
  best: number[]
  latest: number[]
  hot: number[]
}

/** Ids in order. They are the same in every language: nothing here is sorted by name. */
export function homeLists(
  index: CatalogIndex,
  shelves: { children: ReadonlyMap<number | null, readonly { id: number }[]> },
  now: number,
): HomeLists {
  const everywhere = { locale: ENGLISH, sort: 0, offset: 0 } as const
  const firstShelf = shelves.children.get(null)?.[0]?.id
  const popular = index
    .query({ ...everywhere, limit: CANDIDATES, categoryId: firstShelf })
    .ids.map((id) => index.figures(id))
    .filter((product) => product !== undefined)
  return {
    best: index.query({ ...everywhere, limit: HOME_LIST, stock: 'in' }).ids,
    latest: index.latest(HOME_LIST),
    hot: hottest(popular, Math.floor(now / DAY_MS), HOME_LIST),
  }
}
