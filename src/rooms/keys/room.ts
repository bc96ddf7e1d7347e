// What people do to keys in the back office. The keys themselves are the vault's.
import { defineRoom } from '#platform/room.ts'
import { createBatches } from './batches.ts'
import { batchList } from './list.ts'
import { keysOfficeCalls } from './office-calls.ts'

export const keysRoom = defineRoom({
  name: 'keys',
  needs: {},
  open({ db, keyring, declared }) {
    const byName = (name: string, locale: string, limit: number) =>
      Object.values(declared('productNames')).flatMap((find) => find(name, locale, limit))
    return {
      calls: keysOfficeCalls({ db, batches: createBatches({ db, keyring }), byName }),
      declares: {
        permissions: {
          'vault.read': ['manager', 'catalogue', 'reader'],
          'vault.import': ['manager', 'catalogue'],
          'vault.reveal': ['manager'],
          'vault.block': ['manager'],
          'vault.withdraw': ['manager'],
        },
        histories: { keyBatch: 'vault.read' },
        lists: { batches: batchList({ db, byName }) },
      },
    }
  },
})
