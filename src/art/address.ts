import { createHash } from 'node:crypto'

// Raised when the drawing changes, so that browsers fetch the new pictures.
const DRAWING = 4

/** Ten hexadecimal digits that change with what is drawn and with how. */
export function drawingHash(subject: object): string {
  return createHash('sha1')
    .update(JSON.stringify([DRAWING, subject]))
    .digest('hex')
    .slice(0, 10)
}
