// A member proves again who he is (decision F3): the password and, where it is set up, the second factor.
import type { Database } from '#platform/database/database.ts'
import { memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { holdsPassword, passwordOf } from '#rooms/members/hands.ts'
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
    const known = account?.passwordHash
    if (!(await passwords.verify(password, known, caller.address)) || !known) throw guess.refusal('login.wrong')
    const code = body.code || body.recoveryCode ? await attempts.beginCode(memberId, caller) : undefined
    // The member is held: a factor that is turned on at this moment is asked for here, or ends this proof.
    const failed = await db.transaction(async (tx) => {
      if (!(await holdsPassword(tx, memberId, known))) return 'login.wrong'
      if (await second.isNeeded(tx, memberId)) {
        if (!body.code && !body.recoveryCode) return 'login.secondFactor'
        if (!(await second.take(tx, memberId, body))) return 'login.wrongCode'
      }
      await sessions.prove(tx, sessionId)
      return undefined
    })
    if (failed !== 'login.wrongCode') await code?.succeeded()
    if (failed === 'login.wrong' || failed === 'login.wrongCode') throw guess.refusal(failed)
    await guess.succeeded()
    if (failed) throw saying(caller, failed)
    return null
  },
})
