// A member proves again who he is (decision F3): the password and, where it is set up, the second factor.
import type { Database } from '#platform/database/database.ts'
import { memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { passwordOf } from '#rooms/members/hands.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import type { Attempts } from './attempts.ts'
import type { sessionsContract } from './contract.ts'
import { type SecondFactors, saying } from './second.ts'
import type { Sessions } from './sessions.ts'

export interface ProvingOptions {
  db: Database
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  second: SecondFactors
}

type Proving = Pick<Handlers<typeof sessionsContract>, 'POST /api/security/prove'>

export const proving = ({ db, passwords, sessions, attempts, second }: ProvingOptions): Proving => ({
  'POST /api/security/prove': async ({ body }, caller) => {
    await attempts.countAddress(caller)
    const { memberId, sessionId } = memberOf(caller)
    const password = await passwords.open(body.password, 'password')
    const account = await passwordOf(db, memberId)
    const guess = await attempts.begin({ at: 'prove', account: memberId, memberId }, body.altcha, caller)
    if (!(await passwords.verify(password, account?.passwordHash, caller.address))) throw guess.refusal('login.wrong')
    const needsSecond = await second.isNeeded(db, memberId)
    if (needsSecond && !body.code && !body.recoveryCode) {
      await guess.succeeded()
      throw saying(caller, 'login.secondFactor')
    }
    const isProved = await db.transaction(async (tx) => {
      if (needsSecond && !(await second.take(tx, memberId, body))) return false
      await sessions.prove(tx, sessionId)
      return true
    })
    if (!isProved) throw guess.refusal('login.wrongCode')
    await guess.succeeded()
    return null
  },
})
