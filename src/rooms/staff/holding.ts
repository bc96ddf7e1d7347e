// Changes of who works here and what he may do come one after another: two owners who demote each other at the same moment would
// else both find that another is left.
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import * as people from './people-store.ts'
import { cannot } from './refusal.ts'
import { type Actor, OWNER, type StaffSessions } from './sessions.ts'

export type Holding = ReturnType<typeof createHolding>

export function createHolding({ db, sessions }: { db: Database; sessions: StaffSessions }) {
  return {
    /**
     * `work` runs while nobody else changes people or roles, if who asks may still do it: what he was allowed when his call came
     * may have been taken from him while it waited. Nobody changes anything as the visitor of a demo: accounts and roles of his
     * would outlive it.
     */
    change: <T>(caller: Caller, work: (tx: Transaction, actor: Actor) => Promise<T>): Promise<T> =>
      db.transaction(async (tx) => {
        const { sessionId, isDemo } = staffOf(caller)
        if (isDemo) throw cannot('demo')
        await people.holdPeople(tx)
        const actor = await sessions.actor(tx, sessionId)
        if (!actor) throw new CallError(401, 'message.loginFirst')
        if (!actor.may.has('staff.write')) throw new CallError(403, 'error.forbidden')
        return work(tx, actor)
      }),

    /**
     * The person of this id, locked and as he was seen. Throws for one whom this actor may not change: himself, the visitor of
     * the demo, whoever may do more than he.
     */
    async person(tx: Transaction, actor: Actor, id: string, seen?: string): Promise<people.LockedPerson> {
      const person = await people.lockPerson(tx, id)
      if (!person) throw new CallError(404, 'error.notFound')
      if (person.isDemo) throw cannot('demoPerson')
      if (person.id === actor.id) throw cannot('yourself')
      if (seen !== undefined && seen !== person.seen) throw cannot('changed')
      await refuseAbove(tx, actor, person.role)
      return person
    },
  }
}

/** Nobody gives what he does not have, nor takes it from whoever has more: else the permission to write would be all of them. */
export async function refuseAbove(tx: Transaction, actor: Actor, role: string): Promise<void> {
  if (actor.role === OWNER) return
  if (role === OWNER) throw cannot('aboveYou')
  const granted = await people.grantsOf(tx, role)
  if (granted.some((permission) => !actor.may.has(permission))) throw cannot('aboveYou')
}
