// One record of a feed → one product, or the reason why not. Pure: nothing here knows the shop's database.
import { type RateE8, toUsd } from '#platform/money.ts'
import type { DATE_FORMATS, FacetRule, FeedMap } from './map.ts'
import { slugOf } from './slug.ts'

export type FacetKind = 'platform' | 'region' | 'language' | 'genre'

export interface FacetWanted {
  code: string
  name: string
}

export interface FeedRow {
  line: number
  ref: string
  name: string
  developer: string | null
  /** ISO date. */
  releasedOn: string | null
  category: FacetWanted
  popularity: number
  genres: FacetWanted[]
  languages: FacetWanted[]
  platforms: FacetWanted[]
  region: FacetWanted
  /** USD cents; null: it cannot be sold. */
  priceCents: number | null
}

/** A reason (see REASONS in remarks.ts) and what stood there. */
export type Remark = [reason: string, detail: string]

/** Throws for a record that cannot be a product. */
export class Refusal extends Error {
  reason: string
  constructor(reason: string, detail: string) {
    super(detail)
    this.reason = reason
  }
}

export interface FeedPlan {
  map: FeedMap
  places: ReadonlyMap<string, number>
  columns: number
  rates: ReadonlyMap<string, RateE8>
}

const LONGEST_NAME = 200
const LONGEST_REF = 100
const HIGHEST_CENTS = 2_147_483_647

export function readRow(line: number, fields: readonly string[], plan: FeedPlan): { row: FeedRow; remarks: Remark[] } {
  const { map } = plan
  const remarks: Remark[] = []
  const field = (column: string) => fields[plan.places.get(column)!] ?? ''
  if (fields.length !== plan.columns)
    throw new Refusal('columns', `${fields.length} columns instead of ${plan.columns}`)

  const ref = field(map.ref).trim()
  if (ref === '') throw new Refusal('no-reference', `the column "${map.ref}" is empty`)
  if (ref.length > LONGEST_REF || UNPRINTABLE.test(ref))
    throw new Refusal('bad-reference', `longer than ${LONGEST_REF} characters, or not printable`)
  const name = readName(field(map.name), remarks)
  if (name === '') throw new Refusal('no-name', `the column "${map.name}" is empty`)

  const facets = (rules: FacetRule[]) => readFacets(rules, field, map)
  const words = map.developer ? split(field(map.developer.column), map.developer.separator) : []
  const row: FeedRow = {
    line,
    ref,
    name,
    developer: words.map(plain).filter(Boolean).join(', ').slice(0, LONGEST_NAME).trimEnd() || null,
    releasedOn: map.releasedOn ? readDate(field(map.releasedOn.column), map.releasedOn.format, remarks) : null,
    category: readCategory(field, map),
    popularity: readPopularity(field, map, remarks),
    genres: facets(map.genres),
    languages: facets(map.languages),
    platforms: facets(map.platforms),
    region: readRegion(field, map),
    priceCents: map.price ? readPrice(field, map.price, plan.rates, remarks) : null,
  }
  return { row, remarks }
}

// Controls, and marks that turn the direction of what follows, or show nothing: none of them belongs in a name.
const UNPRINTABLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u
const UNPRINTABLES = new RegExp(UNPRINTABLE, 'gu')

