// What people do to keys in the back office. The keys themselves are the vault's.
import { defineRoom } from '#platform/room.ts'
import { createBatches } from './batches.ts'
import { keysOfficeCalls } from './office-calls.ts'

export const keysRoom = defineRoom({
  name: 'keys',
  needs: {},
  open: ({ db, keyring, declared }) => ({
    calls: keysOfficeCalls({
      db,
      batches: createBatches({ db, keyring }),
      byName: (name, locale, limit) =>
        Object.values(declared('productNames')).flatMap((find) => find(name, locale, limit)),
    }),
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
