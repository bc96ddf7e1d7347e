// The ids behind codes: facet values and categories of the shop, made when the feed brings one that is missing.
import { CommandError } from '#platform/command.ts'
import type { Database } from '#platform/database/database.ts'
import type { FeedMap } from './map.ts'
import type { FacetKind, FacetWanted, FeedRow } from './rows.ts'
import * as store from './store.ts'

export interface Shelf {
  /** Makes what these rows need and the shop has not. */
  ready(rows: FeedRow[]): Promise<void>
  facet(kind: FacetKind, code: string): number
  category(slug: string): number
  knowsRegion(code: string): boolean
  /** What was made, as `genre casual` and `category software`. */
  readonly made: string[]
}

// A region says where a key can be activated; one made up from a word in a feed would say "everywhere".
const EVERYWHERE = 'global'

export async function openShelf(db: Database, map: FeedMap, dryRun: boolean): Promise<Shelf> {
  // Codes are compared without case, so that a feed's "pt-br" is the shop's "pt-BR".
  const facets = new Map<string, number>()
  const categories = new Map<string, number>()
  const made: string[] = []
  const key = (kind: string, code: string) => `${kind} ${code.toLowerCase()}`
  async function read() {
    for (const row of await store.facetCodes(db)) facets.set(key(row.kind, row.code), row.id)
    for (const row of await store.categorySlugs(db)) categories.set(row.slug, row.id)
  }
  await read()

  async function make(
    missingFacets: { kind: FacetKind; code: string; name: string }[],
    missingCategories: FacetWanted[],
  ) {
    made.push(
      ...missingFacets.map(({ kind, code }) => `${kind} ${code}`),
      ...missingCategories.map(({ code }) => `category ${code}`),
    )
    if (dryRun) {
      // Ids that nothing has, so that everything that would get them counts as changed.
      for (const { kind, code } of missingFacets) facets.set(key(kind, code), -made.length)
      for (const { code } of missingCategories) categories.set(code, -made.length)
      return
    }
    if (missingFacets.length > 0) await store.addFacets(db, missingFacets)
    for (const { code, name } of missingCategories) {
      const parent = map.category.parent && map.category.parent !== code ? map.category.parent : null
      await store.addCategory(db, { slug: code, name, parent, type: map.type })
    }
    await read()
  }

  return {
    made,
    knowsRegion: (code) => code === EVERYWHERE || facets.has(key('region', code)),
    async ready(rows) {
      const wanted = new Map<string, { kind: FacetKind; code: string; name: string }>()
      const shelves = new Map<string, FacetWanted>()
      for (const row of rows) {
        const lists = { platform: row.platforms, language: row.languages, genre: row.genres, region: [row.region] }
        for (const [kind, list] of Object.entries(lists) as [FacetKind, FacetWanted[]][]) {
          for (const facet of list)
            if (!facets.has(key(kind, facet.code))) wanted.set(key(kind, facet.code), { kind, ...facet })
        }
        if (!categories.has(row.category.code)) shelves.set(row.category.code, row.category)
      }
      const { parent } = map.category
      // The parent stands before its children.
      const first =
        parent && shelves.size > 0 && !categories.has(parent)
          ? [{ code: parent, name: map.names[parent] ?? parent }]
          : []
      if (wanted.size > 0 || shelves.size > 0) await make([...wanted.values()], [...first, ...shelves.values()])
    },
    facet: (kind, code) => found(facets.get(key(kind, code)), `${kind} ${code}`),
    category: (slug) => found(categories.get(slug), `category ${slug}`),
  }
}

function found(id: number | undefined, what: string): number {
  if (id === undefined) throw new CommandError(`the ${what} was removed from the shop meanwhile; run it again`)
  return id
}
