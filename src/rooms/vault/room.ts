// The keys: sealed at rest, reserved, sold once. What is sold and shown is the orders' business.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { forgetLooks } from './batch-store.ts'
import { WRITE_TAILS } from './jobs.ts'
import { stockLasts } from './sales.ts'
import { forgetRevealAddresses, hasKeys } from './store.ts'
import { writeTails } from './tails.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    vault: unknown
    'vault-fingerprint': unknown
    'vault-tail': unknown
  }
}

export const vaultRoom = defineRoom({
  name: 'vault',
  needs: {},
  secrets: { vault: 'passing', 'vault-fingerprint': 'kept', 'vault-tail': 'kept' },
  open: ({ db, config, keyring }) => ({
    declares: {
      firstSteps: { keys: () => hasKeys(db) },
      stockLasts: { vault: (offers) => stockLasts(db, offers) },
    },
    jobs: [
      WRITE_TAILS.does(() => writeTails(db, keyring), { cron: '3 * * * *' }),
      forgetDaily(db, 'addresses', { days: config.retention.addresses, minute: 5, forget: forgetRevealAddresses }),
      forgetDaily(db, 'keyLooks', { days: 1, minute: 38, forget: forgetLooks }),
    ],
  }),
})
