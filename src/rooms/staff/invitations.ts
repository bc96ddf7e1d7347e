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
import { type StaffTold, tellChange } from './told.ts'

const HOURS = 24

/**
 * The token of a link that makes the person of this address an owner; links before it end. Until it is used he stays what he is.
 * Whoever has begun before is told. `domain`: right-hand side of message ids, the shop's host. Audited.
 */
export async function inviteOwner(
  tx: Transaction,
  { email, machineUser, domain }: { email: string; machineUser: string; domain: string },
): Promise<string> {
  const person = await store.ownerToBe(tx, { id: randomUUID(), email, emailKey: emailKeyOf(email) })
  const { id } = person
  const token = await newLink(tx, id, null)
  const after = { email, role: OWNER }
  await audit(tx, { by: { machineUser }, act: 'staff.invite', subject: { kind: 'staff', id }, after })
  if (person.passwordHash !== null) await tellChange(tx, person, { change: 'newLink' }, domain)
  return token
}

/** The token of a link for this person, in place of one before. `madeBy`: who comes to know it; null: the command. */
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

  /** What the link made of him beside letting him sign in anew, if anything: told as where a colleague does it. */
  async function tellLetIn(tx: Transaction, person: store.LinkRow) {
    const { role, becomes, isBlocked } = person
    if (role !== becomes) await told.changed(tx, person, 'role')
    if (isBlocked) await told.changed(tx, person, 'unblocked')
    if (role === becomes && !isBlocked) return undefined
    return { before: { role, blocked: isBlocked }, after: { role: becomes, blocked: false } }
  }

  return {
    /** For whom it is, and a secret for his app, in place of one that was shown before. */
    look: (token: string) =>
      db.transaction(async (tx) => {
        const { id, email, name, becomes: role } = await opened(tx, token)
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
        const proofs = { passwordHash, sealed: sealedSecret, step, recoveryHashes }
        await store.acceptLink(tx, { staffId: id, name, role: person.becomes, ...proofs })
        await sessions.endAllOf(tx, id)
        await told.guessesEnded(tx, person)
        // Whoever has lost everything has lost them, too.
        const passkeysEnded = await staffPasskeys.removeAll(tx, id)
        if (passkeysEnded.length > 0) await told.changed(tx, person, 'passkeysEnded', passkeysEnded)
        const change = await tellLetIn(tx, person)
        const by = { staffId: id, email, address: caller.address }
        const after = {
          ...{ name, again: before !== null },
          ...(passkeysEnded.length > 0 && { passkeysEnded }),
          ...change?.after,
        }
        await audit(tx, { by, act: 'staff.begin', subject: { kind: 'staff', id }, before: change?.before, after })
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
