// What an operator changes while the shop runs, in the back office; each setting is declared by the room that reads it.
import { together } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { contactCalls } from './contact-calls.ts'
import { settingsOfficeCalls } from './office-calls.ts'

export const settingsRoom = defineRoom({
  name: 'settings',
  needs: {},
  open: ({ db, settings }) => ({
    calls: together(settingsOfficeCalls({ db, settings }), contactCalls(db)),
    declares: {
      permissions: { 'settings.read': ['manager', 'bookkeeper', 'reader'], 'settings.write': ['manager'] },
      histories: { setting: 'settings.read', contact: 'settings.read' },
    },
  }),
})
