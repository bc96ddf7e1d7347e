// What an operator types of a method of payment, read and judged before anything is changed.

import { LOCALES } from '#platform/i18n/locales.ts'
import { regionOf } from '#platform/i18n/regions.ts'
import type { MethodChange } from './method-store.ts'

/** What was typed can't be, in a sentence that begins with the option that it is about. */
export class WronglyTyped extends Error {
  override name = 'WronglyTyped'
  /** The option's name; undefined: it is about none of them. */
  get about(): string | undefined {
    return /^--([a-z-]+):/.exec(this.message)?.[1]
  }
}

/** What cannot be done with a method, in a sentence; `code` and `values` say the same in the office's words. */
export class MethodRefused extends WronglyTyped {
  code: string
  values: Record<string, string>
  constructor(message: string, code: string, values: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.values = values
  }
}

/** As `parseArgs` gives them. */
export interface Typed {
  fee?: string
  currencies?: string
  countries?: string
  'not-countries'?: string
  types?: string
  position?: string
  hours?: string
  name?: string[]
  minimum?: string[]
}

/** `label`, `minimum`: as they are, for these options change a part of them. */
export function readChange(
  typed: Typed,
  now: { label: Record<string, string> | null; minimum: Record<string, number> },
): MethodChange {
  if (typed.countries !== undefined && typed['not-countries'] !== undefined)
    throw new WronglyTyped('either --countries or --not-countries')
  const countries = typed.countries ?? typed['not-countries']
  return {
    ...(typed.fee !== undefined && { feeBp: readFee(typed.fee) }),
    ...(typed.currencies !== undefined && { currencies: readCurrencies(typed.currencies) }),
    ...(countries !== undefined && {
      countries: readCountries(countries),
      countriesExcluded: typed.countries === undefined && readCountries(countries).length > 0,
    }),
    ...(typed.types !== undefined && { productTypes: readTypes(typed.types) }),
    ...(typed.position !== undefined && { position: whole('position', typed.position, 0, 1_000_000) }),
    ...(typed.hours !== undefined && { underWayHours: whole('hours', typed.hours, 1, 8_760) }),
    ...(typed.name && { label: readNames(typed.name, now.label) }),
    ...(typed.minimum && { minimum: readMinimum(typed.minimum, now.minimum) }),
  }
}

function readFee(typed: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim())
  const bp = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN
  if (!(bp <= 10_000)) throw new WronglyTyped(`--fee: ${typed} is no percentage from 0 to 100; write 1.5`)
  return bp
}

const words = (typed: string) => typed.split(/[\s,]+/).filter(Boolean)
const isAll = (typed: string) => /^(any|all)$/i.test(typed.trim())

function readCurrencies(typed: string): string[] {
  if (isAll(typed)) return ['*']
  const codes = [...new Set(words(typed.toUpperCase()))]
  const strange = codes.find((code) => !isCurrency(code))
  if (strange) throw new WronglyTyped(`--currencies: ${strange} is no currency; write EUR,USD, or any`)
  if (codes.length === 0) throw new WronglyTyped('--currencies: none is named; write EUR,USD, or any')
  return codes
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const isCurrency = (code: string) => CURRENCIES.has(code)

function readCountries(typed: string): string[] {
  if (isAll(typed)) return []
  const codes = [...new Set(words(typed.toUpperCase()))]
  if (codes.length === 0) throw new WronglyTyped('--countries: none is named; write BR,PT, or all')
  for (const code of codes) {
    const known = regionOf(code)
    if (known === undefined) throw new WronglyTyped(`--countries: ${code} is no country; write BR,PT, or all`)
    if (known !== code) throw new WronglyTyped(`--countries: ${code} is called ${known}`)
  }
  return codes.sort()
}

function readTypes(typed: string): number[] {
  if (isAll(typed)) return []
  const types = [...new Set(words(typed))]
  if (types.length === 0 || types.some((type) => !/^[012]$/.test(type)))
    throw new WronglyTyped(`--types: ${typed} are none; 0 keys and codes, 1 gift codes, 2 accounts, or all`)
  return types.map(Number).sort()
}

function whole(option: string, typed: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  if (!(number >= least && number <= most))
    throw new WronglyTyped(`--${option}: ${typed} is no whole number from ${least} to ${most}`)
  return number
}

/** `By card` in English, `de=Mit Karte`; nothing after the sign takes the name of that language away. */
function readNames(typed: readonly string[], now: Record<string, string> | null): Record<string, string> | null {
  const names = { ...now }
  for (const one of typed) {
    const [, language, rest] = /^([\w-]{2,5})=(.*)$/s.exec(one) ?? []
    if (language !== undefined && !LOCALES.some(({ code }) => code === language))
      throw new WronglyTyped(`--name: ${language} is no language of the shop`)
    const name = (rest ?? one).trim()
    if (name.length > 60 || /\p{Cc}/u.test(name)) throw new WronglyTyped('--name: at most 60 characters in one line')
    if (name) names[language ?? 'en-US'] = name
    else delete names[language ?? 'en-US']
  }
  return Object.keys(names).length > 0 ? names : null
}

/** `EUR=0.50`; `EUR=0` takes it away. */
function readMinimum(typed: readonly string[], now: Record<string, number>): Record<string, number> {
  const minimum = { ...now }
  for (const one of typed) {
    const match = /^([A-Za-z]{3})=(\d{1,9})(?:\.(\d{1,2}))?$/.exec(one)
    const code = match?.[1]?.toUpperCase()
    if (!match || !code || !isCurrency(code)) throw new WronglyTyped(`--minimum: ${one} is none; write EUR=0.50`)
    const minor = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
    if (minor > 0) minimum[code] = minor
    else delete minimum[code]
  }
  return minimum
}
