import { expect, test } from 'vitest'
import { added } from './form-check.ts'

test.each([
  ['Please hurry.', 'Please hurry. It is a present.', 'It is a present.'],
  ['Please hurry.', 'Dear shop, Please hurry.', 'Dear shop,'],
  ['Please hurry.', 'Please do hurry.', 'Please do hurry.'],
  ['Send the key', 'Send the keyboard', 'Send the keyboard'],
  ['I did', 'I didn’t ask for it', 'I didn’t ask for it'],
  ['age of the key', 'Storage of the key', 'Storage of the key'],
  ['Größe', 'Größenangabe fehlt', 'Größenangabe fehlt'],
  ['Send the key', 'Send the key, please', ', please'],
  ['Order 12', 'Order 12.50 was taken', 'Order 12.50 was taken'],
  ['请尽快发货', '请尽快发货谢谢', '谢谢'],
  ['キーを送ってください', 'キーを送ってくださいお願いします', 'お願いします'],
  ['', 'Please hurry.', 'Please hurry.'],
  [undefined, 'Please hurry.', 'Please hurry.'],
])('of a text that was sent as %j and says %j by then, %j stays', (sent, text, stays) => {
  expect(added(text, sent)).toBe(stays)
})
