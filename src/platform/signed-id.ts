// An id in a link, with our signature of it: nothing of it is stored, nothing can be guessed.
import { sameBytes } from './crypto.ts'
import { isUuid } from './uuid.ts'

/** A keyring's fingerprint: 32 bytes, 43 characters of base64url. */
const SIGNATURE = /^[\w-]{43}$/

/** `#token=…`: a fragment is sent to no server and stands in no log. */
export function signId(id: string, signatureOf: (id: string) => Buffer): string {
  return `${id}.${signatureOf(id).toString('base64url')}`
}

/** The id (a UUID) of what it is about; undefined for a token that is not ours. */
export function readSignedId(token: string, signatureOf: (id: string) => Buffer): string | undefined {
  const [id = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isUuid(id) || !SIGNATURE.test(signature)) return undefined
  return sameBytes(Buffer.from(signature, 'base64url'), signatureOf(id)) ? id : undefined
}
