// One record of a feed → one product, or the reason why not. Pure: nothing here knows the shop's database.
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { toUsd } from '#platform/money.ts'
import { slugOf } from '#rooms/products/hands.ts'
import { HIGHEST_CENTS, LONGEST_MAKER, LONGEST_TEXT, LONGEST_VARIANT } from '#rooms/products/limits.ts'
import { RESERVED_SLUGS } from '#rooms/products/rules.ts'
import {
  type CategoryWanted,
  type FacetWanted,
  type FeedPlan,
  type FeedRow,
  Refusal,
  type Remark,
  type Texts,
} from './feed-row.ts'
import { type DATE_FORMATS, type FacetRule, type FeedMap, TEXTS } from './map.ts'

const LONGEST_REF = 100
const LONGEST_URL = 2_000
const MOST_LEVELS = 6

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
  const names = (from: FeedMap['developer']) =>
    (from ? split(field(from.column), from.separator) : [])
      .map(plain)
      .filter(Boolean)
      .join(', ')
      .slice(0, LONGEST_MAKER)
      .trimEnd() || null
  const variant = (column: string | undefined) =>
    (column === undefined ? '' : plain(field(column))).slice(0, LONGEST_VARIANT).trimEnd() || null
  const row: FeedRow = {
    line,
    ref,
    name,
    developer: names(map.developer),
    publisher: names(map.publisher),
    texts: readTexts(field, map),
    picture: map.pictures ? readPicture(field(map.pictures.column), map.pictures.separator, remarks) : null,
    releasedOn: map.releasedOn ? readDate(field(map.releasedOn.column), map.releasedOn.format, remarks) : null,
    category: readCategory(field, map),
    popularity: readPopularity(field, map, remarks),
    genres: facets(map.genres),
    languages: facets(map.languages),
    platforms: facets(map.platforms),
    region: readRegion(field, map),
    edition: variant(map.edition),
    denomination: variant(map.denomination),
    priceCents: map.price ? readPrice(field, map.price.column, map, plan.rates, remarks) : null,
    listPriceCents: null,
  }
  if (map.price && map.oldPrice && row.priceCents !== null) {
    // Says nothing when it cannot be read: it is no price to sell at.
    const listed = readPrice(field, map.oldPrice.column, map, plan.rates, [])
    row.listPriceCents = listed !== null && listed > row.priceCents ? listed : null
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
  if (name.includes('\ufffd')) remarks.push(['name-unreadable', 'somebody before us could not read the name'])
  const letters = [...name]
  if (letters.length <= LONGEST_TEXT.name) return name
  remarks.push(['name-cut', `${letters.length} characters, cut to ${LONGEST_TEXT.name}`])
  return `${letters
    .slice(0, LONGEST_TEXT.name - 1)
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
      if (known === null) continue
      const code = known ?? codeOf(value)
      const name = map.names[code] ?? (known ? humanName(code) : value.slice(0, 100))
      const mayBeMade = known !== undefined || rule.unknown === 'create'
      if (!found.has(code)) found.set(code, mayBeMade ? { code, name } : { code, name, word: value.slice(0, 100) })
    }
  }
  return [...found.values()]
}

/** A word of the feed may be what a page of the shop is called. */
const freeSlug = (slug: string) => (RESERVED_SLUGS.has(slug) ? `${slug}-goods` : slug)

function readCategory(field: (column: string) => string, map: FeedMap): CategoryWanted {
  const category = (slug: string, name?: string) => ({
    code: slug,
    name: map.names[slug] ?? name ?? humanName(slug),
    above: [],
  })
  for (const rule of map.category.rules) {
    const values = split(field(rule.column), rule.separator).map(plain).filter(Boolean)
    for (const [value, slug] of Object.entries(rule.values)) if (values.includes(value)) return category(slug)
    if (rule.unknown !== 'create' || !values[0]) continue
    const levels = split(values[0], rule.levels).map(plain).filter(Boolean).slice(0, MOST_LEVELS)
    const wanted = levels.map((name, i) => ({
      // One name stands below several others: "Games > Sports" and "Cards > Sports" are two categories.
      ...category(
        freeSlug(
          levels
            .slice(0, i + 1)
            .map(codeOf)
            .join('-'),
        ),
        name.slice(0, 100),
      ),
    }))
    const last = wanted.pop()
    if (last) return { ...last, above: wanted }
  }
  return category(map.category.default)
}

/** Null: the feed does not say, and nobody may guess that a key works everywhere. */
function readRegion(field: (column: string) => string, map: FeedMap): FacetWanted | null {
  const region = (code: string) => ({ code, name: map.names[code] ?? humanName(code) })
  if (map.region === null) return null
  if (typeof map.region === 'string') return region(map.region)
  const value = plain(field(map.region.column))
  const known = Object.hasOwn(map.region.values, value) ? map.region.values[value]! : undefined
  if (known !== undefined) return region(known)
  return value === '' ? null : { ...region(codeOf(value)), word: value.slice(0, 100) }
}

function readTexts(field: (column: string) => string, map: FeedMap): Texts {
  const texts: Texts = {}
  for (const [language, columns] of Object.entries(map.texts)) {
    for (const kind of TEXTS) {
      const column = columns?.[kind]
      if (column === undefined || (kind === 'name' && language === DEFAULT_LOCALE.code)) continue
      const text = kind === 'description' ? paragraphs(field(column)) : plain(field(column))
      const said = [...text].slice(0, LONGEST_TEXT[kind]).join('').trimEnd()
      texts[kind] ??= {}
      // Empty is said as well: it takes back what an earlier feed said.
      texts[kind][language] = said
    }
  }
  return texts
}

/** Line ends stay; everything else that nobody sees goes. */
const paragraphs = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map(plain)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

function readPicture(text: string, separator: string | undefined, remarks: Remark[]): string | null {
  const addresses = split(text, separator)
    .map((one) => one.trim())
    .filter(Boolean)
  const found = addresses.find((one) => one.length <= LONGEST_URL && /^https:\/\/[^\s/]/.test(one) && URL.canParse(one))
  if (addresses.length > 0 && !found) remarks.push(['picture', `${show(addresses[0]!)} is no https address: left out`])
  return found === undefined ? null : new URL(found).href
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
  column: string,
  { price, decimal, threeDecimals }: FeedMap,
  rates: FeedPlan['rates'],
  remarks: Remark[],
): number | null {
  const text = field(column).trim()
  const none = (reason: string, detail: string) => {
    remarks.push([reason, `${detail}: no offer is made`])
    return null
  }
  if (text === '') return none('price-missing', 'there is no price')
  const said = price!.currency
  const currency = typeof said === 'string' ? said : field(said.column).trim().toUpperCase()
  const rate = rates.get(currency)
  if (rate === undefined) return none('price-currency', `the shop has no rate for ${show(currency)}`)
  const match = (threeDecimals ? WITH_THREE_DECIMALS : PRICES)[decimal].exec(text)
  if (!match) return none('price-unreadable', `${show(text)} is no price like 12${decimal}99`)
  const [, whole = '0', cents = '', , centsBehindZero = ''] = match
  const minor = Number(whole.replaceAll('.', '')) * 100 + Number((cents || centsBehindZero).padEnd(2, '0'))
  if (minor === 0) return none('price-zero', 'what costs nothing cannot be sold')
  const usd = toUsd(minor, rate)
  if (usd < 1 || usd > HIGHEST_CENTS)
    return none('price-range', `${show(text)} ${currency} is not between $0.01 and $21,474,836.47`)
  return usd
}

/**
 * Three digits behind the mark of the cents are thousands as often as decimals (1.200), and a third decimal that is not 0
 * would have to be rounded: neither is guessed, but behind a 0, with which no thousands begin. Four and more are decimals; all but the first two must be 0. Where the map says
 * that a comma stands before the cents, points can only part thousands.
 */
const PRICES = {
  '.': /^(?:(\d{1,9})(?:\.(?!\d{3}$)(\d{1,2})0*)?|(0)\.(\d{2})0)$/,
  ',': /^(?:([1-9]\d{0,2}(?:\.\d{3}){1,2}|\d{1,9})(?:,(?!\d{3}$)(\d{1,2})0*)?|(0),(\d{2})0)$/,
}

const WITH_THREE_DECIMALS = {
  '.': /^(\d{1,9})(?:\.(\d{1,2})0*)?$/,
  ',': /^([1-9]\d{0,2}(?:\.\d{3}){1,2}|\d{1,9})(?:,(\d{1,2})0*)?$/,
}

const show = (text: string) => JSON.stringify(text.slice(0, 60))
