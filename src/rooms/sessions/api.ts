// Serves signing in and out, and proving again who one is.
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { findMember, holdsPassword, memberById, passwordOf } from '#rooms/members/hands.ts'
import { nameKey } from '#rooms/members/rules.ts'
import { sessionsContract } from './contract.ts'
import type { SessionCookies } from './cookies.ts'
import { mySessions } from './my-sessions.ts'
import { type ProvingOptions, proving } from './prove.ts'
import { saying } from './second.ts'
import type { LoginTickets } from './ticket.ts'

export interface SessionsOptions extends ProvingOptions {
  cookies: SessionCookies
  tickets: LoginTickets
}

export function sessionsCalls(of: SessionsOptions) {
  const { db, passwords, sessions, attempts, cookies, tickets, second } = of

  return serves(sessionsContract, {
    ...mySessions({ db, sessions }),
    ...proving(of),

    'POST /api/login': async ({ body }, caller) => {
      await attempts.countAddress(caller)
      const password = await passwords.open(body.password, 'password')
      const account = await findMember(db, body.username)
      const guessed = { at: 'login', account: nameKey(body.username), memberId: account?.id } as const
      const guess = await attempts.begin(guessed, body.altcha, caller)
      const isRight = await passwords.verify(password, account?.passwordHash, caller.address)
      const member = isRight && account ? await memberById(db, account.id) : undefined
      if (!member || !account?.passwordHash) throw guess.refusal('login.wrong')
      const how = { method: 'password', remembered: body.rememberMe }
      const { passwordHash } = account
      // The member is held: a factor that is turned on at this moment is seen here, or sees this session.
      const session = await db.transaction(async (tx) => {
        if (!(await holdsPassword(tx, member.id, passwordHash))) return undefined
        return (await second.isNeeded(tx, member.id)) ? 'second' : sessions.begin(tx, member, how, caller)
      })
      if (!session) throw guess.refusal('login.wrong')
      await guess.succeeded()
      if (session === 'second') {
        const ticket = await tickets.issue({ memberId: member.id, remembered: body.rememberMe }, passwordHash)
        throw saying(caller, 'login.secondFactor', { ticket })
      }
      return sessions.enter(member, session)
    },

    'POST /api/login/second': async ({ body }, caller) => {
      await attempts.countAddress(caller)
      const ticket = await tickets.read(body.ticket, async (id) => (await passwordOf(db, id))?.passwordHash)
      const member = ticket && (await memberById(db, ticket.memberId))
      if (!member) throw saying(caller, 'login.again')
      const guess = await attempts.begin({ at: 'second', account: member.id, memberId: member.id }, body.altcha, caller)
      const session = await db.transaction(async (tx) => {
        if (!(await holdsPassword(tx, member.id, ticket.passwordHash))) throw saying(caller, 'login.again')
        const by = await second.take(tx, member.id, body)
        return by && sessions.begin(tx, member, { method: by, remembered: ticket.remembered }, caller)
      })
      if (!session) throw guess.refusal('login.wrongCode')
      await guess.succeeded()
      return sessions.enter(member, session)
    },

    'GET /api/logout': async (_, { principal, setCookie }) => {
      if (principal.kind === 'member') await sessions.end(principal.sessionId, setCookie)
      else cookies.clear(setCookie)
      return null
    },

    'GET /api/getInfo': async (_, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      return sessions.userOf({ id: sessionId, memberId })
    },
  })
}
