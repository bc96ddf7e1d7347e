// A product as the fields that the back office edits, and what each may hold.
import { z } from 'zod'
import type { FieldValue } from '#platform/field-changes.ts'
import {
  HIGHEST_THRESHOLD,
  LONGEST_MAKER,
  LONGEST_SKU_CODE,
  LONGEST_TEXT,
  LONGEST_VARIANT,
  MOST_FACETS,
  OWN_GUIDES,
  TEXT_KINDS,
  type TextKind,
} from './limits.ts'
import { LANGUAGES } from './office-shapes.ts'
import type { VersionRow, WholeProduct } from './office-store.ts'
import { isSlug, RESERVED_SLUGS } from './rules.ts'
import type { FacetRow } from './store.ts'

export interface Edited {
  product: WholeProduct
  versions: VersionRow[]
  offers: { id: number; active: boolean; isClosed: boolean; lowAt: number | null }[]
}

/** What is not to be seen, but for the ends of lines. */
const UNSEEN = /[\p{Cc}--[\n\t]]/v
const text = (most: number) =>
  z
    .string()
    .max(most, 'catalogue.tooLong')
    .refine((said) => !UNSEEN.test(said), 'catalogue.unseen')
const line = (most: number) => text(most).refine((said) => !/[\n\t]/.test(said), 'catalogue.oneLine')
const facets = z.array(z.number().int().min(1)).max(MOST_FACETS)
const id = z.number().int().min(1).max(2_147_483_647)

export const SKU_CODE = line(LONGEST_SKU_CODE).regex(/^\S(.*\S)?$/, 'catalogue.codeNeeded')
export const SLUG = z
  .string()
  .refine(isSlug, 'catalogue.slugShape')
  .refine((slug) => !RESERVED_SLUGS.has(slug), 'catalogue.slugReserved')
export const VARIANT = line(LONGEST_VARIANT)

const OWN = {
  categoryId: id,
  slug: SLUG,
  type: z.number().int().min(0).max(2),
  keyType: z.number().int().min(0).max(1),
  /** Empty: none of its own. */
  activation: z.enum(['', ...OWN_GUIDES]),
  developer: line(LONGEST_MAKER),
  publisher: line(LONGEST_MAKER),
  /** Empty: not known. */
  releasedOn: z.union([z.literal(''), z.iso.date('catalogue.dateShape')]),
  genreIds: facets,
  languageIds: facets,
  isDraft: z.boolean(),
} as const
type Own = keyof typeof OWN

const VERSION = {
  skuCode: SKU_CODE,
  edition: VARIANT,
  denomination: VARIANT,
  platformIds: facets,
  /** 0: nobody said where its keys work. */
  regionId: z.number().int().min(0).max(2_147_483_647),
} as const
type OfVersion = keyof typeof VERSION

const OFFER = {
  active: z.boolean(),
  /** Empty: nobody wants to know. */
  lowAt: z.unknown().refine((count) => count === '' || isThreshold(count), 'catalogue.lowAtShape'),
} as const

const isThreshold = (count: unknown) =>
  Number.isInteger(count) && Number(count) >= 0 && Number(count) <= HIGHEST_THRESHOLD

/** Every field of it, with what it holds. A text that is not there is empty, and so is what is not known. */
export function fieldsOf({ product, versions, offers }: Edited): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {}
  for (const kind of TEXT_KINDS)
    for (const language of LANGUAGES) fields[`${kind}.${language}`] = product.texts[kind][language] ?? ''
  for (const name of Object.keys(OWN) as Own[]) fields[name] = product[name] ?? ''
  for (const version of versions)
    for (const name of Object.keys(VERSION) as OfVersion[])
      fields[`sku.${version.id}.${name}`] = version[name] ?? (name === 'regionId' ? 0 : '')
  for (const { id: offerId, active, lowAt } of offers) {
    fields[`offer.${offerId}.active`] = active
    fields[`offer.${offerId}.lowAt`] = lowAt ?? ''
  }
  return fields
}

/** Undefined: it may hold this. Else why not. */
export function wrongIn(field: string, value: FieldValue): string | undefined {
  const checked = shapeOf(field)?.safeParse(value)
  return checked?.success ? undefined : (checked?.error?.issues[0]?.message ?? 'error.invalid')
}

function shapeOf(field: string): z.ZodType | undefined {
  const [first, second, third] = field.split('.') as [string, string?, string?]
  if (first in OWN) return OWN[first as Own]
  if (first === 'sku') return VERSION[third as OfVersion]
  if (first === 'offer') return OFFER[third as keyof typeof OFFER]
  const kind = first as TextKind
  if (field === 'name.en-US') return line(LONGEST_TEXT.name).regex(/\S/, 'catalogue.nameNeeded')
  return second === undefined ? undefined : (isLong(kind) ? text : line)(LONGEST_TEXT[kind])
}

const isLong = (kind: TextKind) => kind === 'description' || kind === 'confirmContent'

/** With another value in one of its fields; the field is one of `fieldsOf`, and may hold it. */
export function setField(edited: Edited, field: string, value: FieldValue): void {
  const [first, second, third] = field.split('.') as [string, string?, string?]
  const known = value === '' ? null : value
  if (first === 'sku') {
    const version = edited.versions.find((one) => one.id === Number(second))!
    Object.assign(version, { [third!]: third === 'regionId' && value === 0 ? null : known })
  } else if (first === 'offer') {
    const offer = edited.offers.find((one) => one.id === Number(second))!
    Object.assign(offer, { [third!]: known })
  } else if (first in OWN) Object.assign(edited.product, { [first]: known })
  else {
    const { [second!]: _, ...others } = edited.product.texts[first as TextKind]
    edited.product.texts[first as TextKind] = value === '' ? others : { ...others, [second!]: String(value) }
  }
}

/** What a field names and the shop does not have; undefined: all of it is there. */
export function missingIn(
  field: string,
  value: FieldValue,
  shelves: { categories: ReadonlyMap<number, unknown>; facets: ReadonlyMap<number, FacetRow> },
): string | undefined {
  const is = (kind: FacetRow['kind']) => (one: number) => shelves.facets.get(one)?.kind === kind
  const all = (kind: FacetRow['kind']) => (value as number[]).every(is(kind))
  const name = field.split('.').at(-1)
  const isThere =
    field === 'categoryId'
      ? shelves.categories.has(value as number)
      : field === 'genreIds'
        ? all('genre')
        : field === 'languageIds'
          ? all('language')
          : name === 'platformIds'
            ? all('platform')
            : name === 'regionId'
              ? value === 0 || is('region')(value as number)
              : true
  return isThere ? undefined : 'catalogue.gone'
}

/** The facets that a field names. */
export function facetsIn(field: string, value: FieldValue): readonly number[] {
  if (/(^genre|^language|\.platform)Ids$/.test(field)) return value as number[]
  return field.endsWith('.regionId') && value !== 0 ? [value as number] : []
}
