// The calls that find products: lists, searches, what stands on the home page.

import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import type { Asker } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { toMajor } from '#platform/money.ts'
import { showing } from '#platform/request-scope.ts'
import type { Cards, Catalogue, FacetKind, Places } from '#rooms/products/hands.ts'
import type { ProductCard } from '#rooms/products/schemas.ts'
import { searchContract } from './contract.ts'
import type { CatalogFilter, CatalogQuery, Found } from './index/catalog-query.ts'
import type { Finder } from './live.ts'
import { EVERY_LIST, EVERY_SEARCH, HOME, LIST, LIST_VERSIONS } from './tags.ts'
import { homeOnWire } from './wire.ts'

const RECOMMENDED = 10
const SUGGESTIONS = 10

export interface SearchOptions {
  catalogue: Catalogue
  finder: Finder
  cardsOf: Cards
}

export function searchCalls({ catalogue, finder, cardsOf }: SearchOptions) {
  const cards = (ids: number[], { locale, headers }: Asker, places?: Places) =>
    cardsOf(ids, locale, headers.get('x-currency'), places)

  /** With the products whose row is newer than what the index said when it chose them. */
  async function cardsAndOutdated(ids: number[], caller: Asker, places: Places) {
    // It may learn more while we read.
    const then = ids.map((id) => finder.index.shown(id, places))
    const { cards: rows, figures } = await cards(ids, caller, places)
    const outdated = ids.filter((id, position) => {
      const [now, before] = [figures.get(id), then[position]]
      return now?.lowPriceCents !== before?.lowPriceCents || now?.inStock !== before?.inStock
    })
    return { rows, outdated }
  }

  /** The page of a query; asked again once when its rows turn out to be newer than the index. */
  async function list(query: CatalogQuery, caller: Asker) {
    const { platformIds = [], regionIds = [] } = query
    const places = { platformIds, regionIds }
    const first = finder.index.query(query)
    const { rows, outdated } = await cardsAndOutdated(first.ids, caller, places)
    if (outdated.length === 0) return { rows: marked(rows, first), total: first.total }
    await finder.refresh(outdated)
    const again = finder.index.query(query)
    return { rows: marked((await cards(again.ids, caller, places)).cards, again), total: again.total }
  }

  const marked = (rows: ProductCard[], { similar }: Found) =>
    similar ? rows.map((row) => ({ ...row, similar })) : rows

  const everywhere = (caller: Asker, sort: CatalogQuery['sort'], limit: number) => ({
    locale: caller.locale,
    sort,
    offset: 0,
    limit,
  })

  return serves(searchContract, {
    'GET /api/home/products': async (_, caller) => {
      showing(ALL_PAGES, HOME)
      const { best, latest, hot } = finder.home
      const { cards: rows } = await cards([...new Set([...best, ...latest, ...hot])], caller)
      const byId = new Map(rows.map((row) => [row.id, row]))
      const pick = (ids: number[]) => ids.map((id) => byId.get(id)).filter((card) => card !== undefined)
      return homeOnWire({ best: pick(best), latest: pick(latest), hot: pick(hot) })
    },

    'GET /api/home/queryProducts': async ({ query }, caller) => {
      const found = finder.index.suggest(query.name, caller.locale, SUGGESTIONS)
      return marked((await cards(found.ids, caller)).cards, found)
    },

    'POST /api/product/list': async ({ body }, caller) => {
      const categoryId = body.classId ?? body.parentClassId ?? undefined
      showingList({ ...body, classId: categoryId })
      return list(
        {
          ...filterOf({ ...body, classId: categoryId }, caller),
          sort: body.orderByColumn,
          ...rowsOfPage(body),
        },
        caller,
      )
    },

    'GET /api/product/condition/list': async ({ query }, caller) => {
      showingList(query)
      const counts = finder.index.facetCounts(filterOf(query, caller))
      const chosen = new Set([...query.plat_list, ...query.region_list, ...query.language_list, ...query.theme_list])
      const facets = (kind: FacetKind, of: Map<number, number>) =>
        catalogue.shelves.facetsByKind[kind]
          .map((row) => ({ id: row.id, name: textIn(row.name, caller.locale), count: of.get(row.id) ?? 0 }))
          .filter((facet) => facet.count > 0 || chosen.has(facet.id))
      return {
        plat_list: facets('platform', counts.platformIds),
        region_list: facets('region', counts.regionIds),
        language_list: facets('language', counts.languageIds),
        theme_list: facets('genre', counts.genreIds),
        stock: counts.stock,
        max_price: toMajor(counts.maxPriceCents),
      }
    },

    'GET /api/product/recommends': async ({ query }, caller) => {
      showing(LIST(query.classId), ALL_PAGES)
      const { ids } = finder.index.query({ ...everywhere(caller, 5, RECOMMENDED + 1), categoryId: query.classId })
      return (await cards(ids.filter((id) => id !== query.id).slice(0, RECOMMENDED), caller)).cards
    },
  })
}

function showingList({ classId, name, plat_list, region_list, lowerPrice, highPrice, stock }: Wanted) {
  showing(classId ? LIST(classId) : EVERY_LIST, ALL_PAGES)
  if (plat_list.length + region_list.length > 0 || lowerPrice != null || highPrice != null || stock != null)
    showing(LIST_VERSIONS(classId ?? 'all'))
  if (name?.trim()) showing(EVERY_SEARCH)
}

interface Wanted {
  classId?: number | undefined
  /** US dollars. */
  lowerPrice?: number | null | undefined
  highPrice?: number | null | undefined
  stock?: '0' | '1' | null | undefined
  plat_list: number[]
  region_list: number[]
  language_list: number[]
  theme_list: number[]
  name?: string | null | undefined
}

/** What the calls say, as the index knows it. Prices are compared in whole cents, so that 0.29 × 100 is 29. */
function filterOf(wanted: Wanted, { locale }: Asker): CatalogFilter {
  const { lowerPrice, highPrice, stock } = wanted
  return {
    categoryId: wanted.classId,
    lowPriceCents: lowerPrice == null ? undefined : Math.ceil(lowerPrice * 100 - 1e-6),
    highPriceCents: highPrice == null ? undefined : Math.floor(highPrice * 100 + 1e-6),
    stock: stock == null ? undefined : stock === '0' ? 'in' : 'out',
    platformIds: wanted.plat_list,
    regionIds: wanted.region_list,
    languageIds: wanted.language_list,
    genreIds: wanted.theme_list,
    name: wanted.name?.trim() || undefined,
    locale,
  }
}
