// How the shop is, for whoever runs it: what waits, what failed, and what a person may do about it.
import { together } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { createJobActs } from './job-acts.ts'
import { createLook } from './look.ts'
import { healthOfficeCalls } from './office-calls.ts'
import { mailsOfficeCalls } from './office-mails.ts'
import { noticesOfficeCalls } from './office-notices.ts'
import { secretsOf } from './secrets.ts'

export const healthRoom = defineRoom({
  name: 'health',
  needs: {},
  open({ db, config, identity, health, mailDomain }) {
    const secrets = secretsOf(config)
    const look = createLook({ db, config, health })
    return {
      calls: together(
        healthOfficeCalls({ db, config, look, acts: createJobActs({ db }), secrets }),
        mailsOfficeCalls({ db, secrets, mailDomain }),
        noticesOfficeCalls({ db }),
      ),
      declares: {
        permissions: { 'health.read': ['manager', 'reader'], 'health.write': ['manager'] },
        mails: { mailTest: async () => ({ values: { shop: identity.name() } }) },
        histories: { job: 'health.read', mail: 'health.read' },
      },
    }
  },
})
