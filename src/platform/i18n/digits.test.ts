import { expect, test } from 'vitest'
import { bareDigits, plainNumber } from './digits.ts'

test.each([
  ['0123456789', '0123456789'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['١٢٫٥٠', '12.50'],
  ['１２／２７', '12/27'],
  ['\u2068١٢\u2069', '12'],
  ['12 a', '12 a'],
])('%s is the number %s', (typed, number) => {
  expect(plainNumber(typed)).toBe(number)
})

test.each([
  ['+49 (170) 555-01', '4917055501'],
  [' +٤٤ ٢٠ ٧٩٤٦', '44207946'],
  ['\u202a+44\u00a020\u20117946\u202c', '44207946'],
  ['１７０．５５５', '170555'],
  ['44+20', '44+20'],
  ['12a', '12a'],
  ['', ''],
])('%s is the digits %s', (typed, digits) => {
  expect(bareDigits(typed)).toBe(digits)
})
