import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert } from '#platform/money.ts'
import {
  canonicalSearch,
  countChosen,
  type Filters,
  listHref,
  PAGE_SIZES,
  parseFilters,
  SORTS,
  searchOf,
  usdBounds,
} from './filters.ts'
import { narrowed, toggled, withoutFilters } from './ui/list/narrowing.ts'

const none = parseFilters({})

const idList = fc
  .uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 12 })
  .map((ids) => ids.sort((a, b) => a - b))

const anyFilters: fc.Arbitrary<Filters> = fc
  .record({
    name: fc.string({ maxLength: 60 }).map((text) => text.replace(/\s+/g, ' ').trim()),
    stock: fc.constantFrom('0' as const, '1' as const, undefined),
    bounds: fc.uniqueArray(fc.option(fc.integer({ min: 1, max: 5_000_000 }), { nil: undefined }), {
      minLength: 2,
      maxLength: 2,
    }),
    currency: fc.constantFrom('USD', 'EUR', 'CNY'),
    platform: idList,
    region: idList,
    genre: idList,
    language: idList,
    sort: fc.constantFrom(...SORTS),
    size: fc.constantFrom(...PAGE_SIZES),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ bounds: [a, b], currency, ...rest }) => {
    const [low, high] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
    return { ...rest, low, high, currency: low === undefined && high === undefined ? 'USD' : currency }
  })

/** As any router may hand it over: all words, or numbers where they look like one. */
const asWords = (href: string) => Object.fromEntries(new URL(href, 'http://x').searchParams)

describe('the address of a list', () => {
  it('says nothing of defaults', () => {
    expect(listHref('/rpg-games', none)).toBe('/rpg-games')
    expect(Object.values(searchOf(none)).every((value) => value === undefined)).toBe(true)
  })

  it('is short and can be read', () => {
    const filters = parseFilters({ platform: '4,1', high: '20', sort: '2', page: '3', size: '50', stock: '0' })
    expect(listHref('/rpg-games', filters)).toBe('/rpg-games?stock=0&high=20&platform=1_4&sort=2&size=50&page=3')
  })

  it('means the same filters when it is read again', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(parseFilters(asWords(listHref('/x', filters)))).toEqual(filters)
        expect(parseFilters(searchOf(filters))).toEqual(filters)
      }),
    )
  })

  it('is the only one of its filters', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const once = canonicalSearch(asWords(listHref('/x', filters)))
        expect(canonicalSearch(once)).toEqual(once)
      }),
    )
    expect(
      canonicalSearch({ platform: ['7', 3, '3,7_7'], page: '1', sort: 0, size: '10', low: '0', in: 'EUR' }),
    ).toEqual(searchOf({ ...none, platform: [3, 7] }))
  })

  it('takes what a form sends without JavaScript', () => {
    const sent = {
      name: '',
      platform: ['3', '7'],
      stock: ['0', '1'],
      low: '0',
      high: '60',
      in: 'EUR',
      sort: '0',
      size: '20',
    }
    expect(parseFilters(sent)).toEqual({ ...none, platform: [3, 7], high: 6000, currency: 'EUR', size: 20 })
  })

  it('understands a term that looks like a number', () => {
    expect(parseFilters({ name: 2077 }).name).toBe('2077')
    expect(searchOf({ ...none, name: '2077' }).name).toBe(2077)
    expect(searchOf({ ...none, name: '007' }).name).toBe('007')
  })

  it('puts bounds in order', () => {
    expect(parseFilters({ low: 30, high: 10 })).toMatchObject({ low: 1000, high: 3000 })
  })

  it('survives whatever is typed into it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(searchOf(none))), fc.anything()), (raw) => {
        const filters = parseFilters(raw)
        expect(parseFilters(searchOf(filters))).toEqual(filters)
      }),
      { numRuns: 500 },
    )
    expect(
      parseFilters({ page: '-1', size: 1000, sort: '9', low: '1e9', platform: '0,-3,x,4294967296', stock: 'in' }),
    ).toEqual(none)
    expect(parseFilters({ platform: Array.from({ length: 5_000 }, (_, i) => i + 1) }).platform).toHaveLength(100)
    expect(parseFilters({ name: 'x'.repeat(10_000) }).name).toHaveLength(200)
  })
})

describe('choosing', () => {
  it('starts at the first page again', () => {
    const third = { ...none, page: 3 }
    expect(toggled(third, 'genre', 5)).toEqual({ ...none, genre: [5] })
    expect(narrowed(third, { sort: 2 }).page).toBe(1)
  })

  it('unchooses what was chosen', () => {
    expect(toggled(toggled(none, 'genre', 5), 'genre', 5)).toEqual(none)
  })

  it('counts and clears choices, but keeps term, order and length', () => {
    const filters = parseFilters({
      name: 'ring',
      genre: '1,2',
      stock: '1',
      low: 5,
      high: 9,
      sort: 3,
      size: 20,
      page: 2,
    })
    expect(countChosen(filters)).toBe(4)
    expect(withoutFilters(filters)).toEqual({ ...none, name: 'ring', sort: 3, size: 20 })
  })
})

describe('a price range in dollars', () => {
  it('is itself for dollars', () => {
    expect(usdBounds(parseFilters({ low: '9.99', high: 50 }), { rate: 100_000_000n, unit: 1 })).toEqual({
      lowerPrice: 9.99,
      highPrice: 50,
    })
  })

  it('holds exactly the prices that are shown within it', () => {
    const exchange = fc.record({
      rate: fc.bigInt({ min: 1_000_000n, max: 2_000_000_000_000n }),
      unit: fc.constantFrom(1, 100),
    })
    const amount = fc.integer({ min: 1, max: 2_000_000 })
    fc.assert(
      fc.property(exchange, amount, amount, fc.integer({ min: 0, max: 1_000_000 }), (exchange, low, high, cents) => {
        const { lowerPrice = 0, highPrice = 0 } = usdBounds({ ...none, low, high }, exchange)
        const shown = convert(cents, exchange)
        fc.pre(lowerPrice < 1_000_000 && highPrice > 0 && highPrice < 1_000_000)
        expect(cents >= Math.round(lowerPrice * 100)).toBe(shown >= low)
        expect(cents <= Math.round(highPrice * 100)).toBe(shown <= high)
      }),
    )
  })

  it('has what costs a cent at the one unit that it is sold for', () => {
    const exchange = { rate: 3_215_000_000n, unit: 100 }
    expect(usdBounds(parseFilters({ low: '1' }), exchange).lowerPrice).toBe(0.01)
    expect(usdBounds(parseFilters({ high: '0.99' }), exchange).highPrice).toBe(0)
  })

  it('says nothing in a currency that nobody knows', () => {
    expect(usdBounds(parseFilters({ low: 5, in: 'XXX' }), undefined)).toEqual({})
  })
})
