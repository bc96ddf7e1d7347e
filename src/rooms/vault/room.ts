// The keys: sealed at rest, reserved, sold once. What is sold and shown is the orders' business.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { forgetLooks } from './batch-store.ts'
import { WRITE_TAILS } from './jobs.ts'
import { vaultOfficeCalls } from './office-calls.ts'
import { forgetRevealAddresses } from './store.ts'
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
  open: ({ db, config, keyring, declared }) => ({
    calls: vaultOfficeCalls({
      ...{ db, keyring },
      byName: (name, locale, limit) =>
        Object.values(declared('productNames')).flatMap((find) => find(name, locale, limit)),
    }),
    jobs: [
      WRITE_TAILS.does(() => writeTails(db, keyring), { cron: '3 * * * *' }),
      forgetDaily(db, 'addresses', { days: config.retention.addresses, minute: 5, forget: forgetRevealAddresses }),
      forgetDaily(db, 'keyLooks', { days: 1, minute: 38, forget: forgetLooks }),
    ],
    declares: {
      permissions: {
        'vault.read': ['manager', 'catalogue', 'reader'],
        'vault.import': ['manager', 'catalogue'],
        'vault.reveal': ['manager'],
        'vault.block': ['manager'],
        'vault.withdraw': ['manager'],
      },
      histories: { keyBatch: 'vault.read' },
    },
  }),
})
