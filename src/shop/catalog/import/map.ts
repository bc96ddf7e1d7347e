// How a supplier's columns become products: the map file, checked at the edge, and met with the file's own header.
import { z } from 'zod'
import { CommandError } from '#platform/command.ts'

const column = z.string().min(1).max(200)
const code = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/i, 'must be letters, digits and hyphens')
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens')
const separator = z.string().min(1).max(5).optional()

/** Codes of facet values: these for every product, or out of a column. */
const FacetRule = z.union([
  z.strictObject({ always: z.array(code).min(1) }),
  z.strictObject({
    column,
    separator,
    /** The feed's word → the shop's code; null: left out. */
    values: z.record(z.string(), code.nullable()).default({}),
    unknown: z.enum(['create', 'skip']).default('create'),
  }),
])

/** The first of `values`, in their order, that the column has decides. */
const CategoryRule = z.strictObject({
  column,
  separator,
  values: z.record(z.string(), slug).default({}),
  unknown: z.enum(['create', 'skip']).default('skip'),
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
] as const

const currency = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code like GBP')

export const FeedMap = z.strictObject({
  /** Whose feed it is. A product is found again by this and its reference. */
  source: z.string().regex(/^[a-z0-9_]{1,32}$/, 'must be lower-case letters, digits and underscores, 32 at most'),
  delimiter: z.string().min(1).max(1).default(','),
  ref: column,
  name: column,
  releasedOn: z.strictObject({ column, format: z.enum(DATE_FORMATS).default('YYYY-MM-DD') }).optional(),
  developer: z.strictObject({ column, separator }).optional(),
  price: z.strictObject({ column, currency: z.union([currency, z.strictObject({ column })]) }).optional(),
  platforms: z.array(FacetRule).default([]),
  genres: z.array(FacetRule).default([]),
  languages: z.array(FacetRule).default([]),
  region: z.union([code, z.strictObject({ column, values: z.record(z.string(), code).default({}) })]).default('global'),
  category: z.strictObject({ default: slug, parent: slug.optional(), rules: z.array(CategoryRule).default([]) }),
  /** Whole-number weights by column: their sum is the popularity. */
  popularity: z.record(column, z.number().int().min(-1000).max(1000)).default({}),
  /** Null: the shop itself. */
  seller: z.string().trim().min(1).max(100).nullable().default(null),
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  keyType: z.union([z.literal(0), z.literal(1)]).default(0),
  /** English names for codes and category slugs that the import creates. */
  names: z.record(z.string(), z.string().min(1).max(100)).default({}),
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
    ...[map.releasedOn, map.developer, map.price, map.price?.currency, map.region].flatMap((part) =>
      typeof part === 'object' ? [part.column] : [],
    ),
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
