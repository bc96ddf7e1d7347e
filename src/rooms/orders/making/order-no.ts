import { randomBytes } from 'node:crypto'

// No I, L, O, U, 0, 1: nobody reads one for the other, and no word comes out (decision A5).
const ORDER_NO_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten letters, 30^10 ≈ 5.9e14 possibilities; the unique index catches the rest. */
export function randomOrderNo(): string {
  let text = ''
  while (text.length < 10) {
    for (const byte of randomBytes(16)) {
      // 240 is the largest multiple of 30 in a byte: above it the first letters would come up more often.
      if (byte < 240 && text.length < 10) text += ORDER_NO_LETTERS[byte % 30]
    }
  }
  return text
}
