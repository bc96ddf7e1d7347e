// The link in a mail about wishes that ends such mails. It signs nobody in.
import type { Keyring } from '#platform/crypto.ts'
import { readSignedId, signId } from '#platform/signed-id.ts'

export const silenceToken = (keyring: Keyring, memberId: string): string =>
  signId(memberId, (id) => keyring.fingerprint('wishes', id))

/** The member's id; undefined for a token that is not ours. */
export const readSilenceToken = (keyring: Keyring, token: string): string | undefined =>
  readSignedId(token, (id) => keyring.fingerprint('wishes', id))
