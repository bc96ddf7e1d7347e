import { expect, it } from 'vitest'
import { pageWindow } from './page-window.ts'

it.each([
  [1, 1, '1'],
  [3, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 8, '1 … 4 5 6 7 8'],
  [5, 9, '1 … 4 5 6 … 9'],
  [8, 8, '1 … 4 5 6 7 8'],
  [0, 12, '1 2 3 4 5 … 12'],
  [99, 12, '1 … 8 9 10 11 12'],
])('page %d of %d shows %s', (page, total, expected) => {
  const shown = pageWindow(page, total).map((slot) => (typeof slot === 'number' ? slot : '…'))
  expect(shown.join(' ')).toBe(expected)
})

it('shows nothing for no pages', () => {
  expect(pageWindow(1, 0)).toEqual([])
})

it('keeps the same number of places while paging, and every page is reachable', () => {
  for (let total = 8; total < 40; total += 1) {
    for (let page = 1; page <= total; page += 1) {
      const slots = pageWindow(page, total)
      expect(slots).toHaveLength(7)
      expect(slots).toContain(page)
      const numbers = slots.filter((slot) => typeof slot === 'number')
      for (const [index, number] of numbers.entries()) {
        const step = number - (numbers[index - 1] ?? 0)
        // A gap stands for two pages or more.
        if (step !== 1) expect(step).toBeGreaterThan(2)
      }
    }
  }
})
