// The encryption itself, for whoever has the key.
import { CompactEncrypt, importJWK, type JWK } from 'jose'

/** Whether this browser can: pages that came by plain http from another machine have no `crypto.subtle`. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined

/** What `GET /api/security/jwks` answers: keys to encrypt to, and the server's clock in seconds. */
interface Published {
  keys: object[]
  now: number
}

export async function sealWith<Fields extends Record<string, string>>(
  { keys, now }: Published,
  passwords: Fields,
): Promise<Fields> {
  const jwk = keys[0] as JWK
  const key = await importJWK(jwk, 'RSA-OAEP-256')
  const sealed = Object.entries(passwords).map(async ([name, password]) => {
    const claim = new TextEncoder().encode(JSON.stringify({ password, iat: now }))
    const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid }
    return [name, await new CompactEncrypt(claim).setProtectedHeader(header).encrypt(key)] as const
  })
  return Object.fromEntries(await Promise.all(sealed)) as Fields
}
