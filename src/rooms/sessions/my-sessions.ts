// What a member sees of where he is and was signed in, and how he ends it (decision F3).
import type { Database } from '#platform/database/database.ts'
import { maskedAddress } from '#platform/http/client-address.ts'
import { notFound } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import type { sessionsContract } from './contract.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

type Mine = Pick<
  Handlers<typeof sessionsContract>,
  | 'GET /api/profile/sessions'
  | 'DELETE /api/profile/sessions/{id}'
  | 'DELETE /api/profile/sessions'
  | 'GET /api/profile/history'
>

export function mySessions({ db, sessions }: { db: Database; sessions: Sessions }): Mine {
  return {
    'GET /api/profile/sessions': async ({ query }, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      const [rows, total] = await Promise.all([
        store.sessionsOf(db, memberId, rowsOfPage(query)),
        store.countSessions(db, memberId),
      ])
      return {
        rows: rows.map(({ beganAt, usedAt, address, ...session }) => ({
          ...session,
          address: maskedAddress(address),
          beganAt: beganAt.toISOString(),
          usedAt: usedAt.toISOString(),
          isCurrent: session.id === sessionId,
        })),
        total,
      }
    },

    'DELETE /api/profile/sessions/{id}': async ({ params: { id } }, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      if (id === sessionId) await sessions.end(id, caller.setCookie)
      else if ((await store.endSessionOf(db, memberId, id)) === 0) throw notFound()
      return null
    },

    'DELETE /api/profile/sessions': async (_, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      return { ended: await store.endOtherSessions(db, memberId, sessionId) }
    },

    'GET /api/profile/history': async ({ query }, caller) => {
      const { memberId } = memberOf(caller)
      const [rows, total] = await Promise.all([
        store.signInsOf(db, memberId, rowsOfPage(query)),
        store.countSignIns(db, memberId),
      ])
      return { rows: rows.map(({ at, address, ...how }) => ({ time: at.toISOString(), ip: address, ...how })), total }
    },
  }
}
