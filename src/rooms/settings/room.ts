// What an operator changes while the shop runs, in the back office; each setting is declared by the room that reads it.
import { defineRoom } from '#platform/room.ts'
import { settingsOfficeCalls } from './office-calls.ts'

export const settingsRoom = defineRoom({
  name: 'settings',
  needs: {},
  open: ({ db, settings }) => ({
    calls: settingsOfficeCalls({ db, settings }),
    declares: {
      permissions: { 'settings.read': ['manager', 'bookkeeper', 'reader'], 'settings.write': ['manager'] },
      histories: { setting: 'settings.read' },
    },
  }),
})
