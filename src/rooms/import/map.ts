// How a supplier's columns become products: the map file, checked at the edge, and met with the file's own header.
import { z } from 'zod'
import { CommandError } from '#platform/command.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { RESERVED_SLUGS } from '#rooms/products/rules.ts'

const column = z.string().min(1).max(200)
const code = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/i, 'must be letters, digits and hyphens')
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens')
  .refine((text) => !RESERVED_SLUGS.has(text), 'is the address of a page of the shop')
const separator = z.string().min(1).max(5).optional()

/** Codes of facet values: these for every product, or out of a column. */
const FacetRule = z.union([
  z.strictObject({ always: z.array(code).min(1) }),
  z.strictObject({
    column,
    separator,
    /** The feed's word → the shop's code; null: left out. */
    values: z.record(z.string(), code.nullable()).default({}),
    /** A word that the shop knows neither by code nor by name: made, or left out and counted. */
    unknown: z.enum(['create', 'skip']).default('skip'),
  }),
])

/** The first of `values`, in their order, that the column has decides. */
const CategoryRule = z.strictObject({
  column,
  separator,
  values: z.record(z.string(), slug).default({}),
  unknown: z.enum(['create', 'skip']).default('skip'),
  /** What parts the levels of one value: `>` in "Games > Role-playing > Classics", all of which are made. */
  levels: z.string().min(1).max(5).optional(),
})

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
export const KEEPABLE = [
  'name',
  'developer',
  'releasedOn',
  'category',
  'popularity',
  'genres',
  'languages',
  'platforms',
  'region',
  'price',
  'publisher',
  'texts',
  'picture',
  'edition',
  'denomination',
] as const

const LANGUAGES = LOCALES.map(({ code }) => code) as [string, ...string[]]
/** Columns of a product's texts in one language. */
const Texts = z.strictObject({
  name: column.optional(),
  explanation: column.optional(),
  description: column.optional(),
  seoTitle: column.optional(),
  seoKeywords: column.optional(),
  seoDescription: column.optional(),
})
export const TEXTS = ['name', 'explanation', 'description', 'seoTitle', 'seoKeywords', 'seoDescription'] as const

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

const currency = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code like GBP')

export const FeedMap = z.strictObject({
  /** Whose feed it is. A product is found again by this and its reference. */
  source: z.string().regex(/^[a-z0-9_]{1,32}$/, 'must be lower-case letters, digits and underscores, 32 at most'),
  delimiter: z.string().length(1).default(','),
  encoding: z.string().refine(isEncoding, 'must be an encoding like utf-8, utf-16le, windows-1252').default('utf-8'),
  /** What stands before a quotation mark inside quotes. */
  escape: z.enum(['"', '\\']).default('"'),
  /** Of prices: what stands before the cents. */
  decimal: z.enum(['.', ',']).default('.'),
  /** Prices have three decimals, of which the last is 0: three digits behind the mark are no thousands then. */
  threeDecimals: z.boolean().default(false),
  ref: column,
  name: column,
  releasedOn: z.strictObject({ column, format: z.enum(DATE_FORMATS).default('YYYY-MM-DD') }).optional(),
  developer: z.strictObject({ column, separator }).optional(),
  publisher: z.strictObject({ column, separator }).optional(),
  price: z.strictObject({ column, currency: z.union([currency, z.strictObject({ column })]) }).optional(),
  /** What the supplier recommends, in the price's currency. Never announced as a reduction: that is the shop's own past price. */
  oldPrice: z.strictObject({ column }).optional(),
  /** Columns of texts by language; the English name is `name`. */
  texts: z.partialRecord(z.enum(LANGUAGES), Texts).default({}),
  /** The first https address among them becomes the product's picture. */
  pictures: z.strictObject({ column, separator }).optional(),
  edition: column.optional(),
  denomination: column.optional(),
  platforms: z.array(FacetRule).default([]),
  genres: z.array(FacetRule).default([]),
  languages: z.array(FacetRule).default([]),
  /** Null, and an empty field: nobody said where its keys work. */
  region: z
    .union([code, z.null(), z.strictObject({ column, values: z.record(z.string(), code).default({}) })])
    .default(null),
  category: z.strictObject({ default: slug, parent: slug.optional(), rules: z.array(CategoryRule).default([]) }),
  /** Whole-number weights by column: their sum is the popularity. */
  popularity: z.record(column, z.number().int().min(-1000).max(1000)).default({}),
  /** Null: the shop itself. */
  seller: z.string().trim().min(1).max(100).nullable().default(null),
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  keyType: z.union([z.literal(0), z.literal(1)]).default(0),
  /** English names for codes and category slugs that the import creates. */
  names: z.record(z.string(), z.string().min(1).max(100)).default({}),
  /** Goods of this source that the file no longer holds: left alone, or taken off sale until it holds them again. */
  absent: z.enum(['keep', 'off-sale']).default('keep'),
  /** What later imports leave as it is in the shop. */
  keep: z.array(z.enum(KEEPABLE)).default([]),
})
export type FeedMap = z.output<typeof FeedMap>
export type FacetRule = z.output<typeof FacetRule>

