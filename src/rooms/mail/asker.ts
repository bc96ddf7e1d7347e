// From where somebody asks for a mail to an address that need not be his own.
import type { Keyring } from '#platform/crypto.ts'
import { clientNetwork } from '#platform/http/client-address.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'mail-asker': unknown
  }
}

/** Keyed hash, as jobs carry it: the same for whoever shares his network, and says nothing of it. */
export const askerOf = (keyring: Keyring, address: string) =>
  keyring.fingerprint('mail-asker', clientNetwork(address)).toString('base64url')

/**
 * What `mayMail` counts by. A job that was enqueued before jobs carried an asker (docs/decisions/052) has none; `undefined` may go
 * when no such job can be waiting.
 */
export const networkOf = (asker: string | undefined) =>
  asker === undefined ? undefined : Buffer.from(asker, 'base64url')
