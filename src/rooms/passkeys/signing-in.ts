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
import type { Ceremonies, Occasion, ShownPasskey } from '#rooms/webauthn/hands.ts'
import type { passkeysContract } from './contract.ts'
import { passkeys } from './store.ts'

type SigningIn = Pick<
  Handlers<typeof passkeysContract>,
  | 'POST /api/login/passkey/begin'
  | 'POST /api/login/passkey'
  | 'POST /api/security/prove/passkey/begin'
  | 'POST /api/security/prove/passkey'
>

export interface SigningInOptions {
  db: Database
  log: Log
  ceremonies: Ceremonies
  sessions: Sessions
}

export function signingIn({ db, log, ceremonies, sessions }: SigningInOptions): SigningIn {
  const LOGIN: Occasion = { purpose: 'login', sessionId: undefined }

  /** True: it counts. A counter that is not ahead of the last means a copy: neither of the two is believed any more. */
  async function accept(tx: Transaction, { id, ownerId, signCount, synced }: ShownPasskey): Promise<boolean> {
    if ((await passkeys.noteUse(tx, id, { signCount, synced })) === 1) return true
    const doubted = await passkeys.doubt(tx, id)
    if (doubted) {
      log.warn({ passkeyId: id }, 'the counter of a passkey went backwards: it is believed no more')
      await sessions.tellChange(tx, ownerId, 'passkeyDoubted', [doubted.name])
    }
    return false
  }

  return {
    'POST /api/login/passkey/begin': () => ceremonies.request(db, LOGIN, []),

    'POST /api/login/passkey': async ({ body: { answer, rememberMe } }, caller) => {
      await sessions.countAddress(caller)
      const shown = await ceremonies.recognise(db, answer, LOGIN)
      if (!shown) throw refusal(caller)
      const entered = await db.transaction(async (tx) => {
        const member = await holdMember(tx, shown.ownerId)
        if (!member || !(await accept(tx, shown))) return undefined
        const how = { method: 'passkey', remembered: rememberMe }
        return { member, session: await sessions.begin(tx, member, how, caller) }
      })
      if (!entered) throw refusal(caller)
      return sessions.enter(entered.member, entered.session)
    },

    'POST /api/security/prove/passkey/begin': async (_, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      const known = await passkeys.passkeysOf(db, memberId)
      return ceremonies.request(db, { purpose: 'prove', sessionId }, known)
    },

    'POST /api/security/prove/passkey': async ({ body }, caller) => {
      await sessions.countAddress(caller)
      const { memberId, sessionId } = memberOf(caller)
      const shown = await ceremonies.recognise(db, body, { purpose: 'prove', sessionId })
      if (shown?.ownerId !== memberId) throw refusal(caller)
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

/** One refusal whatever was wrong; people read it as it is, programs its reason. */
const refusal = ({ locale }: Asker) =>
  refused(serverWords(locale)('login.passkeyRefused'), { reason: 'login.passkeyRefused' })