/** Throws CommandError that names every wrong place of the map. */
export function parseMap(text: string, file: string): FeedMap {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new CommandError(`${file}: this is no JSON (${(error as Error).message})`)
  }
  const parsed = FeedMap.safeParse(json)
  if (parsed.success) return parsed.data
  throw new CommandError(
    `${file}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the map'}: ${message}`).join('; ')}`,
  )
}

/** The map for a file that names its columns as docs/import.md says; columns that are not there are left out. */
export function defaultMap(header: readonly string[], source: string): FeedMap {
  const has = (name: string) => header.includes(name)
  const facet = (name: string) => (has(name) ? [{ column: name, separator: ';' }] : [])
  return parseMap(
    JSON.stringify({
      source,
      ref: 'ref',
      name: 'name',
      ...(has('release_date') && { releasedOn: { column: 'release_date' } }),
      ...(has('developer') && { developer: { column: 'developer' } }),
      ...(has('publisher') && { publisher: { column: 'publisher' } }),
      ...(has('description') && { texts: { 'en-US': { description: 'description' } } }),
      ...(has('picture') && { pictures: { column: 'picture' } }),
      ...(has('edition') && { edition: 'edition' }),
      ...(has('denomination') && { denomination: 'denomination' }),
      ...(has('price') && { price: { column: 'price', currency: has('currency') ? { column: 'currency' } : 'USD' } }),
      platforms: facet('platforms'),
      genres: facet('genres'),
      languages: facet('languages'),
      ...(has('region') && { region: { column: 'region' } }),
      category: { default: 'games', rules: has('category') ? [{ column: 'category', unknown: 'create' }] : [] },
      ...(has('popularity') && { popularity: { popularity: 1 } }),
    }),
    '--source',
  )
}

/** Where each column stands. Throws CommandError when the file has not all that the map names. */
export function columnPlaces(map: FeedMap, header: readonly string[], file: string): Map<string, number> {
  const twice = header.find((name, i) => header.indexOf(name) !== i)
  if (twice !== undefined) throw new CommandError(`${file}: the column "${twice}" stands there twice`)
  const facets = [...map.platforms, ...map.genres, ...map.languages].flatMap((rule) =>
    'column' in rule ? [rule.column] : [],
  )
  const wanted = [
    map.ref,
    map.name,
    ...facets,
    ...map.category.rules.map((rule) => rule.column),
    ...Object.keys(map.popularity),
    ...Object.values(map.texts).flatMap((texts) => Object.values(texts ?? {})),
    ...[map.edition, map.denomination].filter((name) => name !== undefined),
    ...[
      ...[map.releasedOn, map.developer, map.publisher, map.pictures],
      ...[map.price, map.price?.currency, map.oldPrice, map.region],
    ].flatMap((part) => (typeof part === 'object' && part !== null ? [part.column] : [])),
  ]
  const missing = [...new Set(wanted)].filter((name) => !header.includes(name))
  if (missing.length > 0) {
    const other = header.length === 1 ? [';', '\t', '|'].find((mark) => header[0]!.includes(mark)) : undefined
    const advice = other
      ? ` (its columns seem to be parted by ${JSON.stringify(other)}: set "delimiter" in the map)`
      : ''
    throw new CommandError(
      `${file}: it has no column ${missing.map((name) => `"${name}"`).join(', ')}${advice}; it has ${header
        .map((name) => `"${name}"`)
        .join(', ')
        .slice(0, 500)}`,
    )
  }
  return new Map(header.map((name, place) => [name, place]))
}

/**
 * Files that were put together, and pages exported one after the other, bring the names of the columns again. Where they stand in
 * another order, or beside others, nobody knows what the rows below are: throws CommandError.
 */
export function isHeaderAgain(
  fields: readonly string[],
  header: readonly string[],
  map: Pick<FeedMap, 'ref' | 'name'>,
  where: string,
): boolean {
  if (fields.length !== header.length) return false
  // A file that was put behind another begins with its byte order mark, by which the first name was not known as quoted.
  const names = fields.map((name) => (name.startsWith('\ufeff') ? name.replaceAll(/[\ufeff"]/g, '') : name).trim())
  if (![map.ref, map.name].every((column) => names.includes(column))) return false
  if (names.every((name, i) => name === header[i])) return true
  const isSaid = (column: string) => names[header.indexOf(column)] === column
  const isMoved = names.toSorted().join('\n') === header.toSorted().join('\n')
  if (!isMoved && (map.ref === map.name || !isSaid(map.ref) || !isSaid(map.name))) return false
  throw new CommandError(
    `${where}: other names of columns than at its beginning, or in another order; what follows is another file: import it by itself`,
  )
}
