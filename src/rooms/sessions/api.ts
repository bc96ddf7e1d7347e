// Serves signing in and out.
import type { Database } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { describeMember, findMember, memberById } from '#rooms/members/hands.ts'
import { nameKey } from '#rooms/members/rules.ts'
import type { User } from '#rooms/members/schemas.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import type { Attempts } from './attempts.ts'
import { sessionsContract } from './contract.ts'
import { hashToken, type SessionCookies } from './cookies.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

export interface SessionsOptions {
  db: Database
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  cookies: SessionCookies
}

export function sessionsCalls({ db, passwords, sessions, attempts, cookies }: SessionsOptions) {
  async function userOf(session: { id: string; memberId: string }): Promise<User> {
    const member = await memberById(db, session.memberId)
    if (!member) throw new CallError(401, 'message.loginFirst')
    const last = await store.signInBefore(db, session)
    return { ...describeMember(member), lastTime: last?.at.toISOString() ?? null, lastIp: last?.address ?? null }
  }

  async function knownDeviceOf(memberId: string | undefined, caller: Caller): Promise<Buffer | undefined> {
    const device = cookies.deviceOf(caller.headers)
    const hash = hashToken(device ?? '')
    return (await store.isKnownDevice(db, memberId, hash)) ? hash : undefined
  }

  return serves(sessionsContract, {
    'POST /api/login': async ({ body }, caller) => {
      await attempts.countAddress(caller)
      const password = await passwords.open(body.password, 'password')
      const account = await findMember(db, body.username)
      const attempt = await attempts.begin(nameKey(body.username), {
        knownDevice: await knownDeviceOf(account?.id, caller),
        altcha: body.altcha,
        locale: caller.locale,
      })
      const isRight = await passwords.verify(password, account?.passwordHash)
      const member = isRight && account ? await memberById(db, account.id) : undefined
      if (!member) throw attempt.refusal('login.wrong')
      const how = { method: 'password', remembered: body.rememberMe }
      const session = await db.transaction((tx) => sessions.begin(tx, member, how, caller))
      await attempt.succeeded()
      session.leave()
      return { token: session.token, user: await userOf({ id: session.id, memberId: member.id }) }
    },

    'GET /api/logout': async (_, { principal, setCookie }) => {
      if (principal.kind === 'member') await sessions.end(principal.sessionId, setCookie)
      else cookies.clear(setCookie)
      return null
    },

    'GET /api/getInfo': async (_, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      return userOf({ id: sessionId, memberId })
    },
  })
}
