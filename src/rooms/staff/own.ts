// Serves everybody his own account: name, password, recovery codes, sessions.
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { type ActOf, audit, whoAsks } from '#rooms/audit/hands.ts'
import { newRecoveryCodes } from '#rooms/totp/hands.ts'
import { SESSIONS_SHOWN } from './limits.ts'
import { staffOwnOffice } from './office-own-contract.ts'
import { shownSession } from './people.ts'
import { onePerson } from './people-store.ts'
import { type Proving, proving } from './proving.ts'
import { cannot } from './refusal.ts'
import { endOneOf, endOthersOf, liveSession, sessionsOf } from './session-store.ts'
import * as store from './store.ts'
import type { StaffTold } from './told.ts'

interface Noted {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

export function ownCalls(of: Proving & { told: StaffTold }) {
  const { db, passwords, factors, told } = of
  const prove = proving(of)

  return serves(staffOwnOffice, {
    'GET /office/me': async (_, caller) => {
      const { staffId, sessionId, isDemo } = staffOf(caller)
      const person = await onePerson(db, staffId)
      if (!person) throw new CallError(401, 'message.loginFirst')
      const { email, name, role, recoveryCodes } = person
      const sessions = (await sessionsOf(db, staffId, SESSIONS_SHOWN))
        // Other visitors of a demo are the same person, and none of his business.
        .filter(({ id }) => !isDemo || id === sessionId)
        .map((session) => ({ ...shownSession(caller)(session), isThis: session.id === sessionId }))
      return { email, name, role, recoveryCodes, sessions }
    },

    'POST /office/me/name': ({ body: { name } }, caller) =>
      changeOwn(db, caller, async (tx, person) => {
        await store.setName(tx, person.id, name)
        await noteOwn(tx, caller, 'name', { before: { name: person.name }, after: { name } })
        return null
      }),

    'POST /office/me/password': async ({ body: { newPassword, ...claim } }, caller) => {
      const { staffId, sessionId, email, isDemo } = staffOf(caller)
      if (isDemo) throw cannot('demoPerson')
      const plain = await passwords.open(newPassword, 'newPassword')
      await passwords.judge(plain, 'newPassword')
      const passwordHash = await passwords.hash(plain, caller.address)
      return prove(email, claim, caller, async (tx, person) => {
        if (person.id !== staffId || !(await liveSession(tx, sessionId))) throw new CallError(401, 'message.loginFirst')
        await store.setPassword(tx, staffId, passwordHash)
        const sessionsEnded = await endOthersOf(tx, staffId, sessionId)
        await noteOwn(tx, caller, 'password', { after: { sessionsEnded } })
        await told.changed(tx, person, 'password')
        await told.guessesEnded(tx, person)
        return null
      })
    },

    'POST /office/me/recovery-codes': (_, caller) =>
      changeOwn(db, caller, async (tx, person) => {
        const recoveryCodes = newRecoveryCodes()
        await store.putRecoveryCodes(
          tx,
          person.id,
          recoveryCodes.map((code) => factors.hashOf(person.id, code)),
        )
        await noteOwn(tx, caller, 'recoveryCodes', {})
        await told.changed(tx, person, 'recoveryCodes')
        return { recoveryCodes }
      }),

    'POST /office/me/sessions/end': ({ body: { sessionId } }, caller) =>
      changeOwn(db, caller, async (tx, person) => {
        const ended = await (sessionId
          ? endOneOf(tx, person.id, sessionId)
          : endOthersOf(tx, person.id, staffOf(caller).sessionId))
        if (ended === 0) throw cannot('noSession')
        await noteOwn(tx, caller, 'endSessions', { after: { sessionsEnded: ended } })
        return { ended }
      }),
  } satisfies Handlers<typeof staffOwnOffice>)
}

export const noteOwn = (tx: Transaction, caller: Caller, act: ActOf<'staff'>, more: Noted) =>
  audit(tx, {
    ...{ by: whoAsks(caller), act: `staff.${act}`, subject: { kind: 'staff', id: staffOf(caller).staffId } },
    ...more,
  })

/** With the account locked: whoever is blocked at this moment, or begins anew by a link, was put out before. */
export function changeOwn<T>(
  db: Database,
  caller: Caller,
  work: (tx: Transaction, person: store.StaffRow) => Promise<T>,
): Promise<T> {
  const { staffId, sessionId, isDemo } = staffOf(caller)
  if (isDemo) throw cannot('demoPerson')
  return db.transaction(async (tx) => {
    const person = await store.lockStaff(tx, staffId)
    if (!person || !(await liveSession(tx, sessionId))) throw new CallError(401, 'message.loginFirst')
    return work(tx, person)
  })
}
