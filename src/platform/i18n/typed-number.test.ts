import { expect, test } from 'vitest'
import { mayPartThousands, plainDecimal, readAmount, readDecimal } from './typed-number.ts'

test.each([
  ['12.5', 12.5],
  [' 12,50 ', 12.5],
  ['١٢٫٥', 12.5],
  ['١٢،٥٠', 12.5],
  ['\u200f۱۲\u200e', 12],
  ['１２．５', 12.5],
  ['１２，５', 12.5],
  ['１２。５', 12.5],
  ['१२.५', 12.5],
  ['๑๒.๕', 12.5],
  ['0', undefined],
  ['٠٫٠٠', undefined],
  ['1.005', undefined],
  ['1234567890', undefined],
  ['-1', undefined],
  ['', undefined],
])('%s is the amount %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

test.each([
  '1,234',
  '１，２３４',
  '١،٢٣٤',
  '1.234,50',
  '1,234.50',
  '١٬٢٣٤',
  '1 234',
  '1,2,3',
  '12²',
  '½',
  '①',
  '1e3',
  '0x10',
  '12 a',
  '.5',
  '5.',
])('%s is no amount that anybody could be sure of', (typed) => {
  expect(readAmount(typed)).toBeUndefined()
})

test('where more decimals may stand, a comma before three digits is refused, and nothing else of them', () => {
  const rate = { whole: 9, places: 8 }
  expect(['1,234', '１２，３４５'].map((typed) => [plainDecimal(typed, rate), mayPartThousands(typed)])).toEqual([
    [undefined, true],
    [undefined, true],
  ])
  expect(['0,234', '1.234', '1,2345', '١٫٢٣٤', '1234'].map((typed) => plainDecimal(typed, rate))).toEqual([
    ...['0.234', '1.234', '1.2345', '1.234', '1234'],
  ])
})

test('a sign is read where one may stand', () => {
  const percent = { whole: 4, places: 2, isSigned: true }
  expect(['-5', '+٥', '−3,25', '－１２', '–2'].map((typed) => readDecimal(typed, percent))).toEqual([
    -5, 5, -3.25, -12, -2,
  ])
  expect(['+-5', '5-', '-'].map((typed) => readDecimal(typed, percent))).toEqual([undefined, undefined, undefined])
})

test('digits of every writing system that Unicode knows are what they count', () => {
  const systems = Intl.supportedValuesOf('numberingSystem')
    .map((system) => new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210))
    .filter((text) => /^\p{Nd}+$/u.test(text))
  expect(systems.length).toBeGreaterThan(50)
  for (const text of systems) expect([text, readDecimal(text, { whole: 10, places: 0 })]).toEqual([text, 9_876_543_210])
})
