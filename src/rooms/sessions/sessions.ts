// Who is believed to be whom, and since when.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import { type Asker, askProof, type Caller, type Identify, memberOf } from '#platform/http/principal.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { dropPendingChange, lockMember } from '#rooms/members/hands.ts'
import type { User } from '#rooms/members/schemas.ts'
import { hashToken, type SessionCookies } from './cookies.ts'
import { deviceOf } from './device.ts'
import { SIGNED_IN } from './events.ts'
import type { ShownMembers } from './shown.ts'
import * as store from './store.ts'
import { type SignInChange, tellChange } from './told.ts'

/** Seconds without being used after which a session is over (specification §9). */
const USUAL = 3_600
const REMEMBERED = 86_400

export interface BegunSession {
  id: string
  token: string
  leave(): void
}

export type Sessions = ReturnType<typeof createSessions>

interface SessionsOptions {
  db: Database
  events: Events
  cookies: SessionCookies
  mailDomain: () => string
  userOf: ShownMembers
}

export function createSessions({ db, events, cookies, mailDomain, userOf }: SessionsOptions) {
  /** Finds the session of the token, and lets it live on when it has not been renewed for a minute. */
  const identify: Identify = async ({ headers, setCookie, bySecret }) => {
    const token = cookies.readToken(headers)
    const session = token && (await bySecret(token, () => store.findSession(db, hashToken(token))))
    if (!token || !session) return undefined
    if (session.isDue) {
      const renewed = await store.renewSession(db, session.id)
      if (!renewed) return undefined
      // A program that sends its token in a header keeps no cookies.
      if (!headers.get('authorization')) cookies.renew(setCookie, { token, headers, seconds: renewed.left })
    }
    return {
      kind: 'member',
      memberId: session.memberId,
      sessionId: session.id,
      provedSecondsAgo: session.provedSecondsAgo,
    }
  }

  return {
    identify,

    /**
     * A session for a member who has proved who he is; one that the browser had before ends. The token is for programs;
     * `leave` gives the browser its cookies, once the transaction is through.
     */
    async begin(
      tx: Transaction,
      member: { id: string; uname: string },
      { method, remembered }: { method: string; remembered: boolean },
      caller: Asker,
    ): Promise<BegunSession> {
      // Told to him alone: whoever asks has shown that he is the member.
      if (await store.isBlocked(tx, member.id))
        throw refused(serverWords(caller.locale)('login.blocked'), { reason: 'login.blocked' })
      const token = cookies.newToken()
      const before = cookies.readToken(caller.headers)
      if (before) await store.endByToken(tx, hashToken(before))
      const place = { address: caller.address, country: caller.country, ...deviceOf(caller.headers.get('user-agent')) }
      const browser = cookies.deviceOf(caller.headers) ?? cookies.newDevice()
      const seconds = remembered ? REMEMBERED : USUAL
      const id = randomUUID()
      await store.beginSession(tx, { id, tokenHash: hashToken(token), memberId: member.id, seconds, method, ...place })
      const isNew = await noteDevice(tx, member.id, browser)
      await events.append(tx, SIGNED_IN.of(member.id, { method, isNew }, place))
      return {
        id,
        token,
        leave() {
          cookies.setDevice(caller.setCookie, browser)
          cookies.set(caller.setCookie, { token, username: member.uname, seconds })
          caller.bySecret.issued(token)
        },
      }
    },

    userOf,

    /** What a sign-in answers: the browser has its cookies then, and a program its token. */
    async enter(member: { id: string }, session: BegunSession): Promise<{ token: string; user: User }> {
      session.leave()
      return { token: session.token, user: await userOf({ id: session.id, memberId: member.id }) }
    },

    /** The session's member has proved again who he is. */
    async prove(tx: Transaction, id: string): Promise<void> {
      if ((await store.noteProof(tx, id)) === 0) throw new CallError(401, 'message.loginFirst')
    },

    /**
     * Before what protects the member is changed, in its transaction: whoever ends this session at the same moment, or what was
     * proved in it, waits, or has ended it since the call was let in, and then nothing is changed any more. Throws 401, and 403
     * as `provedWithin` does.
     */
    async hold(tx: Transaction, caller: Caller): Promise<void> {
      const asking = memberOf(caller)
      const member = await lockMember(tx, asking.memberId)
      const proof = member && (await store.proofOf(tx, asking.sessionId))
      if (!proof) throw new CallError(401, 'message.loginFirst')
      if (caller.provedWithin !== undefined) askProof({ ...asking, ...proof }, caller.provedWithin)
    },

    /**
     * After `hold`, where a second factor is turned on: what was proved without it opens nothing more in his other sessions,
     * which may be somebody's who knows the password. Browsers in which he signed in so are known no more, for each could guess
     * at codes by itself, and an address that was asked for so is not confirmed. Who signs in at this moment waits.
     */
    async voidProofs(tx: Transaction, caller: Caller): Promise<void> {
      const { memberId, sessionId } = memberOf(caller)
      await store.voidProofs(tx, memberId, sessionId)
      await store.forgetOtherDevices(tx, memberId, hashToken(cookies.deviceOf(caller.headers) ?? ''))
      await dropPendingChange(tx, memberId)
    },

    /** Tells the member by mail that a way to sign in was changed, in the transaction that changes it. */
    tellChange: (tx: Transaction, memberId: string, change: SignInChange, passkeys?: readonly string[]) =>
      tellChange(tx, memberId, { change, ...(passkeys && { passkeys }) }, mailDomain()),

    async end(id: string, setCookie: Asker['setCookie']): Promise<void> {
      await store.endSession(db, id)
      cookies.clear(setCookie)
    },
  }
}

/** Whether a sign-in in this browser is news to the member: who has just registered knows of his first. */
const noteDevice = async (tx: Transaction, memberId: string, browser: string) =>
  (await store.noteDevice(tx, memberId, hashToken(browser))) && !(await store.isFirstDevice(tx, memberId))
