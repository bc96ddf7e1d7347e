// Signs people who work here in by a passkey, and lets them prove themselves with one. It shows that its person has the device and
// has unlocked it, so it is both factors at once, and nothing is asked after it.
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { staffOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import type { Log } from '#platform/log.ts'
import { type ActOf, audit } from '#rooms/audit/hands.ts'
import type { Ceremonies, Occasion, ShownPasskey } from '#rooms/webauthn/hands.ts'
import type { staffPasskeysOffice } from './office-passkeys-contract.ts'
import { staffPasskeys } from './passkey-store.ts'
import type { StaffSessions } from './sessions.ts'
import { lockStaff, type StaffRow } from './store.ts'
import type { StaffTold } from './told.ts'

type SigningIn = Pick<
  Handlers<typeof staffPasskeysOffice>,
  | 'POST /office/session/passkey/begin'
  | 'POST /office/session/passkey'
  | 'POST /office/prove/passkey/begin'
  | 'POST /office/prove/passkey'
>

export interface SigningInOptions {
  db: Database
  log: Log
  ceremonies: Ceremonies
  sessions: StaffSessions
  told: StaffTold
}

const LOGIN: Occasion = { purpose: 'login', sessionId: undefined }

export function signingIn({ db, log, ceremonies, sessions, told }: SigningInOptions): SigningIn {
  /**
   * What `then` answers for the person of this passkey; undefined: he is blocked, or it is not believed. A counter that is not ahead
   * of the last means a copy: neither of the two is believed any more.
   */
  const accept = <T>(
    { id, ownerId, signCount, synced }: ShownPasskey,
    address: string,
    then: (tx: Transaction, person: StaffRow) => Promise<T>,
  ) =>
    db.transaction(async (tx) => {
      // Held: who is blocked at this moment, or begins anew by a link, has ended this passkey, or waits.
      const person = await lockStaff(tx, ownerId)
      if (!person) return undefined
      if ((await staffPasskeys.noteUse(tx, id, { signCount, synced })) === 1) return { answer: await then(tx, person) }
      const doubted = await staffPasskeys.doubt(tx, id)
      if (doubted) {
        log.warn({ passkeyId: id }, 'the counter of an employee’s passkey went backwards: it is believed no more')
        await noteOf(tx, person, address, 'passkeyDoubted', { passkey: doubted.name })
        await told.changed(tx, person, 'passkeyDoubted', [doubted.name])
      }
      return undefined
    })

  return {
    'POST /office/session/passkey/begin': () => ceremonies.request(db, LOGIN, []),

    'POST /office/session/passkey': async ({ body }, caller) => {
      const shown = await ceremonies.recognise(db, body, LOGIN)
      const entered =
        shown &&
        (await accept(shown, caller.address, async (tx, person) => {
          await noteOf(tx, person, caller.address, 'signIn', { proof: 'passkey' })
          return sessions.begin(tx, person, caller)
        }))
      if (!entered) throw refused('office.passkeyRefused')
      return entered.answer.enter()
    },

    'POST /office/prove/passkey/begin': async (_, caller) => {
      const { staffId, sessionId } = staffOf(caller)
      return ceremonies.request(db, { purpose: 'prove', sessionId }, await staffPasskeys.passkeysOf(db, staffId))
    },

    'POST /office/prove/passkey': async ({ body }, caller) => {
      const { staffId, sessionId } = staffOf(caller)
      const shown = await ceremonies.recognise(db, body, { purpose: 'prove', sessionId })
      const proved =
        shown?.ownerId === staffId && (await accept(shown, caller.address, (tx) => sessions.prove(tx, sessionId)))
      if (!proved) throw refused('office.passkeyRefused')
      return null
    },
  }
}

const noteOf = (tx: Transaction, { id, email }: StaffRow, address: string, act: ActOf<'staff'>, after: object) =>
  audit(tx, {
    by: { staffId: id, email, address },
    act: `staff.${act}`,
    subject: { kind: 'staff', id },
    after: { ...after },
  })
