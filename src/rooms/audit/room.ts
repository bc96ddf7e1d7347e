// What people who work here did, kept as it was written, and searched.
import { defineRoom } from '#platform/room.ts'
import { auditOfficeCalls } from './office-calls.ts'

export const auditRoom = defineRoom({
  name: 'audit',
  needs: {},
  open: ({ db, declared }) => ({
    calls: auditOfficeCalls({ db, histories: () => declared('histories') }),
    declares: { permissions: { 'audit.read': ['manager'] } },
  }),
})
