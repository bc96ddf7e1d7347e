// Serves signing in to the back office and out of it.
import { randomUUID } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { DemoToken } from '#platform/demo-token.ts'
import { CallError, notFound } from '#platform/http/errors.ts'
import { staffOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import type { Identity } from '#platform/identity.ts'
import { audit } from '#rooms/audit/hands.ts'
import type { createInvitations } from './invitations.ts'
import { staffOffice } from './office.ts'
import { type Proving, proving } from './proving.ts'
import * as store from './store.ts'

interface Options extends Proving {
  config: Pick<Config, 'demo'>
  identity: Pick<Identity, 'name'>
  demoToken: DemoToken
  invitations: ReturnType<typeof createInvitations>
}

export function staffCalls(of: Options) {
  const { db, config, identity, demoToken, sessions, invitations } = of
  const prove = proving(of)

  return serves(staffOffice, {
    'GET /office/door': async () => ({
      shop: identity.name(),
      isDemo: config.demo,
      needsToken: demoToken.value !== undefined,
    }),

    'GET /office/session': (_, caller) => sessions.me(caller),

    'POST /office/session': async ({ body }, caller) => {
      const session = await prove(body.email, body, caller, async (tx, person, proof) => {
        const { id, email } = person
        const by = { staffId: id, email, address: caller.address }
        await audit(tx, { by, act: 'staff.signIn', subject: { kind: 'staff', id }, after: { proof } })
        return sessions.begin(tx, person, caller)
      })
      return session.enter()
    },

    'POST /office/demo': async ({ body }, caller) => {
      if (!config.demo) throw notFound()
      if (!demoToken.admits(body.token)) throw new CallError(403, 'office.demoToken')
      const session = await db.transaction(async (tx) => {
        const person = await store.demoOwner(tx, randomUUID())
        const { id, email } = person
        const by = { staffId: id, email, address: caller.address }
        await audit(tx, { by, act: 'staff.signIn', subject: { kind: 'staff', id }, after: { proof: 'demo' } })
        return sessions.begin(tx, person, caller)
      })
      return session.enter()
    },

    'POST /office/session/renew': async (_, caller) => {
      await sessions.renew(staffOf(caller).sessionId)
      return null
    },

    'POST /office/prove': async ({ body }, caller) => {
      const { staffId, sessionId } = staffOf(caller)
      const person = await store.staffById(db, staffId)
      await prove(person?.email ?? '', body, caller, (tx) => sessions.prove(tx, sessionId))
      return null
    },

    'DELETE /office/session': async (_, caller) => {
      await sessions.end(staffOf(caller).sessionId, caller.setCookie)
      return null
    },

    'POST /office/invitation': ({ body }) => invitations.look(body.token),

    'POST /office/invitation/accept': ({ body }, caller) => invitations.accept(body, caller),
  })
}
