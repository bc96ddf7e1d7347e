import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCookie } from './cookies.ts'

test.each<[string | null | undefined, string, string | undefined]>([
  ['a=1', 'a', '1'],
  ['a=1; b=2; c=3', 'b', '2'],
  ['a=1;b=2', 'b', '2'],
  ['  a = 1 ;', 'a', '1'],
  ['a=1; a=2', 'a', '1'],
  ['a=b=c', 'a', 'b=c'],
  ['a=', 'a', ''],
  ['a=%E4%BD%A0', 'a', '你'],
  ['a=%', 'a', undefined],
  ['a=%ff', 'a', undefined],
  ['ab=1', 'a', undefined],
  ['A=1', 'a', undefined],
  ['=1', '', undefined],
  ['a', 'a', undefined],
  ['', 'a', undefined],
  [null, 'a', undefined],
  [undefined, 'a', undefined],
  ['__proto__=1', '__proto__', '1'],
])('of the header “%s” the cookie “%s” is %s', (header, name, value) => expect(readCookie(header, name)).toBe(value))

test('what was written encoded is read as it was, whatever stands beside it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' }), (value, noise) => {
      const other = noise.replaceAll(';', '')
      expect(readCookie(`x${other}; mine=${encodeURIComponent(value)}; y=${other}`, 'mine')).toBe(value)
    }),
  )
})

test('no header makes it fail', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (header, name) => void readCookie(header, name)))
})
