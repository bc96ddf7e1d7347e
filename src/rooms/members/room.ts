// Members: who they are.
import { defineRoom } from '#platform/room.ts'
import { MEMBER_CONFIRMED, PASSWORD_CHANGED } from './events.ts'

export const membersRoom = defineRoom({
  name: 'members',
  needs: {},
  events: [MEMBER_CONFIRMED, PASSWORD_CHANGED],
  open: () => ({}),
})
