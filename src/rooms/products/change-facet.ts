// Making, changing and removing what products can be filtered by.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { FieldChange, FieldValue } from '#platform/field-changes.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { regionOf } from '#platform/i18n/regions.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { beforeAndAfter, changesOf, wrong } from './changing.ts'
import * as store from './facet-store.ts'
import { LONGEST_FACET_NAME, MOST_COUNTRIES, MOST_FACET_VALUES, USES_COUNTED } from './limits.ts'
import { checkText, checkTextField, isPlace, textFields, withText } from './localized-fields.ts'
import { isFacetCode } from './rules.ts'
import type { FacetKind } from './store.ts'

export interface NewFacet {
  kind: FacetKind
  code: string
  name: string
  countries: string
}

const subject = (id: number) => ({ kind: 'facet', id: String(id) }) as const

export function changingFacets(db: Database) {
  return {
    create: (wanted: NewFacet, by: Who) =>
      db.transaction(async (tx) => {
        const { kind, code, name } = wanted
        if (!isFacetCode(code, kind)) throw wrong('code', 'shelves.codeShape')
        checkText('name', name, LONGEST_FACET_NAME)
        const countries = kind === 'region' ? readCountries(wanted.countries) : null
        if ((await store.lockFacetMaking(tx)) >= MOST_FACET_VALUES)
          throw refused('shelves.refused.manyFacets', { most: MOST_FACET_VALUES })
        const id = await store.addFacet(tx, { kind, code, name: { 'en-US': name }, countries })
        if (id === undefined) throw wrong('code', 'shelves.codeTaken')
        await audit(tx, { by, act: 'facet.create', subject: subject(id), after: { ...wanted } })
        return id
      }),

    save: (id: number, wanted: readonly FieldChange[], by: Who) =>
      db.transaction(async (tx) => {
        const facet = await store.lockFacet(tx, id)
        if (!facet) throw notFound()
        const changes = changesOf(fieldsOf(facet), wanted)
        for (const { field, after } of changes) setField(facet, field, after)
        if (changes.length === 0) return
        await store.changeFacet(tx, facet)
        await audit(tx, {
          ...{ by, act: 'facet.change', subject: subject(id) },
          ...beforeAndAfter(changes),
        })
      }),

    remove: (id: number, seen: string, by: Who, reason: string) =>
      db.transaction(async (tx) => {
        const facet = await store.lockFacet(tx, id)
        if (!facet) throw notFound()
        if (facet.seen !== seen) throw refused('catalogue.refused.changed')
        const count = (await store.usesOf(tx, facet, 0, USES_COUNTED)).length
        if (count > 0) throw refused('shelves.refused.used', { count })
        await store.removeFacet(tx, id)
        const { kind, code, name, countries } = facet
        await audit(tx, {
          ...{ by, act: 'facet.remove', subject: subject(id), reason },
          before: { kind, code, name: name['en-US'], ...(countries && { countries: countries.join(' ') }) },
        })
      }),
  }
}

/** Of a product or version: nobody removes one of them until it is written. Throws 400 where one is gone. */
export async function keepGiven(tx: Transaction, path: string, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length > 0 && (await store.keepFacets(tx, wanted)).size < wanted.length)
    throw wrong(path, 'catalogue.gone')
}

const fieldsOf = ({ kind, name, countries, position }: store.WholeFacet): Record<string, FieldValue> => ({
  ...textFields('name', name),
  position,
  ...(kind === 'region' && { countries: (countries ?? []).join(' ') }),
})

/** Throws 400 where it may not hold this. */
function setField(facet: store.WholeFacet, field: string, value: FieldValue): void {
  if (field === 'position') {
    if (!isPlace(value)) throw wrong(field, 'catalogue.positionShape')
    facet.position = Number(value)
  } else if (field === 'countries') {
    if (typeof value !== 'string') throw wrong(field, 'error.invalid')
    facet.countries = readCountries(value)
  } else {
    checkTextField(field, value, LONGEST_FACET_NAME)
    facet.name = withText(facet.name, field, value)
  }
}

/** ISO 3166 codes in whatever way they are parted. Null: everywhere. */
function readCountries(typed: string): string[] | null {
  const codes = [...new Set(typed.toUpperCase().split(/[\s,;]+/).filter(Boolean))].sort() // biome-ignore format: one line
  if (codes.length > MOST_COUNTRIES) throw wrong('countries', 'catalogue.tooLong')
  const wrongOne = codes.some((code) => regionOf(code) !== code)
  if (wrongOne) throw wrong('countries', 'shelves.countriesShape')
  return codes.length === 0 ? null : codes
}
