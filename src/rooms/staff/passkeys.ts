// Serves everybody his own passkeys. Password and app stay with him whatever he removes here.
import { randomBytes, randomUUID } from 'node:crypto'
import { notFound, refused } from '#platform/http/errors.ts'
import { staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { nameFor, shownPasskey } from '#rooms/webauthn/hands.ts'
import { MOST_PASSKEYS } from '#rooms/webauthn/limits.ts'
import { staffPasskeysOffice } from './office-passkeys-contract.ts'
import { changeOwn, noteOwn } from './own.ts'
import { type SigningInOptions, signingIn } from './passkey-sign-in.ts'
import { staffPasskeys } from './passkey-store.ts'

/** `shopName`: what devices call the place that their passkeys are for. */
export function passkeyCalls(of: SigningInOptions & { shopName: () => string }) {
  const { db, ceremonies, told, shopName } = of

  return serves(staffPasskeysOffice, {
    ...signingIn(of),

    'GET /office/me/passkeys': async (_, caller) => {
      const rows = await staffPasskeys.passkeysOf(db, staffOf(caller).staffId)
      return { passkeys: rows.map((row) => shownPasskey(row, ceremonies.party()?.id)) }
    },

    'POST /office/me/passkeys/begin': (_, caller) =>
      changeOwn(db, caller, async (tx, { id, email, name }) => {
        ceremonies.here()
        const known = await staffPasskeys.passkeysOf(tx, id)
        if (known.length >= MOST_PASSKEYS) throw refused('passkey.tooMany')
        const handle = await staffPasskeys.handleOf(tx, id, randomBytes(32))
        // Who also shops here under this address tells his two accounts apart by it.
        const owner = { handle, name: `${email} (office)`, displayName: name || email }
        return ceremonies.addition(tx, staffOf(caller).sessionId, { shop: shopName(), owner, known })
      }),

    'POST /office/me/passkeys': async ({ body }, caller) => {
      const { id: rpId } = ceremonies.here()
      const row = await changeOwn(db, caller, async (tx, person) => {
        const made = await ceremonies.added(tx, staffOf(caller).sessionId, body)
        if (!made) return undefined
        if ((await staffPasskeys.passkeysOf(tx, person.id)).length >= MOST_PASSKEYS) throw refused('passkey.tooMany')
        const { transports } = body.response
        const named = { id: randomUUID(), ownerId: person.id, transports, name: nameFor(caller.headers) }
        const added = await staffPasskeys.addPasskey(tx, { ...named, ...made })
        if (!added) throw refused('passkey.known')
        await noteOwn(tx, caller, 'passkeyAdd', { after: { passkey: added.name } })
        await told.changed(tx, person, 'passkeyAdded', [added.name])
        return added
      })
      if (!row) throw refused('passkey.refused')
      return shownPasskey(row, rpId)
    },

    'POST /office/me/passkeys/{id}/rename': ({ params: { id }, body: { name } }, caller) =>
      changeOwn(db, caller, async (tx, person) => {
        const was = await staffPasskeys.renamePasskey(tx, { id, ownerId: person.id, name })
        if (!was) throw notFound()
        await noteOwn(tx, caller, 'passkeyRename', { before: { passkey: was.name }, after: { passkey: name } })
        return null
      }),

    'DELETE /office/me/passkeys/{id}': ({ params: { id } }, caller) =>
      changeOwn(db, caller, async (tx, person) => {
        const removed = await staffPasskeys.removePasskey(tx, { id, ownerId: person.id })
        if (!removed) throw notFound()
        await noteOwn(tx, caller, 'passkeyRemove', { before: { passkey: removed.name } })
        await told.changed(tx, person, 'passkeyRemoved', [removed.name])
        return null
      }),
  } satisfies Handlers<typeof staffPasskeysOffice>)
}
