import { expect, it } from 'vitest'
import { nextActive } from './active-option.ts'

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, -1],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, -1],
])('beside typed text, %s leads from %d to %d of three', (key, from, to) => {
  expect(nextActive(key, from, 3, true)).toBe(to)
})

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
])('in a plain list, %s leads from %d to %d of three', (key, from, to) => {
  expect(nextActive(key, from, 3, false)).toBe(to)
})

it('leaves other keys, and an empty list, alone', () => {
  expect(nextActive('Home', 0, 3, true)).toBeUndefined()
  expect(nextActive('ArrowDown', -1, 0, true)).toBeUndefined()
})
