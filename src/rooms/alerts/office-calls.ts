// Serves the back office what needs attention.
import type { Database } from '#platform/database/database.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { type FirstStep, firstStepsOf } from './first-steps.ts'
import { ALERTS_SHOWN, alertsOffice } from './office.ts'
import * as store from './office-store.ts'

/** Of one whose details are for others. */
const HIDDEN = { isHidden: true, subject: '', orderId: null, orderNo: null, details: {} }

interface Options {
  db: Database
  /** By kind the permission that its details need. */
  needed(): Readonly<Record<string, string>>
  /** Undefined: a demo, which has nothing to do. */
  firstSteps(): Partial<Record<FirstStep, () => boolean | Promise<boolean>>> | undefined
}

export function alertsOfficeCalls({ db, needed, firstSteps }: Options) {
  const mayRead = (kind: string, caller: Caller) => {
    const permission = Object.hasOwn(needed(), kind) ? needed()[kind] : undefined
    return permission === undefined || staffOf(caller).permissions.has(permission)
  }

  return serves(alertsOffice, {
    'GET /office/alerts': async (_, caller) => {
      const rows = await store.openLatest(db, ALERTS_SHOWN + 1)
      return {
        rows: rows.slice(0, ALERTS_SHOWN).map(({ at, lastAt, ...row }) => ({
          ...row,
          ...(mayRead(row.kind, caller) ? { isHidden: false } : HIDDEN),
          at: at.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
        isMore: rows.length > ALERTS_SHOWN,
      }
    },

    'POST /office/alerts/{id}/done': ({ params: { id }, body: { seenAt } }, caller) =>
      db.transaction(async (tx) => {
        const found = await store.kindOf(tx, id)
        if (found !== undefined && !mayRead(found, caller)) throw new CallError(403, 'error.forbidden')
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
