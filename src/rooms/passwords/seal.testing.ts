// For tests: encrypts a password as a browser would.
import { CompactEncrypt, importJWK, type JWK } from 'jose'

export type Asks = (method: string, path: string) => Promise<{ body: { data: { keys: JWK[]; now: number } } }>

/** `changed`: what of the claim is otherwise. */
export async function sealForTest(
  call: Asks,
  password: string,
  changed: { iat?: number; secondsAgo?: number; kid?: string } = {},
): Promise<string> {
  const { keys, now } = (await call('GET', '/api/security/jwks')).body.data
  const [jwk] = keys
  const claim = { password, iat: changed.iat ?? now - (changed.secondsAgo ?? 0) }
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claim)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: changed.kid ?? jwk!.kid! })
    .encrypt((await importJWK(jwk!, 'RSA-OAEP-256')) as CryptoKey)
}
