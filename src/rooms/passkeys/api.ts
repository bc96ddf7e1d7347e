// Serves what a member does with his passkeys.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { memberById } from '#rooms/members/hands.ts'
import type { Sessions } from '#rooms/sessions/hands.ts'
import { type Ceremonies, nameFor, shownPasskey } from '#rooms/webauthn/hands.ts'
import { MOST_PASSKEYS } from '#rooms/webauthn/limits.ts'
import type { passkeysContract } from './contract.ts'
import { passkeys } from './store.ts'

type Mine = Pick<
  Handlers<typeof passkeysContract>,
  | 'GET /api/profile/passkeys'
  | 'POST /api/profile/passkeys/begin'
  | 'POST /api/profile/passkeys'
  | 'POST /api/profile/passkeys/{id}/rename'
  | 'DELETE /api/profile/passkeys/{id}'
>

export interface MyPasskeysOptions {
  db: Database
  ceremonies: Ceremonies
  sessions: Sessions
  shopName: () => string
}

export function myPasskeys({ db, ceremonies, sessions, shopName }: MyPasskeysOptions): Mine {
  return {
    'GET /api/profile/passkeys': async ({ query }, caller) => {
      const { memberId } = memberOf(caller)
      const [rows, total] = await Promise.all([
        passkeys.passkeysOf(db, memberId, rowsOfPage(query)),
        passkeys.countPasskeys(db, memberId),
      ])
      return { rows: rows.map((row) => shownPasskey(row, ceremonies.party()?.id)), total }
    },

    'POST /api/profile/passkeys/begin': async (_, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      ceremonies.here()
      const member = await memberById(db, memberId)
      if (!member) throw new CallError(401, 'message.loginFirst')
      const known = await passkeys.passkeysOf(db, memberId)
      if (known.length >= MOST_PASSKEYS) throw refused('passkey.tooMany')
      const handle = await passkeys.handleOf(db, memberId, randomBytes(32))
      return ceremonies.addition(db, sessionId, {
        shop: shopName(),
        owner: { handle, name: member.username, displayName: member.uname },
        known,
      })
    },

    'POST /api/profile/passkeys': async ({ body }, caller) => {
      const { memberId, sessionId } = memberOf(caller)
      const { id: rpId } = ceremonies.here()
      const row = await db.transaction(async (tx) => {
        await sessions.hold(tx, caller)
        await passkeys.handleOf(tx, memberId, randomBytes(32))
        const made = await ceremonies.added(tx, sessionId, body)
        if (!made) return undefined
        if ((await passkeys.countPasskeys(tx, memberId)) >= MOST_PASSKEYS) throw refused('passkey.tooMany')
        const { transports } = body.response
        const named = { id: randomUUID(), ownerId: memberId, transports, name: nameFor(caller.headers) }
        const added = await passkeys.addPasskey(tx, { ...named, ...made })
        if (!added) throw refused('passkey.known')
        await sessions.tellChange(tx, memberId, 'passkeyAdded', [added.name])
        return added
      })
      if (!row) throw refused('passkey.refused')
      return shownPasskey(row, rpId)
    },

    'POST /api/profile/passkeys/{id}/rename': async ({ params: { id }, body: { name } }, caller) => {
      const { memberId } = memberOf(caller)
      if (!(await passkeys.renamePasskey(db, { id, ownerId: memberId, name }))) throw notFound()
      return null
    },

    'DELETE /api/profile/passkeys/{id}': async ({ params: { id } }, caller) => {
      const { memberId } = memberOf(caller)
      await db.transaction(async (tx) => {
        await sessions.hold(tx, caller)
        const removed = await passkeys.removePasskey(tx, { id, ownerId: memberId })
        if (!removed) throw notFound()
        await sessions.tellChange(tx, memberId, 'passkeyRemoved', [removed.name])
      })
      return null
    },
  }
}
