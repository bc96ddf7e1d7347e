import { expect, test } from 'vitest'
import { readAmount } from './forms.ts'

test.each([
  ['12.5', 12.5],
  [' 12,50 ', 12.5],
  ['١٢٫٥', 12.5],
  ['۱۲', 12],
  ['１２．５', 12.5],
  ['0', undefined],
  ['1.005', undefined],
  ['12345678', undefined],
  ['-1', undefined],
  ['', undefined],
])('%s is the amount %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})
