import { expect, it } from 'vitest'
import { wrap } from './carousel-slides.ts'

it.each([
  [-1, 3],
  [0, 0],
  [3, 3],
  [4, 0],
  [9, 1],
])('of four slides, number %d is the one at %d', (index, expected) => {
  expect(wrap(index, 4)).toBe(expected)
})
