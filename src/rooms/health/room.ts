// How the shop is, for whoever runs it: what waits, what failed, and what a person may do about it.
import { mergeCalls } from '#platform/http/serve.ts'
import { oldestDue } from '#platform/jobs/queue.ts'
import { defineRoom } from '#platform/room.ts'
import { createJobActs } from './job-acts.ts'
import { LONGEST_DUE_MINUTES } from './limits.ts'
import { createLook } from './look.ts'
import { mailRecipients } from './mail-store.ts'
import { healthOfficeCalls } from './office-calls.ts'
import { mailsOfficeCalls } from './office-mails.ts'
import { noticesOfficeCalls } from './office-notices.ts'
import { secretsOf } from './secrets.ts'

export const healthRoom = defineRoom({
  name: 'health',
  needs: {},
  open({ db, config, identity, health, mailDomain, metrics }) {
    const secrets = secretsOf(config)
    const look = createLook({ db, config, health })
    const dueSeconds = async () => {
      const since = await oldestDue(db)
      return since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0
    }
    metrics.lookUp(
      'latchkey_oldest_due_job_seconds',
      'Since when the job that waits longest for a worker is due',
      dueSeconds,
    )
    return {
      calls: mergeCalls(
        healthOfficeCalls({ db, config, look, acts: createJobActs({ db }), secrets }),
        mailsOfficeCalls({ db, secrets, mailDomain }),
        noticesOfficeCalls({ db }),
      ),
      declares: {
        permissions: { 'health.read': ['manager', 'reader'], 'health.write': ['manager'] },
        mails: { mailTest: async () => ({ values: { shop: identity.name() } }) },
        subjectNames: {
          mail: async (on, ids, { sees }) => (sees('orders.read') ? mailRecipients(on, ids) : new Map()),
        },
        histories: { job: 'health.read', mail: 'health.read' },
      },
      async notes() {
        const minutes = Math.floor((await dueSeconds()) / 60)
        return minutes >= LONGEST_DUE_MINUTES ? [`jobs: one has been due for ${minutes} minutes`] : []
      },
    }
  },
})
