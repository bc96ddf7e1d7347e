// Members: who they are.
import { defineRoom } from '#platform/room.ts'
import { MEMBER_CONFIRMED, PASSWORD_CHANGED } from './events.ts'
import { personalMembers } from './personal.ts'
import { profileCalls } from './profile-api.ts'

export const membersRoom = defineRoom({
  name: 'members',
  needs: {},
  events: [MEMBER_CONFIRMED, PASSWORD_CHANGED],
  open: ({ db }) => ({ calls: profileCalls(db), declares: { personal: { members: personalMembers(db) } } }),
})
