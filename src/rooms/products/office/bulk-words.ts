// A change of many products: as it is typed, and as it is said.
import type { officeCall } from '#browser/office-calls.ts'
import { readDecimal, withoutPercent } from '#platform/i18n/typed-number.ts'
import { sayMoney } from '#rooms/staff/office/said.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import { nameIn, type Shelves } from './shelves.ts'

export type BulkChange = Awaited<ReturnType<typeof officeCall<'GET /office/bulk/{id}'>>>['change']
type Ending = Extract<BulkChange, { what: 'price' }>['ending']

/** Hundredths, with a sign: `-10`, `+2,5`. Nothing is 0; undefined: it is no number. */
export function readSigned(typed: string | undefined, most: number): number | undefined {
  const text = withoutPercent(typed ?? '').trim()
  if (text === '') return 0
  const number = readDecimal(text, { whole: 6, places: 2, isSigned: true })
  if (number === undefined) return undefined
  const hundredths = Math.round(number * 100)
  return Math.abs(hundredths) <= most ? hundredths : undefined
}

/** Undefined: not all of it is typed yet, or it would change nothing. */
export function readChange(
  name: 'price' | 'on' | 'off' | 'category',
  typed: { percent?: string; amount?: string; ending?: string; categoryId?: string },
): BulkChange | undefined {
  if (name === 'on' || name === 'off') return { what: 'sale', on: name === 'on' }
  if (name === 'category')
    return typed.categoryId ? { what: 'category', categoryId: Number(typed.categoryId) } : undefined
  const basisPoints = readSigned(typed.percent, 100_000)
  const cents = readSigned(typed.amount, 10_000_000)
  const ending = typed.ending ? (Number(typed.ending) as Ending) : null
  if (basisPoints === undefined || basisPoints <= -10_000 || cents === undefined) return undefined
  return basisPoints === 0 && cents === 0 && ending === null ? undefined : { what: 'price', basisPoints, cents, ending }
}

export function sayBulkValue(t: TranslateOffice, { what }: BulkChange, value: number, shelves: Shelves | undefined) {
  if (what === 'price') return sayMoney(t, value, 'USD')
  if (what === 'sale') return t(value === 1 ? 'catalogue.is.on' : 'catalogue.is.off')
  const category = shelves?.categories.find(({ id }) => id === value)
  return category ? nameIn(t, category.name) : String(value)
}

/** `Prices: +10 % +0.50, ending on .99` */
export function sayChange(t: TranslateOffice, change: BulkChange, shelves: Shelves | undefined): string {
  if (change.what === 'sale') return t(change.on ? 'catalogue.bulk.on' : 'catalogue.bulk.off')
  if (change.what === 'category')
    return t('catalogue.bulk.toCategory', { name: sayBulkValue(t, change, change.categoryId, shelves) })
  const signed = (hundredths: number) =>
    new Intl.NumberFormat(t.tag, { signDisplay: 'always' }).format(hundredths / 100)
  const { basisPoints, cents, ending } = change
  const parts = [
    basisPoints !== 0 && `${signed(basisPoints)} %`,
    cents !== 0 && `${signed(cents)} USD`,
    ending !== null && `→ .${String(ending).padStart(2, '0')}`,
  ]
  return t('catalogue.bulk.prices', { how: parts.filter(Boolean).join(' ') })
}
