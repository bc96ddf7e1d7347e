// From where somebody asks for a mail to an address that need not be his own.
import type { Keyring } from '#platform/crypto.ts'
import { clientSite } from '#platform/http/client-address.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'mail-asker': unknown
  }
}

/**
 * Keyed hash, as jobs carry it: the same for whoever shares his address of IPv4, or the networks that one customer of IPv6 has. It
 * says nothing of him.
 */
export const askerOf = (keyring: Keyring, address: string) =>
  keyring.fingerprint('mail-asker', clientSite(address)).toString('base64url')

/**
 * What `mayMail` counts by. A job that was enqueued before jobs carried an asker (docs/decisions/052) has none; `undefined` may go
 * when no such job can be waiting.
 */
export const networkOf = (asker: string | undefined) =>
  asker === undefined ? undefined : Buffer.from(asker, 'base64url')
