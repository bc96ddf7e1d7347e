import { createHash } from 'node:crypto'

/** For a notice that is rightly signed and has no readable id of its own: the same bytes are the same event. */
export function idOfBytes(rawBody: Uint8Array): string {
  return `sha256:${createHash('sha256').update(rawBody).digest('hex')}`
}
