// What waits for the operator, as a figure.
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#platform/database/database.ts'
import { keptLook } from '#platform/kept-look.ts'
import { openAlerts } from './store.ts'

/** Counted in the database when somebody asks, once a second at most: true whichever instance is asked, and after a restart. */
export function showOpenAlerts(registry: Registry, db: Database): void {
  // The other figures are told also while the database is away.
  const look = keptLook(() => openAlerts(db).catch(() => []))
  new Gauge({
    name: 'latchkey_open_alerts',
    help: 'Things that an operator must look at',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const rows = await look()
      this.reset()
      for (const { kind, open } of rows) this.set({ kind }, open)
    },
  })
}
