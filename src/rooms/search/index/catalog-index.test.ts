import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CatalogIndex, type IndexedProduct } from './catalog-index.ts'
import type { CatalogQuery, CatalogSort } from './catalog-query.ts'
import { NaiveCatalog } from './naive.testing.ts'

const LOCALES = ['en-US', 'de-DE', 'sv-SE', 'zh-CN', 'xx-not-a-locale!']

const word = fc.constantFrom(
  'Portal', 'Mortal', 'Portals', 'Dark', 'Souls', 'Darksouls', 'Counter-Strike', 'Counterstrike', 'Strike', 'S.T.A.L.K.E.R.',
  'Half-Life', '2', '3', 'III', 'Åland', 'Zebra', 'Ångström', 'The', 'of', "Assassin's", 'Ведьмак', '巫师', '巫女', 'プラン', 'Witcher',
  'Witness', 'Straße', '™', '☆', '&', 'a', 'ab', 'Civilization', 'Civilisation', '-', 'é', 'e\u0301clair',
  'ds', 'ds3', 'dsiii', 'cs', 'civ2', 'Valve', 'valv', 'VI', '6', 'portal2', 'game', 'key', 'buy',
) // biome-ignore format: a table
const name = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)
const ids = (most: number) => fc.array(fc.integer({ min: 1, max: most }), { maxLength: 3 })
const names = fc
  .record({ 'en-US': name, 'de-DE': name, 'sv-SE': name, 'zh-CN': name }, { requiredKeys: ['en-US'] })
  .map((byLocale) => ({ ...byLocale }) as Record<string, string>)
