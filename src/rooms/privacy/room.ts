// What the shop holds about a member: for himself, and until he goes.
import { CallError } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { membersRoom } from '#rooms/members/room.ts'
import { sessionsRoom } from '#rooms/sessions/room.ts'
import { privacyContract } from './contract.ts'
import { MEMBER_CLOSED } from './events.ts'
import { CLOSE_ASKED, ERASE_AGAIN } from './jobs.ts'
import { createPrivacy } from './privacy.ts'
import { createSending } from './sending.ts'
import { zipped } from './zip.ts'

export const privacyRoom = defineRoom({
  name: 'privacy',
  needs: { members: membersRoom, sessions: sessionsRoom },
  events: [MEMBER_CLOSED],
  secrets: { erasure: 'kept' },
  open({ db, keyring, events, identity, mailDomain, declared }, { sessions }) {
    const privacy = createPrivacy({ db, keyring, events, personal: () => declared('personal'), mailDomain })
    const sending = createSending()
    return {
      calls: serves(privacyContract, {
        'GET /api/profile/export': async (_, caller) => {
          const { memberId } = memberOf(caller)
          const about = { shop: identity.name(), exportedAt: new Date().toISOString() }
          const entries = await privacy.archive(memberId, about)
          return {
            name: `${about.shop}-${about.exportedAt.slice(0, 10)}.zip`,
            mediaType: 'application/zip',
            bytes: await sending.begin(memberId, zipped(entries)),
          }
        },
        'POST /api/profile/erase': async ({ body }, caller) => {
          const { memberId, sessionId } = memberOf(caller)
          if (body.id !== undefined && body.id !== memberId) throw new CallError(403, 'member.other')
          await privacy.erase(memberId, { mayStill: (tx) => sessions.hold(tx, caller) })
          await sessions.end(sessionId, caller.setCookie)
          return null
        },
      }),
      beforeServing: () => privacy.replay(),
      jobs: [ERASE_AGAIN.does((of) => privacy.eraseAgain(of)), CLOSE_ASKED.does((of) => privacy.closeAsked(of))],
      declares: { limits: { export: 10 }, mails: { accountClosed: async () => ({}) } },
    }
  },
})
