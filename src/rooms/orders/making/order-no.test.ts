import { expect, test } from 'vitest'
import { randomOrderNo } from './order-no.ts'

test('order numbers are ten letters and digits that nobody mistakes for others, all of them as often', () => {
  const seen = new Map<string, number>()
  const numbers = Array.from({ length: 20_000 }, randomOrderNo)
  for (const number of numbers) {
    expect(number).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/)
    for (const letter of number) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  }
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(seen.size).toBe(30)
  // 200,000 letters, 6,667 each; 500 away is more than six standard deviations.
  for (const count of seen.values()) expect(Math.abs(count - 200_000 / 30)).toBeLessThan(500)
})
