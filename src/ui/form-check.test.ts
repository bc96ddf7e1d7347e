import { expect, test } from 'vitest'
import { added } from './form-check.ts'

test.each([
  ['Please hurry.', 'Please hurry. It is a present.', 'It is a present.'],
  ['Please hurry.', 'Dear shop, Please hurry.', 'Dear shop,'],
  ['Please hurry.', 'Please do hurry.', 'Please do hurry.'],
  ['', 'Please hurry.', 'Please hurry.'],
  [undefined, 'Please hurry.', 'Please hurry.'],
])('of a text that was sent as %j and says %j by then, %j stays', (sent, text, stays) => {
  expect(added(text, sent)).toBe(stays)
})
