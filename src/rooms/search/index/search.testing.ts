// For the tests of searches: a shop with these names, and what is found in it.
import { CatalogIndex } from './catalog-index.ts'

/** Ids from 1 in the order given; earlier sells better. */
export async function shopWith(...names: (string | Record<string, string>)[]): Promise<CatalogIndex> {
  return CatalogIndex.build(
    names.map((name, i) => ({
      id: i + 1,
      categoryIds: [1],
      names: typeof name === 'string' ? { 'en-US': name } : { 'en-US': `Game ${i + 1}`, ...name },
      lowPriceCents: 100,
      inStock: true,
      popularity: names.length - i,
      releasedOn: 0,
      platformIds: [],
      regionIds: [],
      languageIds: [],
      genreIds: [],
    })),
  )
}

export const ask = (shop: CatalogIndex, name: string, locale = 'en-US') =>
  shop.query({ name, locale, sort: 0, offset: 0, limit: 100 })
export const find = (shop: CatalogIndex, name: string, locale = 'en-US') => ask(shop, name, locale).ids
