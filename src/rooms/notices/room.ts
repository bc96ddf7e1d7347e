// What members are told in their centre.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { days, type Variables, valuesOf } from '#platform/variables.ts'
import { noticesCalls } from './api.ts'
import { MOST_UNREAD_COUNTED } from './contract.ts'
import { eraseNotices, forgetNotices, noticesOf, unreadCount } from './store.ts'
import { TOLD } from './told.ts'

const VARIABLES: Variables<{ RETAIN_MEMBER_NOTICES_DAYS: number }> = {
  name: 'notices',
  shape: { RETAIN_MEMBER_NOTICES_DAYS: days.default(365) },
  setTogether: [],
  refusals: () => [],
}

export const noticesRoom = defineRoom({
  name: 'notices',
  needs: {},
  variables: () => VARIABLES,
  open({ db, config }) {
    const { RETAIN_MEMBER_NOTICES_DAYS: days } = valuesOf(config, VARIABLES)
    return {
      calls: noticesCalls({ db }),
      subscribes: TOLD,
      jobs: [forgetDaily(db, 'memberNotices', { days, minute: 53, forget: forgetNotices })],
      declares: {
        memberFacts: { unread: async (on, { id }) => (await unreadCount(on, id, MOST_UNREAD_COUNTED)).count },
        personal: {
          notices: { collect: async (memberId) => ({ notices: await noticesOf(db, memberId) }), erase: eraseNotices },
        },
      },
    }
  },
})
