import fc from 'fast-check'
import { expect, test } from 'vitest'
import { steady } from './steady-rows.ts'

const of = (shown: string, now: string, order = { hasMore: false }) => {
  const { rows, left, waiting } = steady([...shown], [...now], (row) => row, order)
  return [rows.join(''), [...left].join(''), waiting]
}

test('what has left keeps its place, and what comes behind the last is shown at once', () => {
  expect(of('abc', 'abc')).toEqual(['abc', '', 0])
  expect(of('abc', 'bcd')).toEqual(['abcd', 'a', 0])
  expect(of('abc', '')).toEqual(['abc', 'abc', 0])
  expect(of('', 'ab')).toEqual(['ab', '', 0])
  expect(of('a', 'b')).toEqual(['ab', 'a', 0])
})

test('what comes above the last waits, and what has moved stays where it was', () => {
  expect(of('bc', 'abc')).toEqual(['bc', '', 1])
  expect(of('ac', 'abxcd')).toEqual(['acd', '', 2])
  expect(of('abc', 'bca')).toEqual(['abc', '', 0])
})

test('where there is a next page, nobody says of the last rows that they have left', () => {
  expect(of('bcd', 'abc', { hasMore: true })).toEqual(['bcd', '', 1])
  expect(of('bcd', 'abd', { hasMore: true })).toEqual(['bcd', 'c', 1])
})

test('of a list that begins with the newest, all that comes waits above, however much it is', () => {
  const newest = { hasMore: true, newestFirst: true }
  expect(of('cde', 'abc', newest)).toEqual(['cde', '', 2])
  expect(of('xyz', 'abc', newest)).toEqual(['xyz', '', 3])
  expect(of('xyz', 'abc', { ...newest, hasMore: false })).toEqual(['xyz', 'xyz', 3])
  expect(of('', 'abc', newest)).toEqual(['abc', '', 0])
  // An old one that has come back into it stands behind those that are there.
  expect(of('ab', 'abz', newest)).toEqual(['abz', '', 0])
})

test('whatever comes, no row that is shown moves, each is shown once, and none that is there is forgotten', () => {
  const rows = fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 12 })
  fc.assert(
    fc.property(rows, rows, fc.boolean(), fc.boolean(), (shown, now, hasMore, newestFirst) => {
      const after = steady(shown, now, String, { hasMore, newestFirst })
      expect(after.rows.slice(0, shown.length)).toEqual(shown)
      expect(new Set(after.rows).size).toBe(after.rows.length)
      expect(now.filter((row) => !after.rows.includes(row))).toHaveLength(after.waiting)
      expect(now.some((row) => after.left.has(String(row)))).toBe(false)
    }),
  )
})
