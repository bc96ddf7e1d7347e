import { describe, expect, it } from 'vitest'
import { clampQuantity, parseQuantity } from './quantity.ts'

describe('clampQuantity', () => {
  it.each([
    [0, 1],
    [1, 1],
    [7, 7],
    [1000, 1000],
    [1001, 1000],
    [2.4, 2],
  ])('makes %d into %d within 1 to 1000', (value, expected) => {
    expect(clampQuantity(value, 1, 1000)).toBe(expected)
  })

  it('keeps to the lower bound where nothing is left', () => {
    expect(clampQuantity(3, 1, 0)).toBe(1)
  })
})

describe('parseQuantity', () => {
  it.each([
    ['12', 12],
    [' 12 ', 12],
    ['007', 7],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['99999999', undefined],
  ])('reads %j as %j', (text, expected) => {
    expect(parseQuantity(text)).toBe(expected)
  })
})
