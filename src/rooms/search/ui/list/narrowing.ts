// What a press makes of the filters. Apart from their address, which every page knows: only lists are narrowed.
import type { Facet, Filters } from '../../filters.ts'

/** Another choice begins at its first page. */
export function narrowed(filters: Filters, by: Partial<Filters>): Filters {
  return { ...filters, page: 1, ...by }
}

export function toggled(filters: Filters, facet: Facet, id: number): Filters {
  const chosen = filters[facet]
  const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].sort((a, b) => a - b)
  return narrowed(filters, { [facet]: next })
}

/** Everything shown again; the search term, the order and the page's length stay. */
export function withoutFilters(filters: Filters): Filters {
  return narrowed(filters, {
    stock: undefined,
    low: undefined,
    high: undefined,
    currency: 'USD',
    platform: [],
    region: [],
    genre: [],
    language: [],
  })
}
