// The link in a newsletter mail: which subscription, and our signature of it. Nothing is stored, nothing can be guessed.
import { type Keyring, sameBytes } from '#platform/crypto.ts'

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** `#token=…`: a fragment is sent to no server and stands in no log. */
export function newsletterToken(keyring: Keyring, id: string): string {
  return `${id}.${keyring.fingerprint('newsletter', id).toString('base64url')}`
}

/** The subscription's id; undefined for a token that is not ours. */
export function readNewsletterToken(keyring: Keyring, token: string): string | undefined {
  const [, id, signature] = TOKEN.exec(token) ?? []
  if (!id || !signature) return undefined
  return sameBytes(Buffer.from(signature, 'base64url'), keyring.fingerprint('newsletter', id)) ? id : undefined
}
