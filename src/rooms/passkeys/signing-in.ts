// Signs members in by a passkey, and lets them prove themselves with one. It shows that its member has the device and has
// unlocked it, so it is both factors at once, and nothing is asked after it.
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { type Asker, memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import type { Log } from '#platform/log.ts'
import { holdMember } from '#rooms/members/hands.ts'
import type { Sessions } from '#rooms/sessions/hands.ts'
import { credentialsFor } from './api.ts'
import type { Ceremonies, Occasion } from './ceremonies.ts'
import type { passkeysContract } from './contract.ts'
import { MOST_PASSKEYS } from './limits.ts'
import type { Assertion } from './schemas.ts'
import * as store from './store.ts'

type SigningIn = Pick<
  Handlers<typeof passkeysContract>,
  | 'POST /api/login/passkey/begin'
  | 'POST /api/login/passkey'
  | 'POST /api/security/prove/passkey/begin'
  | 'POST /api/security/prove/passkey'
>

/** An answer whose signature is right; whether it is the first of its count is decided where it is used. */
interface Shown {
  id: string
  memberId: string
  signCount: number
  synced: boolean
}

export interface SigningInOptions {
  db: Database
  log: Log
  ceremonies: Ceremonies
  sessions: Sessions
}

export function signingIn({ db, log, ceremonies, sessions }: SigningInOptions): SigningIn {
  const LOGIN: Occasion = { purpose: 'login', sessionId: undefined }

  async function options(occasion: Occasion, known: readonly store.PasskeyRow[]) {
    const { id: rpId } = ceremonies.here()
    return {
      rpId,
      challenge: await ceremonies.challenge(db, occasion),
      timeout: ceremonies.timeout,
      allowCredentials: credentialsFor(known, rpId),
      userVerification: 'required' as const,
    }
  }

  /** Whose passkey has answered; undefined: none that is believed, whatever is wrong. The challenge is used up either way. */
  async function recognise(answer: Assertion, occasion: Occasion): Promise<Shown | undefined> {
    const { id: rpId } = ceremonies.here()
    const challenge = await ceremonies.take(db, answer, occasion)
    if (!challenge) return undefined
    const known = await store.passkeyByCredential(db, { credentialId: Buffer.from(answer.id, 'base64url'), rpId })
    if (!known) return undefined
    // Where nobody has said who he is, the device must; where it says so, it must be right.
    const says = answer.response.userHandle ?? undefined
    if (says === undefined ? occasion.purpose === 'login' : says !== known.handle.toString('base64url'))
      return undefined
    const said = await ceremonies.readAssertion(answer, challenge, known.publicKey)
    return said && { id: known.id, memberId: known.memberId, ...said }
  }

  /** True: it counts. A counter that is not ahead of the last means a copy: neither of the two is believed any more. */
  async function accept(tx: Transaction, { id, memberId, signCount, synced }: Shown): Promise<boolean> {
    if ((await store.noteUse(tx, id, { signCount, synced })) === 1) return true
    const doubted = await store.doubt(tx, id)
    if (doubted) {
      log.warn({ passkeyId: id }, 'the counter of a passkey went backwards: it is believed no more')
      await sessions.tellChange(tx, memberId, 'passkeyDoubted', [doubted.name])
    }
    return false
  }

  return {
    'POST /api/login/passkey/begin': () => options(LOGIN, []),

    'POST /api/login/passkey': async ({ body: { answer, rememberMe } }, caller) => {
      await sessions.countAddress(caller)
      const shown = await recognise(answer, LOGIN)
      if (!shown) throw refusal(caller)
      const entered = await db.transaction(async (tx) => {
        const member = await holdMember(tx, shown.memberId)
        if (!member || !(await accept(tx, shown))) return undefined
        const how = { method: 'passkey', remembered: rememberMe }
        return { member, session: await sessions.begin(tx, member, how, caller) }
      })
      if (!entered) throw refusal(caller)
      return sessions.enter(entered.member, entered.session)
    },

    'POST /api/security/prove/passkey/begin': async (_, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      const known = await store.passkeysOf(db, memberId, { offset: 0, limit: MOST_PASSKEYS })
      return options({ purpose: 'prove', sessionId }, known)
    },

    'POST /api/security/prove/passkey': async ({ body }, caller) => {
      await sessions.countAddress(caller)
      const { memberId, sessionId } = memberOf(caller)
      const shown = await recognise(body, { purpose: 'prove', sessionId })
      if (shown?.memberId !== memberId) throw refusal(caller)
      const isProved = await db.transaction(async (tx) => {
        if (!(await holdMember(tx, memberId)) || !(await accept(tx, shown))) return false
        await sessions.prove(tx, sessionId)
        return true
      })
      if (!isProved) throw refusal(caller)
      return null
    },
  }
}

/** The same whatever was wrong; people read it as it is, programs its reason. */
const refusal = ({ locale }: Asker) =>
  refused(serverWords(locale)('login.passkeyRefused'), { reason: 'login.passkeyRefused' })
