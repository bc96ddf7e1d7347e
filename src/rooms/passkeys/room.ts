// Passkeys (WebAuthn): members sign in and prove themselves without a password (decisions A10, F3).
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { defineRoom } from '#platform/room.ts'
import { PASSWORD_CHANGED } from '#rooms/members/events.ts'
import { sessionsRoom } from '#rooms/sessions/room.ts'
import { createCeremonies, relyingParty } from '#rooms/webauthn/hands.ts'
import { myPasskeys } from './api.ts'
import { passkeysContract } from './contract.ts'
import { signingIn } from './signing-in.ts'
import { forgetMember, passkeys } from './store.ts'

const FORGET = defineJob('passkeys.forget')

export const passkeysRoom = defineRoom({
  name: 'passkeys',
  needs: { sessions: sessionsRoom },
  open({ db, log, config, identity, origin }, { sessions }) {
    const { publicUrl, cookieDomain } = config
    const ceremonies = createCeremonies({
      log,
      store: passkeys,
      party: () => relyingParty({ publicUrl, cookieDomain, origin: origin() }),
    })
    return {
      calls: serves(passkeysContract, {
        ...myPasskeys({ db, ceremonies, sessions, shopName: identity.name }),
        ...signingIn({ db, log, ceremonies, sessions }),
      }),
      subscribes: [
        // A password replaced by mail puts everybody else out, so also whoever made himself a passkey meanwhile.
        PASSWORD_CHANGED.inTransaction(async (tx, { subject, payload }) => {
          const ended = payload.byMail ? await passkeys.removeAll(tx, subject) : []
          if (ended.length > 0) await sessions.tellChange(tx, subject, 'passkeysEnded', ended)
        }),
      ],
      jobs: [FORGET.does(() => passkeys.forgetChallenges(db).then(() => undefined), { cron: '*/10 * * * *' })],
      declares: {
        protections: { passkeys: async (on, memberId) => (await passkeys.countPasskeys(on, memberId)) > 0 },
        personal: {
          passkeys: {
            async collect(memberId) {
              const rows = await passkeys.passkeysOf(db, memberId)
              // Neither the key, which is public, nor its id: they are between the shop and the device.
              return { passkeys: rows.map(({ id, credentialId, ...told }) => told) }
            },
            erase: (tx, memberId) => forgetMember(tx, memberId),
          },
        },
      },
    }
  },
})
