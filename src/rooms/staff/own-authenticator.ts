// Serves everybody another authenticator app for himself, as on a new telephone. Between the two calls nothing is kept: what was
// begun goes sealed to the browser that began it.
import { createHash } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import { CallError, invalid, refused } from '#platform/http/errors.ts'
import { staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { newSecret, secretUri, stepOfCode } from '#rooms/totp/hands.ts'
import { OFFICE_PROVED_WITHIN } from './limits.ts'
import { staffAuthenticatorOffice } from './office-authenticator-contract.ts'
import { changeOwn, noteOwn } from './own.ts'
import { type Proving, proving } from './proving.ts'
import { cannot } from './refusal.ts'
import { endOthersOf, liveSession } from './session-store.ts'
import * as store from './store.ts'
import type { StaffTold } from './told.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'staff-new-totp': unknown
  }
}

interface Begun {
  secret: string
  /** Seconds since the epoch, by the database's clock. */
  until: number
  /** In place of which app: another that took it meanwhile stays. */
  before: string
}

interface Options extends Proving {
  keyring: Keyring
  told: StaffTold
  /** What apps call the shop. */
  issuer: () => string
}

const markOf = (sealed: Buffer) => createHash('sha256').update(sealed).digest('base64url')
const over = () => refused('office.appOver')

export function authenticatorCalls(of: Options) {
  const { db, factors, keyring, told, issuer } = of
  const prove = proving(of)
  const boundTo = ({ staffId, sessionId }: { staffId: string; sessionId: string }) => `${staffId} ${sessionId}`

  function openBegun(begun: string, bind: string): Begun {
    let opened: string
    try {
      opened = keyring.open('staff-new-totp', Buffer.from(begun, 'base64url'), bind)
    } catch {
      throw over()
    }
    return JSON.parse(opened) as Begun
  }

  async function presentOf(tx: Transaction, staffId: string) {
    const present = await store.authenticatorOf(tx, staffId)
    if (!present) throw over()
    return present
  }

  return serves(staffAuthenticatorOffice, {
    'POST /office/me/authenticator/begin': ({ body }, caller) => {
      const asker = staffOf(caller)
      if (asker.isDemo) throw cannot('demoPerson')
      return prove(asker.email, body, caller, async (tx, { id, email }) => {
        if (id !== asker.staffId || !(await liveSession(tx, asker.sessionId)))
          throw new CallError(401, 'message.loginFirst')
        const { sealed, now } = await presentOf(tx, id)
        const secret = newSecret()
        const begun: Begun = { secret, until: now + OFFICE_PROVED_WITHIN, before: markOf(sealed) }
        return {
          ...{ secret, uri: secretUri({ secret, issuer: issuer(), label: email }) },
          begun: keyring.seal('staff-new-totp', JSON.stringify(begun), boundTo(asker)).toString('base64url'),
        }
      })
    },

    'POST /office/me/authenticator': ({ body: { begun, code } }, caller) =>
      changeOwn(db, caller, async (tx, person) => {
        const asker = staffOf(caller)
        const { secret, until, before } = openBegun(begun, boundTo(asker))
        const { sealed, now } = await presentOf(tx, person.id)
        // Whoever has not heard the answer asks again.
        if (factors.open(person.id, sealed) === secret) return null
        if (now > until || markOf(sealed) !== before) throw over()
        const step = stepOfCode(code, secret, now)
        if (step === undefined) throw invalid([{ path: 'code', message: 'totp.wrongCode' }])
        await store.putAuthenticator(tx, person.id, { sealed: factors.seal(person.id, secret), step })
        await store.removeLink(tx, person.id)
        const sessionsEnded = await endOthersOf(tx, person.id, asker.sessionId)
        await noteOwn(tx, caller, 'authenticator', { after: { sessionsEnded } })
        await told.changed(tx, person, 'authenticator')
        return null
      }),
  } satisfies Handlers<typeof staffAuthenticatorOffice>)
}
