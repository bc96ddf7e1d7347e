// The ids behind codes: facet values and categories of the shop, made when the feed brings one that is missing.
import { CommandError } from '#platform/command.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { lockCategories, lockFacetMaking } from '#rooms/products/hands.ts'
import { MOST_CATEGORIES, MOST_FACET_VALUES } from '#rooms/products/limits.ts'
import type { FacetKind, FacetWanted, FeedRow } from './feed-row.ts'
import type { FeedMap } from './map.ts'
import * as store from './shelf-store.ts'

export interface Shelf {
  /** What of these the shop has, by code or by name in any language, or is to make. The rest is left out and counted. */
  resolve(kind: FacetKind, wanted: readonly FacetWanted[]): FacetWanted[]
  /** Undefined: the shop does not know it, and a region is never made. */
  region(wanted: FacetWanted): FacetWanted | undefined
  /** Makes what these rows need and the shop has not, but no more categories and facets than a shop can have. */
  ready(rows: FeedRow[]): Promise<void>
  /** Counts what was made in these rows: those that are placed. */
  countMade(rows: FeedRow[]): void
  facet(kind: FacetKind, code: string): number
  /** The first of the row's that the shop has not and could not make, as `genre casual`. */
  missingFacet(row: FeedRow): string | undefined
  hasCategory(slug: string): boolean
  category(slug: string): number
  /** What was made, as `genre casual` and `category software`, and how many rows that were not refused have it. */
  readonly made: ReadonlyMap<string, number>
  /** The feed's words that the shop does not know, as `genre "Walking Simulator"`, and in how many rows they were left out. */
  readonly skipped: ReadonlyMap<string, number>
}

/** A feed may hold a million different words. */
const MOST_WORDS = 10_000

/** Codes are compared without case, so that a feed's "pt-br" is the shop's "pt-BR". */
const key = (kind: string, text: string) => `${kind} ${text.toLowerCase()}`

/** `reads`: where what is there is read first. */
export async function openShelf({
  db,
  reads,
  map,
  dryRun,
}: {
  db: Database
  reads: Queryable
  map: FeedMap
  dryRun: boolean
}): Promise<Shelf> {
  const facets = new Map<string, number>()
  const codesByName = new Map<string, string>()
  const categories = new Map<string, number>()
  const made = new Map<string, number>()
  const skipped = new Map<string, number>()
  const count = (counts: Map<string, number>, what: string) => {
    if (counts.has(what) || counts.size < MOST_WORDS) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  async function read(from: Queryable) {
    for (const row of await store.facetCodes(from)) {
      facets.set(key(row.kind, row.code), row.id)
      for (const name of Object.values(row.name)) codesByName.set(key(row.kind, name), row.code)
    }
    for (const row of await store.categorySlugs(from)) categories.set(row.slug, row.id)
  }
  await read(reads)

  /** As the shop calls it; the word itself where the shop does not know it. */
  function known(kind: FacetKind, facet: FacetWanted): FacetWanted {
    if (facets.has(key(kind, facet.code))) return facet
    const code = codesByName.get(key(kind, facet.word ?? facet.name))
    return code === undefined ? facet : { code, name: facet.name }
  }

  async function make(
    missingFacets: { kind: FacetKind; code: string; name: string }[],
    missingCategories: (FacetWanted & { parent: string | null })[],
  ) {
    if (dryRun) {
      // Ids that nothing has, so that everything that would get them counts as changed.
      const places = MOST_FACET_VALUES - facets.size
      for (const { kind, code } of missingFacets.slice(0, Math.max(0, places)))
        facets.set(key(kind, code), -facets.size - 1)
      const room = MOST_CATEGORIES - new Set(categories.values()).size
      for (const { code } of missingCategories.slice(0, Math.max(0, room))) categories.set(code, -categories.size - 1)
    } else {
      if (missingFacets.length > 0) await makeFacets(db, missingFacets)
      if (missingCategories.length > 0) await makeCategories(db, map.type, missingCategories)
      await read(db)
    }
    for (const { kind, code } of missingFacets) if (facets.has(key(kind, code))) made.set(`${kind} ${code}`, 0)
    for (const { code } of missingCategories) if (categories.has(code)) made.set(`category ${code}`, 0)
  }

  return {
    made,
    skipped,
    resolve(kind, wanted) {
      const found = new Map<string, FacetWanted>()
      for (const facet of wanted) {
        const own = known(kind, facet)
        if (own.word !== undefined && !facets.has(key(kind, own.code))) count(skipped, `${kind} "${own.word}"`)
        else found.set(own.code, own)
      }
      return [...found.values()]
    },
    region(wanted) {
      const own = known('region', wanted)
      return facets.has(key('region', own.code)) ? own : undefined
    },
    async ready(rows) {
      const wanted = new Map<string, { kind: FacetKind; code: string; name: string }>()
      const shelves = new Map<string, FacetWanted & { parent: string | null }>()
      const { parent } = map.category
      const want = (category: FacetWanted, above: string | null) => {
        if (!categories.has(category.code) && !shelves.has(category.code))
          shelves.set(category.code, { ...category, parent: above })
      }
      for (const row of rows) {
        for (const [kind, list] of kindsOf(row))
          for (const { code, name } of list)
            if (!facets.has(key(kind, code))) wanted.set(key(kind, code), { kind, code, name })
        // What stands above is made before what stands below it.
        let above: string | null = parent && parent !== row.category.code ? parent : null
        if (above && !categories.has(row.category.code)) want({ code: above, name: map.names[above] ?? above }, null)
        for (const level of [...row.category.above, row.category]) {
          want(level, above === level.code ? null : above)
          above = level.code
        }
      }
      if (wanted.size > 0 || shelves.size > 0) await make([...wanted.values()], [...shelves.values()])
    },
    countMade(rows) {
      if (made.size === 0) return
      for (const row of rows) {
        const of = facetsOf(row).map(([kind, code]) => `${kind} ${code}`)
        for (const what of [...of, `category ${row.category.code}`]) if (made.has(what)) count(made, what)
      }
    },
    facet: (kind, code) => found(facets.get(key(kind, code)), `${kind} ${code}`),
    missingFacet: (row) =>
      facetsOf(row)
        .filter(([kind, code]) => !facets.has(key(kind, code)))
        .map(([kind, code]) => `${kind} ${code}`)[0],
    hasCategory: (slug) => categories.has(slug),
    category: (slug) => found(categories.get(slug), `category ${slug}`),
  }
}

const kindsOf = (row: FeedRow) =>
  Object.entries({ platform: row.platforms, language: row.languages, genre: row.genres }) as [
    FacetKind,
    FacetWanted[],
  ][]

const facetsOf = (row: FeedRow) => kindsOf(row).flatMap(([kind, list]) => list.map(({ code }) => [kind, code] as const))

const makeFacets = (db: Database, missing: { kind: FacetKind; code: string; name: string }[]) =>
  db.transaction(async (tx) => {
    await lockFacetMaking(tx)
    await store.addFacets(tx, missing)
  })

const makeCategories = (db: Database, type: number, missing: (FacetWanted & { parent: string | null })[]) =>
  db.transaction(async (tx) => {
    await lockCategories(tx)
    for (const { code, name, parent } of missing) await store.addCategory(tx, { slug: code, name, parent, type })
  })

function found(id: number | undefined, what: string): number {
  if (id === undefined) throw new CommandError(`the ${what} was removed from the shop meanwhile; run it again`)
  return id
}
