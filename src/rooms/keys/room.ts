// What people do to keys in the back office. The keys themselves are the vault's.

import { mergeCalls } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { batchStore } from '#rooms/vault/hands.ts'
import { ALERTS } from './alerts.ts'
import { createBatches } from './batches.ts'
import { bringingIn } from './bring-in.ts'
import { batchList } from './list.ts'
import { keysOfficeCalls } from './office-calls.ts'
import { keysOfficeStockCalls } from './office-stock.ts'
import { followStock } from './stock.ts'
import { endWithheld } from './withheld.ts'

export const keysRoom = defineRoom({
  name: 'keys',
  needs: {},
  open({ db, settings, keyring, declared }) {
    const byName = (name: string, locale: string, limit: number) =>
      Object.values(declared('productNames')).flatMap((find) => find(name, locale, limit))
    return {
      calls: mergeCalls(
        keysOfficeCalls({ db, batches: { ...createBatches({ db, keyring }), ...bringingIn({ db, keyring }) }, byName }),
        keysOfficeStockCalls(db),
      ),
      ticks: [
        { name: 'keys.stock', everyMs: 1_000, run: () => followStock(db) },
        { name: 'keys.withheld', everyMs: 30_000, run: () => endWithheld(db) },
      ],
      declares: {
        alerts: ALERTS,
        permissions: {
          'vault.read': ['manager', 'catalogue', 'reader'],
          'vault.import': ['manager', 'catalogue'],
          'vault.reveal': ['manager'],
          'vault.block': ['manager'],
          'vault.withdraw': ['manager'],
        },
        histories: { keyBatch: 'vault.read' },
        lists: { batches: batchList({ db, byName }) },
        subjectNames: { keyBatch: (on, ids) => batchStore.batchNames(settings.read(TIME_ZONE))(on, ids) },
      },
    }
  },
})
