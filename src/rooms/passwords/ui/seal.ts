// Encrypts a password on its way to the server (decision A7). Fetched by the forms that have one.
import { call } from '#browser/calls.ts'
import { sealWith } from './seal-with.ts'

export { canSeal } from './seal-with.ts'

/** Seals several passwords with one key and one moment; throws CallRefused when the key cannot be had. */
export async function sealPasswords<Fields extends Record<string, string>>(passwords: Fields): Promise<Fields> {
  return sealWith(await call('GET /api/security/jwks', {}), passwords)
}