const plain = (text: string) =>
  text
    .replaceAll(/[\t\n\r]/g, ' ')
    .replaceAll(UNPRINTABLES, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

function readName(text: string, remarks: Remark[]): string {
  const spaced = text.replaceAll(/[\t\n\r]/g, ' ')
  const printable = spaced.replaceAll(UNPRINTABLES, '')
  if (printable !== spaced) remarks.push(['name-control-characters', 'removed from the name'])
  const name = printable.replaceAll(/\s+/gu, ' ').trim()
  if (name !== printable || spaced !== text) remarks.push(['name-blanks', 'put right in the name'])
  if (name.includes('\ufffd')) remarks.push(['name-unreadable', 'the name holds bytes that are no UTF-8'])
  const letters = [...name]
  if (letters.length <= LONGEST_NAME) return name
  remarks.push(['name-cut', `${letters.length} characters, cut to ${LONGEST_NAME}`])
  return `${letters
    .slice(0, LONGEST_NAME - 1)
    .join('')
    .trimEnd()}…`
}

const split = (text: string, separator: string | undefined) => (separator ? text.split(separator) : [text])

function readFacets(rules: FacetRule[], field: (column: string) => string, map: FeedMap): FacetWanted[] {
  const found = new Map<string, FacetWanted>()
  for (const rule of rules) {
    if ('always' in rule) {
      for (const code of rule.always) found.set(code, { code, name: map.names[code] ?? humanName(code) })
      continue
    }
    for (const value of split(field(rule.column), rule.separator).map(plain)) {
      if (value === '') continue
      const known = Object.hasOwn(rule.values, value) ? rule.values[value]! : undefined
      if (known === null || (known === undefined && rule.unknown === 'skip')) continue
      const code = known ?? codeOf(value)
      if (!found.has(code))
        found.set(code, { code, name: map.names[code] ?? (known ? humanName(code) : value.slice(0, 100)) })
    }
  }
  return [...found.values()]
}

function readCategory(field: (column: string) => string, map: FeedMap): FacetWanted {
  const category = (slug: string, name?: string) => ({ code: slug, name: map.names[slug] ?? name ?? humanName(slug) })
  for (const rule of map.category.rules) {
    const values = split(field(rule.column), rule.separator).map(plain).filter(Boolean)
    for (const [value, slug] of Object.entries(rule.values)) if (values.includes(value)) return category(slug)
    if (rule.unknown === 'create' && values[0]) return category(codeOf(values[0]), values[0].slice(0, 100))
  }
  return category(map.category.default)
}

function readRegion(field: (column: string) => string, map: FeedMap): FacetWanted {
  const region = (code: string) => ({ code, name: map.names[code] ?? humanName(code) })
  if (typeof map.region === 'string') return region(map.region)
  const value = plain(field(map.region.column))
  return region(value === '' ? 'global' : (map.region.values[value] ?? codeOf(value)))
}

/** Distinct values must not become one code: where letters were lost, the rest is told apart by its bytes. */
function codeOf(value: string): string {
  const { slug, lossy } = slugOf(value)
  return slug && !lossy ? slug : `x-${Buffer.from(value).toString('hex').slice(0, 40)}`
}

const humanName = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')

const DATE_PATTERNS: Record<(typeof DATE_FORMATS)[number], RegExp> = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/,
  'DD.MM.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
  'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/,
  'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/,
}

function readDate(text: string, format: (typeof DATE_FORMATS)[number], remarks: Remark[]): string | null {
  const value = text.trim()
  if (value === '') return null
  const { y, m, d } = DATE_PATTERNS[format].exec(value)?.groups ?? {}
  const iso = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  // 30 February would silently become 2 March.
  const real =
    y !== undefined &&
    Number(y) >= 1950 &&
    Number(y) <= 2100 &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(iso)
  if (real) return iso
  remarks.push(['date', `${show(value)} is no date (${format}): left out`])
  return null
}

function readPopularity(field: (column: string) => string, map: FeedMap, remarks: Remark[]): number {
  let sum = 0
  for (const [column, weight] of Object.entries(map.popularity)) {
    const text = field(column).trim()
    if (/^\d{1,12}$/.test(text)) sum += Number(text) * weight
    else if (text !== '') remarks.push(['popularity', `${show(text)} in "${column}" is no whole number: counted as 0`])
  }
  return Math.min(Math.max(sum, 0), 2_147_483_647)
}

function readPrice(
  field: (column: string) => string,
  price: NonNullable<FeedMap['price']>,
  rates: FeedPlan['rates'],
  remarks: Remark[],
): number | null {
  const text = field(price.column).trim()
  const none = (reason: string, detail: string) => {
    remarks.push([reason, `${detail}: no offer is made`])
    return null
  }
  if (text === '') return none('price-missing', 'there is no price')
  const currency =
    typeof price.currency === 'string' ? price.currency : field(price.currency.column).trim().toUpperCase()
  const rate = rates.get(currency)
  if (rate === undefined) return none('price-currency', `the shop has no rate for ${show(currency)}`)
  // A third decimal that is not 0 would have to be rounded by guess; a comma may mean thousands. Neither is guessed.
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match) return none('price-unreadable', `${show(text)} is no price like 12.99`)
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  if (minor === 0) return none('price-zero', 'what costs nothing cannot be sold')
  const cents = toUsd(minor, rate)
  if (cents < 1 || cents > HIGHEST_CENTS)
    return none('price-range', `${show(text)} ${currency} is not between $0.01 and $21,474,836.47`)
  return cents
}

const show = (text: string) => JSON.stringify(text.slice(0, 60))
