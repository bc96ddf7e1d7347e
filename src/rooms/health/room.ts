// How the shop is, for whoever runs it: what waits, what failed, and what a person may do about it.
import { defineRoom } from '#platform/room.ts'
import { createJobActs } from './job-acts.ts'
import { createLook } from './look.ts'
import { healthOfficeCalls } from './office-calls.ts'
import { secretsOf } from './secrets.ts'

export const healthRoom = defineRoom({
  name: 'health',
  needs: {},
  open: ({ db, config, health }) => ({
    calls: healthOfficeCalls({
      ...{ db, config, look: createLook({ db, config, health }) },
      ...{ acts: createJobActs({ db }), secrets: secretsOf(config) },
    }),
    declares: {
      permissions: { 'health.read': ['manager', 'reader'], 'health.write': ['manager'] },
      histories: { job: 'health.read' },
    },
  }),
})
