import { describe, expect, it } from 'vitest'
import { remaining } from './remaining.ts'

describe('the time to pay', () => {
  const now = Date.UTC(2026, 0, 1)

  it.each([
    [30 * 60_000, 30, 0],
    [30 * 60_000 - 1, 30, 0],
    [29 * 60_000 + 59_000, 29, 59],
    [60_000, 1, 0],
    [59_001, 1, 0],
    [1, 0, 1],
    [0, 0, 0],
    [-5_000, 0, 0],
  ])('with %d ms left is %d minutes and %d seconds', (left, minutes, seconds) => {
    expect(remaining(now + left, now)).toEqual({ minutes, seconds })
  })
})
