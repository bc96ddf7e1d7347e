// The link in a newsletter mail, or in one that answers an enquiry: neither opens the other.
import type { Keyring } from '#platform/crypto.ts'
import { readSignedId, signId } from '#platform/signed-id.ts'

type About = 'newsletter' | 'enquiry'

export const linkToken = (keyring: Keyring, about: About, id: string): string =>
  signId(id, (of) => keyring.fingerprint(about, of))

/** The id of what it is about; undefined for a token that is not ours. */
export const readLinkToken = (keyring: Keyring, about: About, token: string): string | undefined =>
  readSignedId(token, (of) => keyring.fingerprint(about, of))
