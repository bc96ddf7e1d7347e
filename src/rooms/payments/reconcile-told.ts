// When the nightly comparison did not come to its end: a line at `readyz`, and a figure.
import { Gauge, type Registry } from 'prom-client'
import { keptLook } from '#platform/kept-look.ts'
import type { Progress } from './reconcile-store.ts'

/** A night, and half a day for providers that do not answer. */
const OVERDUE_SECONDS = 36 * 3_600

export function notCompared(progress: readonly Progress[]): string[] {
  return progress
    .filter(({ ageSeconds }) => ageSeconds > OVERDUE_SECONDS)
    .map(
      ({ provider, finishedAt }) =>
        `payments: not compared with ${provider} ${finishedAt ? `since ${finishedAt.toISOString()}` : 'yet'}`,
    )
}

export function showProgress(registry: Registry, progress: () => Promise<Progress[]>): void {
  // The other figures are told also while the database is away.
  const look = keptLook(() => progress().catch(() => []))
  new Gauge({
    name: 'latchkey_reconciliation_age_seconds',
    help: 'How long ago payments were compared with what their provider has on its list',
    labelNames: ['provider'],
    registers: [registry],
    async collect() {
      const rows = await look()
      this.reset()
      for (const { provider, ageSeconds } of rows) this.set({ provider }, ageSeconds)
    },
  })
}
