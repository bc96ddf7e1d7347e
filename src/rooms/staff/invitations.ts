// Links with which somebody begins to work here, or begins anew after he has lost his app: each works once, for a day.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import type { Asker } from '#platform/http/principal.ts'
import { audit } from '#rooms/audit/hands.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import { newRecoveryCodes, newSecret, secretUri, stepOfCode } from '#rooms/totp/hands.ts'
import { hashOfToken, newToken } from './cookie.ts'
import type { StaffFactors } from './factors.ts'
import { staffPasskeys } from './passkey-store.ts'
import { emailKeyOf } from './rules.ts'
import { OWNER, type StaffSessions } from './sessions.ts'
import * as store from './store.ts'
import type { StaffTold } from './told.ts'

const HOURS = 24

/** Makes the person of this address an owner and answers the token of his link; links before it end. Audited. */
export async function inviteOwner(tx: Transaction, email: string, machineUser: string): Promise<string> {
  const { id, was, wasBlocked } = await store.makeOwner(tx, { id: randomUUID(), email, emailKey: emailKeyOf(email) })
  const token = await newLink(tx, id, null)
  await audit(tx, {
    by: { machineUser },
    act: 'staff.invite',
    subject: { kind: 'staff', id },
    before: was ? { role: was, blocked: wasBlocked } : undefined,
    after: { email, role: OWNER },
  })
  return token
}

/** The token of a link for this person, in place of one before. `madeBy`: who comes to know it; null: a command. */
export async function newLink(tx: Transaction, staffId: string, madeBy: string | null): Promise<string> {
  const token = newToken()
  await store.putLink(tx, { staffId, tokenHash: hashOfToken(token), hours: HOURS, madeBy })
  return token
}

export function createInvitations(of: {
  db: Database
  passwords: Passwords
  factors: StaffFactors
  sessions: StaffSessions
  told: StaffTold
  issuer: () => string
}) {
  const { db, passwords, factors, sessions, told, issuer } = of

  async function opened(tx: Transaction, token: string): Promise<store.LinkRow> {
    const link = await store.openLink(tx, hashOfToken(token))
    if (!link) throw refused('office.linkOver')
    return link
  }

  return {
    /** For whom it is, and a secret for his app, in place of one that was shown before. */
    look: (token: string) =>
      db.transaction(async (tx) => {
        const { id, email, name, role } = await opened(tx, token)
        const secret = newSecret()
        await store.keepLinkSecret(tx, hashOfToken(token), factors.seal(id, secret))
        return { email, name, role, secret, uri: secretUri({ secret, issuer: issuer(), label: email }) }
      }),

    async accept({ token, name, password, code }: Acceptance, caller: Asker) {
      const plain = await passwords.open(password, 'password')
      await passwords.judge(plain, 'password')
      // Nobody is given the work of hashing for a link that opens nothing.
      await db.transaction((tx) => opened(tx, token))
      const passwordHash = await passwords.hash(plain, caller.address)
      const recoveryCodes = newRecoveryCodes()
      const session = await db.transaction(async (tx) => {
        const person = await opened(tx, token)
        const { id, email, sealedSecret, now, passwordHash: before } = person
        const step = sealedSecret ? stepOfCode(code, factors.open(id, sealedSecret), now) : undefined
        if (!sealedSecret || step === undefined) throw invalid([{ path: 'code', message: 'totp.wrongCode' }])
        const recoveryHashes = recoveryCodes.map((each) => factors.hashOf(id, each))
        await store.acceptLink(tx, { staffId: id, name, passwordHash, sealed: sealedSecret, step, recoveryHashes })
        await sessions.endAllOf(tx, id)
        await told.guessesEnded(tx, person)
        // Whoever has lost everything has lost them, too.
        const passkeysEnded = await staffPasskeys.removeAll(tx, id)
        if (passkeysEnded.length > 0) await told.changed(tx, person, 'passkeysEnded', passkeysEnded)
        const by = { staffId: id, email, address: caller.address }
        const after = {
          ...{ name, again: before !== null },
          ...(passkeysEnded.length > 0 && { passkeysEnded }),
        }
        await audit(tx, { by, act: 'staff.begin', subject: { kind: 'staff', id }, after })
        return sessions.begin(tx, person, caller, { isAnew: true })
      })
      return { me: await session.enter(), recoveryCodes }
    },
  }
}

interface Acceptance {
  token: string
  name: string
  password: string
  code: string
}
