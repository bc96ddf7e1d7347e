// Codes of an authenticator app as a second factor (decisions A10, F3).
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { ADDRESS_TAKEN_BACK } from '#rooms/members/events.ts'
import { sessionsRoom } from '#rooms/sessions/room.ts'
import { totpCalls, totpFactor } from './api.ts'
import { countRecoveryCodes, endYounger, forgetMember, forgetUnconfirmed, secretOf } from './store.ts'

export const totpRoom = defineRoom({
  name: 'totp',
  needs: { sessions: sessionsRoom },
  secrets: { totp: 'passing', 'recovery-code': 'kept' },
  open({ db, keyring, origin }, { sessions }) {
    const factor = totpFactor(keyring, sessions)
    return {
      calls: totpCalls({ db, keyring, sessions, origin }),
      subscribes: [
        // A thief's app would keep the owner out, whatever else he gets back; one of the owner's own keeps the thief out.
        ADDRESS_TAKEN_BACK.inTransaction(async (tx, { subject, payload }) => {
          const ended = await endYounger(tx, subject, payload.doubtedSince)
          if (ended.secret) await sessions.tellChange(tx, subject, 'totpOff')
          else if (ended.codes) await sessions.tellChange(tx, subject, 'recoveryEnded')
        }),
      ],
      jobs: [forgetDaily(db, 'totp', { days: 1, minute: 49, forget: forgetUnconfirmed })],
      declares: {
        secondFactors: { totp: factor },
        protections: { totp: factor.isOn },
        personal: {
          totp: {
            collect: async (memberId) => ({
              authenticatorSince: (await secretOf(db, memberId))?.enabledAt ?? null,
              recoveryCodesLeft: await countRecoveryCodes(db, memberId),
            }),
            erase: (tx, memberId) => forgetMember(tx, memberId),
          },
        },
      },
    }
  },
})
