import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Buyer@Example.COM', 'buyer@example.com'],
  ['buyer+shop@example.com', 'buyer@example.com'],
  ['buyer+a+b@example.com', 'buyer@example.com'],
  ['b.u.y.e.r@example.com', 'b.u.y.e.r@example.com'],
  ['b.u.y.e.r+1@gmail.com', 'buyer@gmail.com'],
  ['Buyer@GoogleMail.com', 'buyer@gmail.com'],
  ['buyer@gmail.com.', 'buyer@gmail.com'],
  ['ｂｕｙｅｒ@example.com', 'buyer@example.com'],
  ['+buyer@example.com', '+buyer@example.com'],
  ['...@gmail.com', '...@gmail.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['nobody', 'nobody'],
])('%s is in the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
