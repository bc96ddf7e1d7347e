import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aroundChange } from './around-change.ts'

test('short texts are shown whole', () => {
  expect(aroundChange('red', 'blue')).toEqual(['red', 'blue'])
  expect(aroundChange('', 'x'.repeat(200))).toEqual(['', 'x'.repeat(200)])
})

test('of a long text the part is shown that became another', () => {
  const [head, tail] = ['a'.repeat(500), 'z'.repeat(500)]
  expect(aroundChange(`${head}old${tail}`, `${head}new${tail}`)).toEqual(
    ['old', 'new'].map((word) => `…${'a'.repeat(40)}${word}${'z'.repeat(40)}…`),
  )
  expect(aroundChange('', '🙂'.repeat(500))).toEqual(['', `${'🙂'.repeat(400)}…`])
})

test('whatever was written is shown in short, and what differs looks different', () => {
  const long = fc.string({ unit: 'grapheme', maxLength: 900 })
  fc.assert(
    fc.property(long, long, (before, after) => {
      const [old, now] = aroundChange(before, after)
      expect([...old, ...now].length).toBeLessThanOrEqual(2 * (400 + 2))
      if (before !== after) expect(old).not.toBe(now)
    }),
  )
})
