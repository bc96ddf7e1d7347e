// The fields of a product, as its page edits them and the server names them.
import type { officeCall } from '#browser/office-calls.ts'
import { readAmount, readDecimal } from '#platform/i18n/typed-number.ts'
import type { Value } from '#rooms/staff/office/use-editing.ts'
import { TEXT_KINDS, type TextKind } from '../limits.ts'

export type Product = Awaited<ReturnType<typeof officeCall<'GET /office/products/{id}'>>>
/** As the server names fields: `name.de`, `sku.7.edition`, `offer.9.price`. What is not known is empty. */
export function heldIn(product: Product, field: string): Value {
  const [first = '', second = '', third = ''] = field.split('.')
  if (TEXT_KINDS.includes(first as TextKind)) return product.texts[first as TextKind][second] ?? ''
  if (first === 'sku') {
    const sku = product.skus.find(({ id }) => id === Number(second))
    return (sku?.[third as 'edition'] as Value | null | undefined) ?? (third === 'regionId' ? 0 : '')
  }
  if (first === 'offer') {
    const offer = product.skus.flatMap(({ offers }) => offers).find(({ id }) => id === Number(second))
    return (offer?.[third as 'price'] as Value | undefined) ?? ''
  }
  return (product[first as 'slug'] as Value | null) ?? ''
}

/** What was typed as a price, in units of the currency; undefined: it is none. */
export function readPrice(typed: Value): number | undefined {
  if (typeof typed === 'number') return typed
  return readAmount(String(typed), 8)
}

/** What was typed as a number of things; empty: none is meant. What is no number stays as it was typed, to be refused. */
export function readCount(typed: string): Value {
  return readDecimal(typed, { whole: 9, places: 0 }) ?? typed.trim()
}

export const isPrice = (field: string) => field.startsWith('offer.') && field.endsWith('.price')

/** How many of its texts another language has and this one has not. */
export const missingIn = (product: Product, language: string) =>
  TEXT_KINDS.filter(
    (kind) => !product.texts[kind][language] && Object.values(product.texts[kind]).some((text) => text !== ''),
  ).length
