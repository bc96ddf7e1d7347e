// Encrypts a password on its way to the server (decision A7). Fetched by the forms that have one.
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { call } from '#browser/calls.ts'

/** Whether this browser can: pages that came by plain http from another machine have no `crypto.subtle`. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined

/** Seals several passwords with one key and one moment; throws CallRefused when the key cannot be had. */
export async function sealPasswords<Fields extends Record<string, string>>(passwords: Fields): Promise<Fields> {
  const { keys, now } = await call('GET /api/security/jwks', {})
  const jwk = keys[0] as JWK
  const key = await importJWK(jwk, 'RSA-OAEP-256')
  const sealed = Object.entries(passwords).map(async ([name, password]) => {
    const claim = new TextEncoder().encode(JSON.stringify({ password, iat: now }))
    const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid }
    return [name, await new CompactEncrypt(claim).setProtectedHeader(header).encrypt(key)] as const
  })
  return Object.fromEntries(await Promise.all(sealed)) as Fields
}
