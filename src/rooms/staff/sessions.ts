// Who is signed in to the back office. A session ends after half an hour without a person's input and after half a day in any
// case; asking for something is no input, so a page that is left open ends it, too. What its person may do is read at each call.
import { randomUUID } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import type { Asker, Identify, Principal } from '#platform/http/principal.ts'
import type { Identity } from '#platform/identity.ts'
import { deviceOf } from '#rooms/sessions/hands.ts'
import { hashOfToken, newToken, type OfficeCookie } from './cookie.ts'
import type { Me } from './office.ts'
import * as store from './session-store.ts'
import type { StaffRow } from './store.ts'
import type { StaffTold } from './told.ts'

export const OWNER = 'owner'

/** Who changes something of people or roles. */
export interface Actor {
  id: string
  role: string
  may: ReadonlySet<string>
}

interface BegunSession {
  enter(): Promise<Me>
}

export type StaffSessions = ReturnType<typeof createStaffSessions>

interface Options {
  db: Database
  config: Pick<Config, 'demo'>
  identity: Pick<Identity, 'name'>
  cookie: OfficeCookie
  told: StaffTold
  /** Every permission that the rooms declare. */
  allPermissions(): readonly string[]
}

export function createStaffSessions({ db, config, identity, cookie, told, allPermissions }: Options) {
  const mayDo = (session: Granted) => permissionsOf(session, allPermissions())

  /** Whoever visited a demo office is nobody in a shop that sells, whatever the database remembers. */
  async function find(token: string): Promise<store.SessionRow | undefined> {
    const session = await store.findSession(db, hashOfToken(token))
    return session?.isDemo && !config.demo ? undefined : session
  }

  const identify: Identify = async ({ headers, bySecret }): Promise<Principal | undefined> => {
    const token = cookie.read(headers)
    const session = token && (await bySecret(token, () => find(token)))
    if (!session) return undefined
    const { id, staffId, email, isDemo } = session
    // A visitor of the demo has nothing to prove himself with.
    const provedSecondsAgo = isDemo ? 0 : session.provedSecondsAgo
    const permissions = new Set(mayDo(session))
    return { kind: 'staff', staffId, email, sessionId: id, provedSecondsAgo, isDemo, permissions }
  }

  async function meBy(token: string): Promise<Me> {
    const session = await find(token)
    if (!session) throw new CallError(401, 'message.loginFirst')
    return {
      id: session.staffId,
      name: session.name || session.email,
      email: session.email,
      role: session.role,
      permissions: [...mayDo(session)],
      endsAt: session.endsAt.toISOString(),
      idleSeconds: store.IDLE_SECONDS,
      provedSecondsAgo: Math.floor(session.provedSecondsAgo),
      shop: identity.name(),
      isDemo: session.isDemo,
    }
  }

  return {
    identify,

    me: (caller: Asker): Promise<Me> => meBy(cookie.read(caller.headers) ?? ''),

    /**
     * For whoever has proved who he is; the session that this browser had ends. A browser that is new for him is told him by mail.
     * `isAnew`: by a link, and then he is known in no browser of before. `enter` gives it the cookies, after the commit.
     */
    async begin(tx: Transaction, person: StaffRow, caller: Asker, { isAnew = false } = {}): Promise<BegunSession> {
      const before = cookie.read(caller.headers)
      if (before) await store.endByToken(tx, hashOfToken(before))
      const token = newToken()
      const place = { address: caller.address, ...deviceOf(caller.headers.get('user-agent')) }
      await store.beginSession(tx, { id: randomUUID(), staffId: person.id, tokenHash: hashOfToken(token), ...place })
      await store.noteSignIn(tx, person.id, caller.locale)
      // Of the many who visit a demo none is another's surprise.
      const browser = person.isDemo ? undefined : (cookie.readDevice(caller.headers) ?? newToken())
      if (browser) {
        const { isNew, at } = await store.noteDevice(tx, person.id, hashOfToken(browser))
        if (isNew) await told.newDevice(tx, { ...person, locale: caller.locale }, { at, ...place })
        if (isAnew) await store.forgetOtherDevices(tx, person.id, hashOfToken(browser))
      }
      return {
        async enter() {
          cookie.set(caller.setCookie, token)
          caller.bySecret.issued(token)
          if (browser) cookie.setDevice(caller.setCookie, browser)
          return meBy(token)
        },
      }
    },

    /** A person has pressed or typed something. Throws 401 when it is over. */
    async renew(sessionId: string): Promise<void> {
      if ((await store.renewSession(db, sessionId)) === 0) throw new CallError(401, 'message.loginFirst')
      await store.noteActive(db, sessionId)
    },

    async prove(tx: Transaction, sessionId: string): Promise<void> {
      if ((await store.noteProof(tx, sessionId)) === 0) throw new CallError(401, 'message.loginFirst')
    },

    async end(sessionId: string, setCookie: Asker['setCookie']): Promise<void> {
      await store.endSession(db, sessionId)
      cookie.clear(setCookie)
    },

    endAllOf: store.endAllOf,

    /** Whoever asks, while he may be changed by nobody else (`holdPeople`): undefined when he was put out meanwhile. */
    async actor(tx: Transaction, sessionId: string): Promise<Actor | undefined> {
      const session = await store.liveSession(tx, sessionId)
      return session && { id: session.staffId, role: session.role, may: new Set(mayDo(session)) }
    },
  }
}

type Granted = Pick<store.SessionRow, 'role' | 'permissions'>

/** What is granted and still declared; an owner has whatever is. */
const permissionsOf = ({ role, permissions }: Granted, all: readonly string[]) =>
  role === OWNER ? all : permissions.filter((permission) => all.includes(permission))
