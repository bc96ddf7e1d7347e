// For how many days keys last.
import { expect, test } from 'vitest'
import { daysLeft, SALES_COUNTED, SALES_DAYS } from './rules.ts'

test('as fast as they sold in 28 days, or since they are offered', () => {
  expect(daysLeft(10, { sold: 28, days: 27, age: 400 })).toBe(10)
  expect(daysLeft(10, { sold: 4, days: 1, age: 2 })).toBe(5)
  expect(daysLeft(1, { sold: 56, days: 27, age: 400 })).toBe(0)
  expect(daysLeft(0, { sold: 3, days: 1, age: SALES_DAYS })).toBe(0)
})

test('of what sells much the latest say it, of what does not sell nobody', () => {
  expect(daysLeft(5_000, { sold: SALES_COUNTED, days: 2, age: 400 })).toBe(10)
  expect(daysLeft(5_000, { sold: 0, days: 0, age: 400 })).toBeNull()
})
