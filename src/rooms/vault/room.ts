// The keys: sealed at rest, reserved, sold once. What is sold and shown is the orders' business.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { forgetRevealAddresses } from './store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    vault: unknown
    'vault-fingerprint': unknown
  }
}

export const vaultRoom = defineRoom({
  name: 'vault',
  needs: {},
  secrets: { vault: 'passing', 'vault-fingerprint': 'kept' },
  open: ({ db, config }) => ({
    jobs: [
      forgetDaily(db, 'addresses', { days: config.retention.addresses, minute: 5, forget: forgetRevealAddresses }),
    ],
  }),
})
