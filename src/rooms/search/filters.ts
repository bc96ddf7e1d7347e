// How a product list is narrowed, as its address says it: /rpg-games?platform=1_4&high=20&sort=2&page=3.
//
// One state has one address: defaults are left out, keys stand in one order, ids are sorted and joined by a letter that no
// address escapes. A price keeps the currency in which it was chosen (`in=EUR`, left out for dollars), so that a shared
// link means the same amount to everybody, and the one who chose 50 euros sees 50 again and not 49.98.
import type { Exchange } from '#platform/money.ts'

export const PAGE_SIZES = [10, 20, 50] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** Decision A11: best match, price down, price up, name A, name Z, in stock first. */
export const SORTS = [0, 1, 2, 3, 4, 5] as const
export type Sort = (typeof SORTS)[number]

export const FACETS = ['platform', 'region', 'genre', 'language'] as const
export type Facet = (typeof FACETS)[number]

export interface Filters extends Record<Facet, number[]> {
  name: string
  /** '0': in stock, '1': out of stock; absent: both (specification §2). */
  stock?: '0' | '1'
  /** Hundredths of `currency`, inclusive. */
  low?: number
  high?: number
  /** ISO 4217: what `low` and `high` are counted in. */
  currency: string
  sort: Sort
  size: PageSize
  page: number
}

/** The address's form. Numbers are numbers where they can be, so that the router does not put them in quotes. */
export type ListSearch = Partial<Record<(typeof KEYS)[number], string | number>>

const KEYS = [
  'name',
  'stock',
  'low',
  'high',
  'in',
  'platform',
  'region',
  'genre',
  'language',
  'sort',
  'size',
  'page',
] as const

const MOST_IDS = 100
const MOST_MINOR = 10_000_000_000
const LONGEST_NAME = 200

/** Whatever an address may hold; what is not understood counts as not said. */
export function parseFilters(raw: Record<string, unknown>): Filters {
  const [low, high] = inOrder(minor(raw.low), minor(raw.high))
  return {
    name: text(raw.name).replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME).trim(),
    stock: stock(raw.stock),
    low: low === 0 ? undefined : low,
    high,
    currency: (low || high !== undefined) && /^[A-Z]{3,5}$/.test(text(raw.in)) ? text(raw.in) : 'USD',
    platform: ids(raw.platform),
    region: ids(raw.region),
    genre: ids(raw.genre),
    language: ids(raw.language),
    sort: SORTS.find((sort) => String(sort) === text(raw.sort)) ?? 0,
    size: PAGE_SIZES.find((size) => String(size) === text(raw.size)) ?? 10,
    page: wholeNumber(text(raw.page), 1_000_000) ?? 1,
  }
}

/** Every key is there, absent ones as undefined: what a form sent without a value disappears from the address. */
export function searchOf(filters: Filters): ListSearch {
  const { name, stock, low, high, currency, sort, size, page } = filters
  const priced = low !== undefined || high !== undefined
  return {
    name: plain(name),
    stock: stock && Number(stock),
    low: low && low / 100,
    high: high === undefined ? undefined : high / 100,
    in: priced && currency !== 'USD' ? currency : undefined,
    platform: plain(filters.platform.join('_')),
    region: plain(filters.region.join('_')),
    genre: plain(filters.genre.join('_')),
    language: plain(filters.language.join('_')),
    sort: sort || undefined,
    size: size === 10 ? undefined : size,
    page: page === 1 ? undefined : page,
  }
}

/** The parameters of a list's address. */
export const LIST_PARAMETERS: readonly string[] = KEYS

/** For `validateSearch`: the canonical form of what an address says. */
export function canonicalSearch(raw: Record<string, unknown>): ListSearch {
  return searchOf(parseFilters(raw))
}

export function listHref(path: string, filters: Filters): string {
  const search = searchOf(filters)
  const query = new URLSearchParams()
  for (const key of KEYS) if (search[key] !== undefined) query.set(key, String(search[key]))
  return query.size > 0 ? `${path}?${query}` : path
}

/** How many choices are made: a price range counts as one. */
export function countChosen(filters: Filters): number {
  const lists = FACETS.reduce((sum, facet) => sum + filters[facet].length, 0)
  return lists + (filters.stock ? 1 : 0) + (isPriced(filters) ? 1 : 0)
}

export function isPriced({ low, high }: Pick<Filters, 'low' | 'high'>): boolean {
  return low !== undefined || high !== undefined
}

const E8 = 100_000_000n

/**
 * The US dollars whose price in the filter's currency, rounded as it is shown (decision C6), lies within the bounds: who
 * asks for up to 50.00 sees everything that says 50.00 or less. Without an exchange (nobody knows the currency) the bounds
 * say nothing.
 */
export function usdBounds(
  filters: Filters,
  exchange: Exchange | undefined,
): { lowerPrice?: number; highPrice?: number } {
  if (!exchange || exchange.rate <= 0n) return {}
  const { low, high } = filters
  return {
    lowerPrice: low === undefined ? undefined : dollars(firstReaching(low, exchange)),
    highPrice: high === undefined ? undefined : dollars(firstReaching(high + 1, exchange) - 1n),
  }
}

/** The fewest cents c for which c × rate, rounded half up to the selling unit, is at least `minor`; one cent is one unit. */
function firstReaching(minor: number, { rate, unit }: Exchange): bigint {
  const units = BigInt(Math.ceil(minor / unit))
  const least = (units * E8 - E8 / 2n) * BigInt(unit)
  return units < 2n ? units : (least + rate - 1n) / rate
}

function dollars(cents: bigint): number {
  return Math.min(1_000_000, Math.max(0, Number(cents) / 100))
}

/** One word of an address; of several the first. */
function text(value: unknown): string {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? String(one) : ''
}

/** Both ticked is the same as none. */
function stock(value: unknown): '0' | '1' | undefined {
  const said = new Set((Array.isArray(value) ? value : [value]).map(text))
  return said.has('0') === said.has('1') ? undefined : said.has('0') ? '0' : '1'
}

/** 12.345 → 1235. */
function minor(value: unknown): number | undefined {
  const said = text(value)
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(said)) return undefined
  return Math.min(MOST_MINOR, Math.round(Number(said) * 100))
}

function inOrder(low: number | undefined, high: number | undefined) {
  return low !== undefined && high !== undefined && low > high ? [high, low] : [low, high]
}

/** `3_7`, `3,7`, `3` or [3, '7_9']: a form without JavaScript repeats the key. */
function ids(value: unknown): number[] {
  const said = (Array.isArray(value) ? value.slice(0, MOST_IDS) : [value])
    .map(text)
    .join()
    .slice(0, 4_000)
    .split(/[,_]/)
  const found = said.map((one) => wholeNumber(one, 999_999_999)).filter((id) => id !== undefined)
  return [...new Set(found)].sort((a, b) => a - b).slice(0, MOST_IDS)
}

function wholeNumber(said: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(said) ? Number(said) : 0
  return number >= 1 && number <= most ? number : undefined
}

function plain(said: string): string | number | undefined {
  if (said === '') return undefined
  return String(Number(said)) === said && Number.isFinite(Number(said)) ? Number(said) : said
}
