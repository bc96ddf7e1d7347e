// The words of a mail at rest. Two thirds of a letter are its layout, so they are packed before they are sealed; once sealed,
// nothing gets smaller.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Keyring } from '#platform/crypto.ts'
import type { WrittenMail } from './write.ts'

export const sealMail = (keyring: Keyring, id: string, words: WrittenMail): Buffer =>
  keyring.seal('mail', deflateRawSync(JSON.stringify(words)).toString('base64'), id)

/** Also one that an earlier version sealed as it was. Throws as `Keyring.open` does. */
export function openMail(keyring: Keyring, { id, sealed }: { id: string; sealed: Uint8Array }): WrittenMail {
  const text = keyring.open('mail', sealed, id)
  return JSON.parse(text.startsWith('{') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString())
}
