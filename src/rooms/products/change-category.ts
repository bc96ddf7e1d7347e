// Making and changing categories.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { FieldChange, FieldValue } from '#platform/field-changes.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { beforeAndAfter, changesOf, wrong } from './changing.ts'
import { LONGEST_CATEGORY_NAME, MOST_CATEGORIES } from './limits.ts'
import { checkText, checkTextField, textFields, withText } from './localized-fields.ts'
import * as store from './office-store.ts'
import { SLUG } from './product-fields.ts'

export function changingCategories(db: Database) {
  return {
    create: (wanted: { parentId: number | null; name: string; slug: string; type: number }, by: Who) =>
      db.transaction(async (tx) => {
        const all = await store.lockCategories(tx)
        if (all.length >= MOST_CATEGORIES) throw refused('catalogue.refused.manyCategories', { most: MOST_CATEGORIES })
        if (wanted.parentId !== null && !all.some(({ id }) => id === wanted.parentId))
          throw wrong('parentId', 'catalogue.gone')
        checkText('name', wanted.name, LONGEST_CATEGORY_NAME)
        await checkSlug(tx, wanted.slug, null, all)
        const { name, ...rest } = wanted
        const id = await store.addCategory(tx, { ...rest, name: { 'en-US': name } })
        await audit(tx, { by, act: 'category.create', subject: { kind: 'category', id: String(id) }, after: wanted })
        return id
      }),

    save: (id: number, wanted: readonly FieldChange[], by: Who) =>
      db.transaction(async (tx) => {
        const all = await store.lockCategories(tx)
        const category = all.find((one) => one.id === id)
        if (!category) throw notFound()
        const changes = changesOf(fieldsOf(category), wanted)
        for (const { field, after } of changes) {
          check(field, after)
          setField(category, field, after)
        }
        if (changes.length === 0) return
        if (changes.some(({ field }) => field === 'slug')) await checkSlug(tx, category.slug, id, all)
        checkPlace(category, all)
        await store.changeCategory(tx, category)
        await audit(tx, {
          ...{ by, act: 'category.change', subject: { kind: 'category', id: String(id) } },
          ...beforeAndAfter(changes),
        })
      }),
  }
}

const fieldsOf = ({ parentId, slug, type, position, name }: store.WholeCategory): Record<string, FieldValue> => ({
  ...{ parentId: parentId ?? 0, slug, type, position },
  ...textFields('name', name),
})

function check(field: string, value: FieldValue): void {
  const isWhole = (most: number) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
  if (field.startsWith('name.')) checkTextField(field, value, LONGEST_CATEGORY_NAME)
  else if (field === 'slug') {
    if (typeof value !== 'string') throw wrong(field, 'error.invalid')
  } else if (!isWhole(field === 'type' ? 2 : 1_000_000_000)) throw wrong(field, 'error.invalid')
}

async function checkSlug(tx: Transaction, slug: string, id: number | null, all: store.WholeCategory[]): Promise<void> {
  const checked = SLUG.safeParse(slug)
  if (!checked.success) throw wrong('slug', checked.error.issues[0]!.message)
  const isTaken = all.some((one) => one.id !== id && one.slug === slug)
  if (isTaken || (await store.categoryMovedFrom(tx, slug, id))) throw wrong('slug', 'catalogue.slugTaken')
}

/** Above it there is something that is there, and never itself. */
function checkPlace({ id, parentId }: store.WholeCategory, all: store.WholeCategory[]): void {
  const byId = new Map(all.map((one) => [one.id, one]))
  const seen = new Set<number>()
  for (let above = parentId; above !== null; above = byId.get(above)?.parentId ?? null) {
    if (above === id) throw wrong('parentId', 'catalogue.belowItself')
    if (!byId.has(above) || seen.has(above)) throw wrong('parentId', 'catalogue.gone')
    seen.add(above)
  }
}

function setField(category: store.WholeCategory, field: string, value: FieldValue): void {
  if (field === 'parentId') category.parentId = value === 0 ? null : Number(value)
  else if (field.startsWith('name.')) category.name = withText(category.name, field, value)
  else Object.assign(category, { [field]: value })
}
