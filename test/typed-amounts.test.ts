// What people type as an amount, in every form of the office that asks for one.
import { expect, test } from 'vitest'
import { ImportForm, readCost } from '#rooms/keys/office/forms.ts'
import { CurrencyForm } from '#rooms/money/forms.ts'
import { MarkPaidForm, RefundForm } from '#rooms/orders/office/act-forms.ts'
import { readSigned } from '#rooms/products/office/bulk-words.ts'
import { readCount, readPrice } from '#rooms/products/office/edits.ts'
import { VersionForm } from '#rooms/products/office/forms.ts'
import { LevelsForm, NumberForm, SettingForm } from '#rooms/settings/office/forms.ts'

const reason = 'the market'
const rate = (typed: string) =>
  CurrencyForm.safeParse({ symbol: '$', rate: typed, followsBank: '0', isOn: '1', position: '1', reason }).data?.rate
const paid = (amount: string) => MarkPaidForm.safeParse({ amount, reference: 'bank 7', reason }).data?.amount
const setting = (value: string) => NumberForm.safeParse({ value, reason }).data?.value
const discount = (typed: string) =>
  LevelsForm.safeParse({ 'name.0': 'Bronze', 'growth.0': '0', 'discount.0': typed, reason }).data?.levels[0]?.discount
const keys = { skuCode: 'A', source: 'B', supplier: '', currency: 'USD', text: 'K' }

test.each(['12.50', '12,50', '١٢٫٥٠', '۱۲٫۵۰', '１２．５０', '१२.५०'])('%s is the same in every form', (typed) => {
  expect([readPrice(typed), paid(typed), discount(typed)]).toEqual([12.5, 12.5, 12.5])
  expect([readCost(typed), readSigned(`-${typed} %`, 100_000)]).toEqual([1250, -1250])
  expect([rate(typed), setting(typed)]).toEqual(['12.50', '12.50'])
  expect(RefundForm.safeParse({ what: 'amount', amount: typed, reason }).success).toBe(true)
  expect(VersionForm.safeParse({ price: typed }).success).toBe(true)
  expect(ImportForm.safeParse({ ...keys, cost: typed }).success).toBe(true)
})

test.each(['1,234', '１，２３４', '١٬٢٣٤', '1.234,50', '12²', 'twelve'])('%s is refused by every form', (typed) => {
  const read = [readPrice, paid, discount, readCost, rate].map((of) => of(typed))
  expect([...read, readSigned(typed, 10_000_000)]).toEqual(Array(6).fill(undefined))
  expect(RefundForm.safeParse({ what: 'amount', amount: typed, reason }).success).toBe(false)
  expect(VersionForm.safeParse({ price: typed }).success).toBe(false)
  expect(ImportForm.safeParse({ ...keys, cost: typed }).success).toBe(false)
})

test('a number of things, and what is no number at all, are taken as they are meant', () => {
  expect([readCount('١٢'), readCount(' '), readCount('a')]).toEqual([12, '', 'a'])
  expect([setting(''), setting('none'), setting('1,234')]).toEqual(['', 'none', undefined])
  // A text is no number, whatever stands in it.
  expect(SettingForm.parse({ value: ' 1,5 ', reason }).value).toBe('1,5')
})
