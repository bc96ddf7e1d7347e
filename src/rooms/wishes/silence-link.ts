// The link in a mail about wishes that ends such mails: whose they are, and our signature of it. It signs nobody in.
import { type Keyring, sameBytes } from '#platform/crypto.ts'

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** `#token=…`: a fragment is sent to no server and stands in no log. */
export function silenceToken(keyring: Keyring, memberId: string): string {
  return `${memberId}.${keyring.fingerprint('wishes', memberId).toString('base64url')}`
}

/** The member's id; undefined for a token that is not ours. */
export function readSilenceToken(keyring: Keyring, token: string): string | undefined {
  const [, id, signature] = TOKEN.exec(token) ?? []
  if (!id || !signature) return undefined
  return sameBytes(Buffer.from(signature, 'base64url'), keyring.fingerprint('wishes', id)) ? id : undefined
}
