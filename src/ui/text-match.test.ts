import { expect, it } from 'vitest'
import { matchesText } from './text-match.ts'

it.each([
  ['Čeština cz', 'cest', true],
  ['Türkçe tr', 'TURK', true],
  ['Swiss franc CHF', 'chf franc', true],
  ['Swiss franc CHF', 'euro', false],
  ['日本語 ja', '日本', true],
  ['anything', '', true],
])('%j for %j: %j', (text, typed, expected) => {
  expect(matchesText(text, typed)).toBe(expected)
})
