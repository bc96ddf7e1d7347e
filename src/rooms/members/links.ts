// Links in mails to members and to those who want to become one: what it is about, and our signature of it. Nothing of it
// is stored, nothing can be guessed.
import { type Keyring, sameBytes } from '#platform/crypto.ts'

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** A link of one kind is none of the other. */
export type LinkKind = 'registration' | 'reset' | 'email' | 'emailUndo'

const signature = (keyring: Keyring, kind: LinkKind, id: string) => keyring.fingerprint('member-link', `${kind} ${id}`)

export function linkToken(keyring: Keyring, kind: LinkKind, id: string): string {
  return `${id}.${signature(keyring, kind, id).toString('base64url')}`
}

/** The id of what it is about; undefined for a token that is not ours. */
export function readLinkToken(keyring: Keyring, kind: LinkKind, token: string): string | undefined {
  const [, id, given] = TOKEN.exec(token) ?? []
  if (!id || !given) return undefined
  return sameBytes(Buffer.from(given, 'base64url'), signature(keyring, kind, id)) ? id : undefined
}
