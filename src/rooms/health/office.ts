// How the shop is: its machine, its database, and the jobs that failed.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { HEALTH_PER_PAGE, LONGEST_TASK, MOST_JOBS } from './limits.ts'
import { ABOUT } from './readiness.ts'

const Moment = z.iso.datetime()
const Count = z.number().int()
const JobId = z.coerce.number().int().min(1).max(1e15)
const Ways = z.object({
  /** The `seen` of the row that was looked at. */
  seen: z.string().min(1).max(64),
  reason: z.string().trim().min(1).max(LONGEST_REASON),
})

const Refusals = 'Refusals: `health.refused.noJob`, `health.refused.running`, `health.refused.changed`'

export const healthOffice = defineContract({
  'GET /office/health': {
    summary: `How the process that answers is, and what all share: readiness as \`/readyz\` says it, versions, database, disk, journal, backups, and jobs by name (of the first ${MOST_JOBS}, and of as many that are tried no more)`,
    access: { staff: 'health.read' },
    data: z.object({
      ready: z.boolean(),
      /** What is wrong, as `/readyz` says it. */
      wrong: z.array(z.object({ about: z.enum(ABOUT), line: z.string() })),
      versions: z.object({ program: z.string(), node: z.string(), database: z.string() }),
      /** `missing`: the program has so many that the database has not. */
      migrations: z.object({ applied: Count, missing: Count, latest: z.string() }),
      database: z.object({ bytes: Count, connections: Count, mostConnections: Count }),
      /** Of the data directory; null: the machine does not say. */
      disk: z.object({ free: Count, size: Count }).nullable(),
      /** Taken with `npm run backup`; null: none. */
      backupAt: Moment.nullable(),
      /** Entries that are not in its files yet, counted to MOST_ENTRIES; `since` the oldest. */
      journal: z.object({ waiting: Count, since: Moment.nullable() }),
      upSince: Moment,
      /** Processes that serve, and those among them that do jobs. */
      instances: Count,
      workers: Count,
      jobs: z.object({
        isMore: z.boolean(),
        tasks: z.array(
          z.object({
            task: z.string(),
            waiting: Count,
            later: Count,
            running: Count,
            dead: Count,
            oldest: Moment.nullable(),
          }),
        ),
      }),
    }),
  },
  'GET /office/health/jobs': {
    summary: `Jobs that failed, the latest first, ${HEALTH_PER_PAGE} at a time: those that are tried again and those that are not. \`after\` is the \`next\` of the page before. Of what a job was handed only ids are told.`,
    access: { staff: 'health.read' },
    query: z.object({
      state: z.enum(['dead', 'trying']).optional(),
      task: z.string().trim().max(LONGEST_TASK).optional(),
      after: JobId.optional(),
    }),
    data: z.object({
      rows: z.array(
        z.object({
          id: Count,
          task: z.string(),
          attempts: Count,
          maxAttempts: Count,
          since: Moment,
          /** Null: it is tried no more. */
          nextAt: Moment.nullable(),
          isRunning: z.boolean(),
          seen: z.string(),
          error: z.string(),
          about: z.array(z.object({ name: z.string(), id: z.string() })),
        }),
      ),
      next: Count.nullable(),
    }),
  },
  'POST /office/health/jobs/{id}/retry': {
    summary: `A job that failed is tried again at once, and as often as a new one. ${Refusals}.`,
    access: { staff: 'health.write' },
    params: z.object({ id: JobId }),
    body: Ways,
    data: z.null(),
  },
  'POST /office/health/jobs/{id}/give-up': {
    summary: `A job that failed and would be tried again is not; it stays in the list. ${Refusals}, \`health.refused.dead\`.`,
    access: { staff: 'health.write' },
    params: z.object({ id: JobId }),
    body: Ways,
    data: z.null(),
  },
  'POST /office/health/jobs/{id}/remove': {
    summary: `A job that is tried no more goes: what it should have done is not done. ${Refusals}, \`health.refused.trying\`.`,
    access: { staff: 'health.write' },
    params: z.object({ id: JobId }),
    body: Ways,
    data: z.null(),
  },
  'GET /office/health/report': {
    summary:
      'One text for whoever helps: versions, figures, settings that are not secret, names of jobs that failed. No addresses, keys, tokens or host names.',
    access: { staff: 'health.read' },
    data: z.object({ text: z.string() }),
  },
})

type HealthOffice = typeof healthOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends HealthOffice {}
}
