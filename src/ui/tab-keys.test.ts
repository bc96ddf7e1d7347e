import { expect, it } from 'vitest'
import { tabAfter } from './tab-keys.ts'

it.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 2, false, 0],
  ['ArrowLeft', 0, false, 2],
  ['ArrowRight', 1, true, 0],
  ['ArrowLeft', 1, true, 2],
  ['Home', 2, false, 0],
  ['End', 0, true, 2],
  ['a', 0, false, undefined],
])('%s from tab %d (right to left: %j) leads to %j of three', (key, at, rtl, expected) => {
  expect(tabAfter(key, at, 3, rtl)).toBe(expected)
})
