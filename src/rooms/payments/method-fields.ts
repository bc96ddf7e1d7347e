// A method's terms as a person writes them, by the field, and back to what is typed at the command.
import type { FieldValue } from '#platform/field-changes.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { plainDecimal, withoutPercent } from '#platform/i18n/typed-number.ts'
import { decimal } from '#platform/money.ts'
import type { WholeMethod } from './method-store.ts'
import { type Typed, WronglyTyped } from './method-typed.ts'

export function fieldsOf(method: WholeMethod): Record<string, string | number> {
  const { feeBp, currencies, minimum, countries, countriesExcluded, productTypes, position, underWayHours } = method
  return {
    fee: String(feeBp / 100),
    currencies: currencies.includes('*') ? 'any' : currencies.join(' '),
    minimum: Object.entries(minimum)
      .map(([code, minor]) => `${code}=${decimal(minor)}`)
      .sort()
      .join(' '),
    where: countries.length === 0 ? 'everywhere' : countriesExcluded ? 'not' : 'only',
    countries: countries.join(' '),
    types: productTypes.length === 0 ? 'all' : productTypes.join(' '),
    ...{ position, hours: underWayHours },
    ...Object.fromEntries(LOCALES.map(({ code }) => [`name.${code}`, method.label?.[code] ?? ''])),
  }
}

/** What is left out stays. Of a minimum all is typed: what was is forgotten first. */
export function typedOf(changes: readonly { field: string; after: FieldValue }[], method: WholeMethod): Typed {
  const to = Object.fromEntries(changes.map(({ field, after }) => [field, String(after)]))
  const whole = { ...fieldsOf(method), ...to }
  // Beside "everywhere" they would be thrown away. Who chooses "everywhere" himself means it, whatever stands there still.
  if (to.countries && !to.where && whole.where === 'everywhere')
    throw new WronglyTyped('--countries: they are named, and the method is offered everywhere')
  const names = Object.entries(to).flatMap(([field, text]) => field.startsWith('name.') ? [`${field.slice(5)}=${text}`] : []) // biome-ignore format: one line
  return {
    ...(to.fee !== undefined && { fee: plainly(withoutPercent(to.fee)) }),
    ...(to.currencies !== undefined && { currencies: to.currencies }),
    ...((to.where ?? to.countries) !== undefined && countriesIn(String(whole.where), String(whole.countries))),
    ...(to.types !== undefined && { types: to.types }),
    ...(to.position !== undefined && { position: to.position }),
    ...(to.hours !== undefined && { hours: to.hours }),
    ...(names.length > 0 && { name: names }),
    ...(to.minimum !== undefined && { minimum: minimumIn(to.minimum) }),
  }
}

/** What is no amount stays as it was typed, to be refused by name. */
const plainly = (typed: string) => plainDecimal(typed, { whole: 9, places: 2 }) ?? typed

const minimumIn = (typed: string): string[] =>
  typed
    .split(/[\s;]+/)
    .filter(Boolean)
    .map((one) => one.replace(/(?<==).+$/, plainly))

const countriesIn = (where: string, countries: string): Typed =>
  where === 'everywhere' ? { countries: 'all' } : where === 'not' ? { 'not-countries': countries } : { countries }

/** The field of the office that an option of the command stands for. */
export const FIELD_OF: Readonly<Record<string, string>> = {
  ...{ fee: 'fee', currencies: 'currencies', countries: 'countries', 'not-countries': 'countries', types: 'types' },
  ...{ position: 'position', hours: 'hours', name: 'name.en-US', minimum: 'minimum' },
}
