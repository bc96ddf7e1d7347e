// Whether somebody is who he says: password and second factor together, at the door and, in a session that was left open, again.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Asker } from '#platform/http/principal.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import type { Guesses } from './attempts.ts'
import type { Proof, StaffFactors } from './factors.ts'
import { emailKeyOf } from './rules.ts'
import type { StaffSessions } from './sessions.ts'
import * as store from './store.ts'

export interface Proving {
  db: Database
  passwords: Passwords
  guesses: Guesses
  factors: StaffFactors
  sessions: StaffSessions
}

interface Claim extends Proof {
  /** Encrypted on its way. */
  password: string
  altcha?: string | undefined
}

/**
 * `then` runs in the transaction that used up his code, with by what he was recognised. Throws the same 422 `office.wrong` for
 * an address that nobody has, a wrong password, a wrong code and one that is not looked at, after the same work.
 */
export function proving({ db, passwords, guesses, factors }: Proving) {
  return async <T>(
    email: string,
    claim: Claim,
    caller: Asker,
    then: (tx: Transaction, person: store.StaffRow, proof: string) => Promise<T>,
  ): Promise<T> => {
    const password = await passwords.open(claim.password, 'password')
    const account = emailKeyOf(email)
    const guess = await guesses.begin(account, claim.altcha)
    const found = await store.staffByEmail(db, account)
    const isRight = await passwords.verify(password, found?.passwordHash, caller.address)
    if (!found || !isRight) throw guess.refusal()
    const code = await guesses.beginCode(found, caller)
    if (!code) throw guess.refusal()
    const proved = await db.transaction(async (tx) => {
      // Held: a link that is accepted at this moment has ended this password, or waits.
      const person = await store.lockStaff(tx, found.id)
      if (!person || person.passwordHash !== found.passwordHash) return undefined
      const proof = await factors.take(tx, person.id, claim)
      return proof && { answer: await then(tx, person, proof) }
    })
    if (!proved) throw guess.refusal()
    await Promise.all([guess.succeeded(), code.succeeded()])
    return proved.answer
  }
}
