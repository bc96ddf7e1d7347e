// Texts by language as fields that people change one by one: `name.de`.
import type { FieldValue } from '#platform/field-changes.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { wrong } from './changing.ts'
import { LANGUAGES } from './office-shapes.ts'

/** A language that has none is empty. */
export const textFields = (kind: string, texts: Localized): Record<string, FieldValue> =>
  Object.fromEntries(LANGUAGES.map((language) => [`${kind}.${language}`, texts[language] ?? '']))

/** English is always there, unless it `mayLack`; of the others none may be empty instead. */
export function checkTextField(field: string, value: FieldValue, longest: number, mayLack = false): void {
  if (typeof value !== 'string') throw wrong(field, 'error.invalid')
  if (value !== '' || (field.endsWith('.en-US') && !mayLack)) checkText(field, value, longest)
}

export function checkText(path: string, text: string, longest: number): void {
  if (text.trim() === '') throw wrong(path, 'catalogue.nameNeeded')
  if (text.length > longest) throw wrong(path, 'catalogue.tooLong')
  if (/\p{Cc}/u.test(text)) throw wrong(path, 'catalogue.unseen')
}

/** With another text in the language of the field. */
export function withText(texts: Localized, field: string, value: FieldValue): Localized {
  const language = field.slice(field.indexOf('.') + 1)
  const { [language]: _, ...others } = texts
  return value === '' ? others : { ...others, [language]: String(value) }
}

export const isPlace = (value: FieldValue) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000_000
