// The link in a newsletter mail, or in one that answers an enquiry: which it is about, and our signature of it. Nothing is
// stored, nothing can be guessed, and neither opens the other.
import { type Keyring, sameBytes } from '#platform/crypto.ts'

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

type About = 'newsletter' | 'enquiry'

/** `#token=…`: a fragment is sent to no server and stands in no log. */
export function linkToken(keyring: Keyring, about: About, id: string): string {
  return `${id}.${keyring.fingerprint(about, id).toString('base64url')}`
}

/** The id of what it is about; undefined for a token that is not ours. */
export function readLinkToken(keyring: Keyring, about: About, token: string): string | undefined {
  const [, id, signature] = TOKEN.exec(token) ?? []
  if (!id || !signature) return undefined
  return sameBytes(Buffer.from(signature, 'base64url'), keyring.fingerprint(about, id)) ? id : undefined
}
