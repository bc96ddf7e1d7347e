// What the receipt in a mail about an order says of tax and of how it was paid.
import { expect, test } from 'vitest'
import { FACE } from './face.testing.ts'
import { writeOrderMail } from './write.ts'

const at = new Date('2026-11-01T10:00:00Z')

function receiptOf({ hasVatId = false, isFree = false, method = 'PayPal' }): string[] {
  const { text } = writeOrderMail({
    template: 'delivery',
    locale: 'en-US',
    face: { ...FACE, hasVatId },
    orderNo: '23456ABCDE',
    placedAt: at,
    expiresAt: at,
    method,
    isFree,
    parts: [],
    total: 'the total',
    link: 'https://shop.example/success-payment',
    waiver: null,
    lines: [],
  })
  return text.split('\n').filter((line) => /^ {2}(Total|Payment method)/.test(line))
}

test('a receipt speaks of VAT only where its seller has a VAT number and something was paid', () => {
  const paid = '  Payment method: PayPal'
  expect(receiptOf({ hasVatId: true })).toEqual([expect.stringMatching(/^ {2}Total \(VAT included\): /), paid])
  expect(receiptOf({ hasVatId: false })).toEqual([expect.stringMatching(/^ {2}Total: /), paid])
  expect(receiptOf({ hasVatId: true, isFree: true })).toEqual([expect.stringMatching(/^ {2}Total: /), paid])
})

test('what no method was for names none', () => {
  expect(receiptOf({ isFree: true, method: '' })).toEqual([expect.stringMatching(/^ {2}Total: /)])
})
