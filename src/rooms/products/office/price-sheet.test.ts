import { describe, expect, it } from 'vitest'
import { changedBy, marginOf, pastedPrices, readPercent } from './price-sheet.ts'

describe('percent', () => {
  it.each([
    ['5', 5],
    ['+12.5', 12.5],
    ['-10 %', -10],
    ['−3,25', -3.25],
    ['+１２٫５ ٪', 12.5],
  ])('%s is read', (typed, percent) => expect(readPercent(typed)).toBe(percent))

  it.each(['', 'five', '-100', '1001', '5.123', '1e2'])('%j is none', (typed) =>
    expect(readPercent(typed)).toBeUndefined(),
  )

  it('changes whole cents, to the nearest, and leaves at least one', () => {
    expect(changedBy(19.99, 10)).toBe(21.99)
    expect(changedBy(19.99, -10)).toBe(17.99)
    // In floating point 1.005 × 100 is 100.49999….
    expect(changedBy(1, 0.5)).toBe(1.01)
    expect(changedBy(0.01, -99)).toBe(0.01)
  })
})

it('what is pasted is the last column of each line, and an empty line keeps its place', () => {
  expect(pastedPrices('A\t10.00\r\nB\t$12.50\r\n')).toEqual(['10.00', '12.50'])
  expect(pastedPrices('5\n\n7')).toEqual(['5', '', '7'])
})

it('the margin is of the price, and below zero where a key costs more', () => {
  expect(marginOf(20, 15)).toEqual({ amount: 5, percent: 25 })
  expect(marginOf(10, 12.5)).toEqual({ amount: -2.5, percent: -25 })
})
