// Serves the back office how the shop is, and what may be done about jobs that failed.

import type { Database } from '#platform/database/database.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { type FailedJob, failedJobs } from '#platform/jobs/queue.ts'
import type { RoomConfig } from '#platform/room.ts'
import type { JobActs } from './job-acts.ts'
import { HEALTH_PER_PAGE } from './limits.ts'
import type { Look } from './look.ts'
import { healthOffice } from './office.ts'
import { plainError, plainIds } from './plain.ts'
import { writeReport } from './report.ts'

interface Options {
  db: Database
  config: RoomConfig
  look: Look
  acts: JobActs
  secrets: readonly string[]
}

export function healthOfficeCalls({ db, config, look, acts, secrets }: Options) {
  const shown = ({ payload, error, runAt, isDead, since, ...job }: FailedJob) => ({
    ...job,
    since: since.toISOString(),
    nextAt: isDead ? null : runAt.toISOString(),
    error: plainError(error, secrets),
    about: plainIds(payload),
  })
  return serves(healthOffice, {
    'GET /office/health': () => look(),

    'GET /office/health/jobs': async ({ query: { state, task, after } }) => {
      const wanted = { isDead: state && state === 'dead', task: task || undefined, beforeId: after }
      const found = await failedJobs(db, { ...wanted, limit: HEALTH_PER_PAGE + 1 })
      const rows = found.slice(0, HEALTH_PER_PAGE)
      return { rows: rows.map(shown), next: found.length > rows.length ? rows.at(-1)!.id : null }
    },

    'POST /office/health/jobs/{id}/retry': ({ params, body }, caller) => acts.retry(params.id, body, caller),
    'POST /office/health/jobs/{id}/give-up': ({ params, body }, caller) => acts.giveUp(params.id, body, caller),
    'POST /office/health/jobs/{id}/remove': ({ params, body }, caller) => acts.remove(params.id, body, caller),

    'GET /office/health/report': async () => ({ text: writeReport(await look(), config, secrets) }),
  } satisfies Handlers<typeof healthOffice>)
}
