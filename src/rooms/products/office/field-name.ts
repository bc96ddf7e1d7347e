// What a field of a product is called.
import { languageName } from '#rooms/staff/office/language-choice.tsx'
import type { Value } from '#rooms/staff/office/use-editing.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import type { Product } from './edits.ts'
import { nameIn, type Shelves } from './shelves.ts'

/** `Name (Deutsch)`, `Edition (GAME-1)`. */
export function fieldName(t: TranslateOffice, product: Product, field: string): string {
  const [first = '', second = '', third = ''] = field.split('.')
  const said = (name: string) => {
    const key = `catalogue.field.${name}`
    return t.knows(key) ? t(key) : name
  }
  if (first === 'sku' || first === 'offer') {
    const sku = product.skus.find(({ id, offers }) =>
      first === 'sku' ? id === Number(second) : offers.some((offer) => offer.id === Number(second)),
    )
    return `${said(third)} (${sku?.skuCode ?? second})`
  }
  return second ? `${said(first)} (${languageName(second)})` : said(first)
}

/** What it holds, for whoever compares two of them. */
export function sayValue(t: TranslateOffice, field: string, value: Value, shelves: Shelves | undefined): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '–'
  if (typeof value === 'boolean') return t(value ? 'catalogue.yes' : 'catalogue.no')
  const facet = (id: number) => {
    const found = shelves?.facets.find((one) => one.id === id)
    return found ? nameIn(t, found.name) : String(id)
  }
  if (Array.isArray(value)) return value.map(facet).join(', ')
  if (field.endsWith('regionId')) return value === 0 ? '–' : facet(Number(value))
  const guide = `catalogue.guide.${value}`
  if (field === 'activation' && t.knows(guide)) return t(guide)
  const category = field === 'categoryId' ? shelves?.categories.find(({ id }) => id === value) : undefined
  return category ? nameIn(t, category.name) : String(value)
}
