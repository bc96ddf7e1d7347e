// Texts by language as fields that people change one by one: `name.de`.
import type { FieldValue } from '#platform/field-changes.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { wrong } from './changing.ts'
import { LANGUAGES } from './office-shapes.ts'

/** A language that has none is empty. */
export const nameFields = (name: Localized): Record<string, FieldValue> =>
  Object.fromEntries(LANGUAGES.map((language) => [`name.${language}`, name[language] ?? '']))

/** English is always there; of the others none may be empty instead. */
export function checkNameField(field: string, value: FieldValue, longest: number): void {
  if (typeof value !== 'string') throw wrong(field, 'error.invalid')
  if (field === 'name.en-US' || value !== '') checkName(field, value, longest)
}

export function checkName(path: string, name: string, longest: number): void {
  if (name.trim() === '') throw wrong(path, 'catalogue.nameNeeded')
  if (name.length > longest) throw wrong(path, 'catalogue.tooLong')
  if (/\p{Cc}/u.test(name)) throw wrong(path, 'catalogue.unseen')
}

export function withName(name: Localized, field: string, value: FieldValue): Localized {
  const { [field.slice(5)]: _, ...others } = name
  return value === '' ? others : { ...others, [field.slice(5)]: String(value) }
}

export const isPlace = (value: FieldValue) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000_000
