// A member changes his password, and every session ends with the old one (decision A8).
import type { Database } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { CallError, invalid, refused } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import { callLimit, countWithin, uncount } from '#platform/http/rate-limit.ts'
import type { Handlers } from '#platform/http/serve.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import type { changePasswordContract } from './contract.ts'
import { PASSWORD_CHANGED } from './events.ts'
import type { MemberProofs } from './hands.ts'
import type { Letters } from './letters.ts'
import * as store from './password-store.ts'

/** Wrong ones within ten minutes: whoever found somebody's browser open may not guess on. */
const MOST_TRIES = 5
/** Of one member, from wherever; right or wrong. */
const MOST_A_MINUTE = 20

export interface ChangePasswordOptions {
  db: Database
  events: Events
  passwords: Passwords
  letters: Letters
  proofs: () => MemberProofs
}

export function changePasswordCalls({
  db,
  events,
  passwords,
  letters,
  proofs,
}: ChangePasswordOptions): Handlers<typeof changePasswordContract> {
  const countCall = callLimit(db)
  return {
    'POST /api/profile/updatePwd': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      if (body.id !== undefined && body.id !== memberId) throw new CallError(403, 'error.forbidden')
      // Each costs three decryptions, also one that is refused before anything is compared.
      await countCall('updatePwd', memberId, MOST_A_MINUTE)
      const old = await passwords.open(body.oldPwd, 'oldPwd')
      const password = await passwords.open(body.newPwd, 'newPwd')
      if ((await passwords.open(body.confirmPwd, 'confirmPwd')) !== password)
        throw invalid([{ path: 'confirmPwd', message: 'password.differs' }])
      await passwords.judge(password, 'newPwd')
      // Counted before it is known whether it fails, so that a hundred at once are a hundred.
      const { total, bucket } = await countWithin(db, `old password ${memberId}`, 10)
      if (total > MOST_TRIES) throw new CallError(429, 'error.tooMany', { retryAfterSeconds: 600 })
      const known = (await store.passwordOf(db, memberId))?.passwordHash
      if (!(await passwords.verify(old, known, caller.address))) throw refused('password.wrongOld')
      const hash = await passwords.hash(password, caller.address)
      await db.transaction(async (tx) => {
        await proofs().hold(tx, caller)
        const member = await store.lockMember(tx, memberId)
        // It was replaced meanwhile: what he typed is not the old one any more.
        if (member?.passwordHash !== known) throw refused('password.wrongOld')
        await store.setPassword(tx, memberId, hash)
        await events.append(tx, PASSWORD_CHANGED.of(memberId, { keep: null, byMail: false }))
        await letters.promise(tx, 'passwordChanged', member!, {})
      })
      await uncount(db, bucket)
      return null
    },
  }
}