const version = fc.record({
  platformIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  regionId: fc.option(fc.integer({ min: 1, max: 4 })),
  lowPriceCents: fc.oneof(fc.constantFrom(null, 0, 999, 2_147_483_647), fc.nat(50)),
  inStock: fc.boolean(),
  offer: fc.integer({ min: -9, max: 9 }),
})
const plain: fc.Arbitrary<IndexedProduct> = fc.record({
  id: fc.integer({ min: 1, max: 120 }),
  categoryIds: ids(5),
  names,
  lowPriceCents: fc.oneof(fc.constantFrom(null, 0, 999, 2_147_483_647), fc.nat(50)),
  inStock: fc.boolean(),
  sold: fc.constantFrom(undefined, undefined, 1, 3),
  popularity: fc.integer({ min: -2, max: 4 }),
  releasedOn: fc.oneof(fc.nat(3), fc.nat(20_000)),
  platformIds: ids(4),
  regionIds: ids(4),
  languageIds: ids(4),
  genreIds: ids(40),
  makers: fc.constantFrom('', 'Valve', 'Valve Software', 'Studio Dark, Portal Games', '巫师 Inc.'),
})
const product = fc.oneof(
  plain,
  fc.tuple(plain, fc.array(version, { minLength: 2, maxLength: 5 })).map(([one, versions]) => ({
    ...one,
    platformIds: [...new Set(versions.flatMap(({ platformIds }) => platformIds))],
    regionIds: [...new Set(versions.flatMap(({ regionId }) => regionId ?? []))],
    versions,
  })),
)
const SYNONYMS = [
  ['ds', 'dark souls'],
  ['cs', 'counter strike', 'Counterstrike'],
  ['civ', 'civilization', '文明'],
  ['', '!!', 'a'],
]
const typed = fc.oneof(
  { weight: 4, arbitrary: name },
  {
    weight: 4,
    arbitrary: fc
      .tuple(name, fc.nat(12), fc.constantFrom('', 'x', 'e', '2'))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
  },
  { weight: 2, arbitrary: fc.tuple(name, fc.nat(10)).map(([text, end]) => text.slice(0, end)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)
const absentOr = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const query: fc.Arbitrary<CatalogQuery> = fc.record({
  categoryId: absentOr(fc.integer({ min: 1, max: 6 })),
  lowPriceCents: absentOr(fc.nat(60)),
  highPriceCents: absentOr(fc.oneof(fc.nat(1000), fc.constant(2_147_483_647))),
  stock: absentOr(fc.constantFrom('in', 'out')),
  platformIds: absentOr(ids(5)),
  regionIds: absentOr(ids(5)),
  languageIds: absentOr(ids(5)),
  genreIds: absentOr(ids(41)),
  name: absentOr(typed),
  locale: fc.constantFrom(...LOCALES),
  sort: fc.constantFrom<CatalogSort>(0, 1, 2, 3, 4, 5),
  offset: fc.oneof(fc.constant(0), fc.nat(100)),
  limit: fc.oneof(fc.constant(1000), fc.nat(20)),
})
const step = fc.oneof(
  { weight: 2, arbitrary: fc.array(product, { minLength: 1, maxLength: 30 }).map((products) => ({ products })) },
  {
    weight: 1,
    arbitrary: fc.array(fc.integer({ min: 1, max: 130 }), { maxLength: 20 }).map((removed) => ({ removed })),
  },
  { weight: 5, arbitrary: query.map((asked) => ({ asked })) },
)

describe('the index answers as if it looked at every product', () => {
  test('whatever is asked, put and removed in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(product, { selector: (p) => p.id, maxLength: 90, size: 'max' }),
        fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }),
        async (first, steps) => {
          const naive = new NaiveCatalog()
          naive.upsert(first)
          const index = await CatalogIndex.build(first)
          for (const catalog of [naive, index]) catalog.setSynonyms(SYNONYMS)
          for (const next of steps) {
            if ('products' in next) {
              naive.upsert(next.products)
              index.upsert(next.products)
            } else if ('removed' in next) {
              naive.remove(next.removed)
              index.remove(next.removed)
            } else {
              expect(index.query(next.asked)).toEqual(naive.query(next.asked))
              expect(index.facetCounts(next.asked)).toEqual(naive.facetCounts(next.asked))
              expect(index.latest(next.asked.limit)).toEqual(naive.latest(next.asked.limit))
              if (next.asked.name?.trim()) {
                const { name = '', locale, limit } = next.asked
                const { ids, similar } = naive.query({ name, locale, limit, offset: 0, sort: 0 })
                expect(index.suggest(name, locale, limit)).toEqual({ ids, similar })
              }
            }
            expect(index.size).toBe(naive.products.size)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('over some thousand products, which grow, shrink and take the place of others', async () => {
    const naive = new NaiveCatalog()
    const some = (seed: number, count: number) => fc.sample(product, { seed, numRuns: count })
    const first = some(1, 2500).map((p, i) => ({ ...p, id: 2 * i }))
    naive.upsert(first)
    const index = await CatalogIndex.build(inBatches(first, 700))
    for (const catalog of [naive, index]) catalog.setSynonyms(SYNONYMS)
    const change = (act: (catalog: NaiveCatalog | CatalogIndex) => void) => {
      act(naive)
      act(index)
    }
    const compareAll = (seed: number) => {
      for (const asked of fc.sample(query, { seed, numRuns: 25 })) {
        const shifted = { ...asked, offset: asked.offset * 25 }
        expect(index.query(shifted)).toEqual(naive.query(shifted))
        expect(index.facetCounts(asked)).toEqual(naive.facetCounts(asked))
      }
      for (const limit of [0, 20, 5000]) expect(index.latest(limit)).toEqual(naive.latest(limit))
    }
    compareAll(2)
    change((catalog) => catalog.remove(first.filter((p) => p.id % 3 === 0).map((p) => p.id)))
    compareAll(3)
    change((catalog) => catalog.upsert(some(4, 3000).map((p, i) => ({ ...p, id: 3 * i + 1 }))))
    compareAll(5)
    change((catalog) => catalog.upsert(some(6, 90)))
    compareAll(7)
  }, 120_000)
})

async function* inBatches(products: IndexedProduct[], size: number) {
  for (let from = 0; from < products.length; from += size) yield products.slice(from, from + size)
}

const at = (id: number, englishName: string, more: Partial<IndexedProduct> = {}): IndexedProduct => ({
  id,
  categoryIds: [1],
  names: { 'en-US': englishName },
  lowPriceCents: 100,
  inStock: true,
  popularity: 0,
  releasedOn: 0,
  platformIds: [],
  regionIds: [],
  languageIds: [],
  genreIds: [],
  ...more,
})
const everything: CatalogQuery = { locale: 'en-US', sort: 0, offset: 0, limit: 1000 }

describe('pages', () => {
  test('never overlap and leave nothing out, though all prices, names and sales are equal', async () => {
    const index = await CatalogIndex.build(Array.from({ length: 500 }, (_, i) => at(1000 - i, 'Same')))
    for (const sort of [0, 1, 2, 3, 4, 5] as const) {
      const ids: number[] = []
      for (let offset = 0; offset < 520; offset += 40)
        ids.push(...index.query({ ...everything, sort, offset, limit: 40 }).ids)
      expect(ids).toEqual(Array.from({ length: 500 }, (_, i) => 501 + i))
    }
  })

  test('past the end are empty but know the total', async () => {
    const index = await CatalogIndex.build([at(1, 'One'), at(2, 'Two')])
    expect(index.query({ ...everything, offset: 40, limit: 20 })).toEqual({ ids: [], total: 2 })
    expect(index.query({ ...everything, limit: 0 })).toEqual({ ids: [], total: 2 })
  })
})

describe('products', () => {
  test('come back as they were given, but for names that repeat the English one', async () => {
    const given = at(7, 'Portal', {
      names: { 'en-US': 'Portal', 'de-DE': 'Portal', 'zh-CN': '传送门' },
      genreIds: [3, 1],
    })
    const index = await CatalogIndex.build([given])
    expect(index.get(7)).toEqual({ ...given, names: { 'en-US': 'Portal', 'zh-CN': '传送门' } })
    expect(index.get(8)).toBeUndefined()
    index.upsert([{ ...given, makers: 'Valve' }])
    expect(index.get(7)?.makers).toBe('Valve')
    const version = { platformIds: [1, 2], regionId: null, lowPriceCents: null, inStock: false, offer: -3 }
    const versions = [{ platformIds: [], regionId: 4, lowPriceCents: 100, inStock: true, offer: 5 }, version]
    index.upsert([{ ...given, versions }])
    expect(index.get(7)?.versions).toEqual(versions)
    index.upsert([given])
    expect(index.get(7)).not.toHaveProperty('versions')
  })

  test('sold out a moment ago are not in stock any more', async () => {
    const index = await CatalogIndex.build([at(1, 'One'), at(2, 'Two')])
    index.upsert([at(1, 'One', { inStock: false })])
    expect(index.query({ ...everything, stock: 'in' }).ids).toEqual([2])
    expect(index.query({ ...everything, sort: 5 }).ids).toEqual([2, 1])
  })

  test('in a language without names of its own are sorted in English', async () => {
    const index = await CatalogIndex.build([at(1, 'Zebra'), at(2, 'Åland'), at(3, 'Apple')])
    expect(index.query({ ...everything, locale: 'sv-SE', sort: 3 }).ids).toEqual([2, 3, 1])
    index.upsert([at(4, 'Bear', { names: { 'en-US': 'Bear', 'sv-SE': 'Björn' } })])
    expect(index.query({ ...everything, locale: 'sv-SE', sort: 3 }).ids).toEqual([3, 4, 1, 2])
  })

  test('that nobody offers come last by price and never into a range of prices', async () => {
    const index = await CatalogIndex.build([
      at(1, 'A', { lowPriceCents: null }),
      at(2, 'B'),
      at(3, 'C', { lowPriceCents: null }),
    ])
    expect(index.get(1)?.lowPriceCents).toBeNull()
    expect(index.query({ ...everything, sort: 1 }).ids).toEqual([2, 1, 3])
    expect(index.query({ ...everything, sort: 2 }).ids).toEqual([2, 1, 3])
    expect(index.query({ ...everything, lowPriceCents: 0 }).ids).toEqual([2])
    expect(index.query({ ...everything, highPriceCents: 2 ** 31 - 1 }).ids).toEqual([2])
    index.remove([2])
    expect(index.facetCounts({ locale: 'en-US' }).maxPriceCents).toBe(0)
    index.upsert([at(3, 'C', { lowPriceCents: 5 })])
    expect(index.query({ ...everything, sort: 1 }).ids).toEqual([3, 1])
  })

  test('released last come first, those that can be had before the others', async () => {
    const index = await CatalogIndex.build([
      at(1, 'Old', { releasedOn: 10 }),
      at(2, 'Sold out', { releasedOn: 30, inStock: false }),
      at(3, 'New', { releasedOn: 20 }),
      at(4, 'As new', { releasedOn: 20 }),
    ])
    expect(index.latest(3)).toEqual([4, 3, 1])
    expect(index.latest(9)).toEqual([4, 3, 1, 2])
    index.upsert([at(1, 'Old', { releasedOn: 25 })])
    expect(index.latest(1)).toEqual([1])
  })

  test('of which there are none answer nothing', async () => {
    const index = await CatalogIndex.build([])
    expect(index.query(everything)).toEqual({ ids: [], total: 0 })
    expect(index.suggest('portal', 'en-US', 8)).toEqual({ ids: [] })
    expect(index.facetCounts({ locale: 'en-US' }).maxPriceCents).toBe(0)
  })

  test('are built in pieces between which others work', async () => {
    let turns = 0
    let building = true
    const others = (async () => {
      while (building) {
        await new Promise((done) => setImmediate(done))
        turns++
      }
    })()
    await CatalogIndex.build(Array.from({ length: 20_000 }, (_, i) => at(i, `Game ${i * 7919} of ${i % 97}`)))
    building = false
    await others
    expect(turns).toBeGreaterThan(2)
  })
})
