// Links in mails to members and to those who want to become one. A link of one kind is none of the other.
import type { Keyring } from '#platform/crypto.ts'
import { readSignedId, signId } from '#platform/signed-id.ts'

export type LinkKind = 'registration' | 'reset' | 'email' | 'emailUndo'

const signature = (keyring: Keyring, kind: LinkKind) => (id: string) =>
  keyring.fingerprint('member-link', `${kind} ${id}`)

export const linkToken = (keyring: Keyring, kind: LinkKind, id: string): string => signId(id, signature(keyring, kind))

/** The id of what it is about; undefined for a token that is not ours. */
export const readLinkToken = (keyring: Keyring, kind: LinkKind, token: string): string | undefined =>
  readSignedId(token, signature(keyring, kind))
