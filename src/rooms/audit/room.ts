// What people who work here did, kept as it was written, and searched.
import { defineRoom } from '#platform/room.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { auditOfficeCalls } from './office-calls.ts'
import { backupNames } from './subjects.ts'

export const auditRoom = defineRoom({
  name: 'audit',
  needs: {},
  settings: [TIME_ZONE],
  open: ({ db, settings, declared }) => ({
    calls: auditOfficeCalls({
      ...{ db, settings },
      histories: () => declared('histories'),
      showsPersons: () => declared('showsPersons'),
      subjects: () => ({ names: declared('subjectNames'), meant: declared('subjectMeant') }),
    }),
    declares: {
      permissions: { 'audit.read': ['manager'] },
      subjectNames: { backup: backupNames(() => settings.read(TIME_ZONE)) },
    },
  }),
})
