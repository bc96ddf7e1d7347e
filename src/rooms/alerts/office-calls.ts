// Serves the back office what needs attention.
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { type FirstStep, firstStepsOf } from './first-steps.ts'
import { ALERTS_SHOWN, alertsOffice } from './office.ts'
import * as store from './office-store.ts'

interface Options {
  db: Database
  /** Undefined: a demo, which has nothing to do. */
  firstSteps(): Partial<Record<FirstStep, () => boolean | Promise<boolean>>> | undefined
}

export function alertsOfficeCalls({ db, firstSteps }: Options) {
  return serves(alertsOffice, {
    'GET /office/alerts': async () => {
      const rows = await store.openLatest(db, ALERTS_SHOWN + 1)
      return {
        rows: rows.slice(0, ALERTS_SHOWN).map(({ at, lastAt, ...row }) => ({
          ...row,
          at: at.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
        isMore: rows.length > ALERTS_SHOWN,
      }
    },

    'POST /office/alerts/{id}/done': ({ params: { id }, body: { seenAt } }, caller) =>
      db.transaction(async (tx) => {
        const done = await store.markDone(tx, id, seenAt)
        if (!done) throw refused('today.refused.changed')
        const { kind, subject } = done
        await audit(tx, {
          by: whoAsks(caller),
          act: 'alerts.done',
          subject: { kind: 'alert', id: String(id) },
          after: { kind, subject },
        })
        return null
      }),

    'GET /office/first-steps': () => firstStepsOf(firstSteps() ?? {}),
  } satisfies Handlers<typeof alertsOffice>)
}
