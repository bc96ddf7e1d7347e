import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('what looks like a number, a boolean or JSON stays the text that was typed', () => {
  expect(parseSearch('?name=1e3&page=2&q=true&j=%22quoted%22')).toEqual({
    name: '1e3',
    page: '2',
    q: 'true',
    j: '"quoted"',
  })
})

test('a name that comes several times is a list', () => {
  expect(parseSearch('?a=1&a=2&b=3')).toEqual({ a: ['1', '2'], b: '3' })
})

test('any text survives being written into an address and read again', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
        text,
      ),
      (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
      },
    ),
  )
})

test('nothing to say is no question mark', () => {
  expect(stringifySearch({ page: undefined, name: null })).toBe('')
})

test('a name that every object inherits is a name like any other', () => {
  expect(parseSearch('?toString=1&constructor=2')).toEqual({ toString: '1', constructor: '2' })
})
