// The categories and what products can be filtered by, as this process holds them.
import type { Queryable } from '#platform/database/database.ts'
import * as store from './store.ts'

/** As one consistent picture. */
export interface Shelves {
  categories: Map<number, store.CategoryRow>
  categoryBySlug: Map<string, store.CategoryRow>
  /** A category's children in order; key null: the top level. */
  children: Map<number | null, store.CategoryRow[]>
  facets: Map<number, store.FacetRow>
  facetsByKind: Record<store.FacetRow['kind'], store.FacetRow[]>
}

export interface Catalogue {
  /** As they are now. */
  readonly shelves: Shelves
  /** Since when a change of them could not be read; undefined: nothing waits to be read. */
  readonly behindSince: Date | undefined
  /** Called after they were read because something changed. */
  onChange(receive: (before: Shelves, now: Shelves) => void): void
}

/** As the database has them: what another instance wrote a moment ago is among them. */
export async function readShelves(db: Queryable): Promise<Shelves> {
  const categories = await store.categoryRows(db)
  const facets = await store.facetRows(db)
  return {
    categories: new Map(categories.map((row) => [row.id, row])),
    categoryBySlug: new Map(categories.map((row) => [row.slug, row])),
    children: Map.groupBy(categories, (row) => row.parentId),
    facets: new Map(facets.map((row) => [row.id, row])),
    facetsByKind: { platform: [], region: [], language: [], genre: [], ...Object.groupBy(facets, (row) => row.kind) },
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

/**
 * Whether every category that is still there stands where it stood: products are indexed below all of its ancestors. One that is
 * new has products only after it was read, and one that is gone had none any more.
 */
export function sameTree(before: Shelves, after: Shelves): boolean {
  return [...before.categories.values()].every(({ id, parentId }) => {
    const now = after.categories.get(id)
    return !now || now.parentId === parentId
  })
}

/** The category and all that stand below it. */
export function belowOf(categoryId: number, { children }: Shelves): number[] {
  const found = new Set([categoryId])
  // What is added meanwhile is gone through as well; what is there already is not gone through again.
  for (const id of found) for (const { id: child } of children.get(id) ?? []) found.add(child)
  return [...found]
}
