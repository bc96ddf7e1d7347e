// A passkey as its owner and his browser are told of it.
import { deviceOf } from '#rooms/sessions/hands.ts'
import { PASSKEY_NAME_LENGTH } from './limits.ts'
import type { Transport } from './schemas.ts'

export interface PasskeyRow {
  id: string
  credentialId: Buffer
  rpId: string
  transports: string[]
  name: string
  synced: boolean
  createdAt: Date
  usedAt: Date | null
  doubtedAt: Date | null
}

/** Those that a browser has for this host. */
export const credentialsFor = (rows: readonly PasskeyRow[], host: string) =>
  rows
    .filter(({ rpId }) => rpId === host)
    .map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key' as const,
      transports: transports as Transport[],
    }))

/** `host`: for which passkeys are made here; undefined: for none. */
export function shownPasskey(
  { id, name, createdAt, usedAt, synced, doubtedAt, rpId }: PasskeyRow,
  host: string | undefined,
) {
  const state = doubtedAt ? ('doubted' as const) : rpId === host ? ('good' as const) : ('elsewhere' as const)
  return { id, name, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null, synced, state }
}

/** Until its owner gives it another: where it was made. */
export function nameFor(headers: Headers): string {
  const { device, system } = deviceOf(headers.get('user-agent'))
  return [device, system].filter(Boolean).join(', ').slice(0, PASSKEY_NAME_LENGTH) || 'Passkey'
}
