// Lines that are no keys, or not one, beside keys of every form that shops sell.
import { expect, test } from 'vitest'
import { watchForms } from './odd-rules.ts'

function odd(lines: string[], areAccounts = false) {
  const forms = watchForms(areAccounts)
  for (const [at, line] of lines.entries()) forms.see(at + 1, line)
  return forms.odd().map(({ line, reason }) => [line, reason])
}

const STEAM = ['AB12C-DE34F-GH56I', 'JK78L-MN90O-PQ12R', 'ST34U-VW56X-YZ78A']

test('keys of one form, of one length, or of many forms are no odd lines', () => {
  expect(odd(STEAM)).toEqual([])
  // Base64 has its signs anywhere.
  expect(odd(['aB3+dE5/gH7=', 'a+3Cd/5FgH7=', 'aB3CdE5FgH+/'])).toEqual([])
  // More than half of them may have none.
  expect(odd(['aB3CdE5FgH7i', 'a1bCd2eFg3hI', 'Zz9Yy8Xx7Ww6', 'aB3+dE5/gH7='])).toEqual([])
  expect(odd(['AB12C-DE34F-GH56I', 'XBOX0000111122223333', 'https://example.com/redeem?code=AB12CD34'])).toEqual([])
  expect(odd(['AB12C-DE34F-GH56I'])).toEqual([])
  // Cards with a number of their own each, and with four digits alone.
  expect(odd(['AB12CD34 1234', 'EF56GH78 5678', 'IJ90KL12 9012'])).toEqual([])
  expect(odd(['1234', '5678', '9012'])).toEqual([])
})

test('a heading, half a key, two keys on a line and another form are odd', () => {
  expect(odd(['key', ...STEAM])).toEqual([[1, 'short']])
  expect(odd(['Product key', ...STEAM, 'x'])).toEqual([
    [1, 'several'],
    [5, 'short'],
  ])
  expect(odd([...STEAM, 'AB12C-DE34F', 'AB12C-DE34F-GH56İ'])).toEqual([
    [4, 'differs'],
    [5, 'differs'],
  ])
  expect(odd(['aB3+dE5/gH7=', 'a+3Cd/5FgH7=', 'aB3CdE5FgH'])).toEqual([[3, 'differs']])
  // A line of a table is no key, however many there are.
  expect(odd(STEAM.map((key) => `${key},${key}`))).toEqual([1, 2, 3].map((line) => [line, 'several']))
  expect(odd(STEAM.map((key) => `${key} ${key}`))).toEqual([1, 2, 3].map((line) => [line, 'several']))
  // One of many that is as long as they are.
  const many = Array.from({ length: 9 }, (_, n) => `AB${n}2C-DE34F-GH56I`)
  expect(odd([...many, 'AB12CDE-34FGH-56I'])).toEqual([[10, 'differs']])
  expect(odd(['x'])).toEqual([[1, 'short']])
  expect(odd(['code', 'AB12C-DE34F-GH56I'])).toEqual([[1, 'short']])
})

test('of accounts, whose passwords hold anything, those without one are odd', () => {
  expect(odd(['ann:a,b;c d', 'bob@example.com\tpw\tcode', '{"login":"eve","password":"x"}'], true)).toEqual([])
  expect(odd(['login', 'ann:secret'], true)).toEqual([[1, 'no-account']])
})
