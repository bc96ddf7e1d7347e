// Things that happen later. A job is enqueued in the transaction of the business change, so it exists exactly when the
// change does; it runs at least once, so every handler is idempotent.
import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log.ts'

export type JobHandler = (payload: never) => Promise<void>
export type Jobs = Record<string, JobHandler>

interface EnqueueOptions {
  runAt?: Date
  /** A job with the same key replaces the one that waits. */
  key?: string
  /** Default 25, some three days with graphile-worker's growing delays. */
  maxAttempts?: number
}

/** Payloads hold ids, never secrets: they lie in the database in the clear. */
export async function enqueue(
  db: Queryable,
  name: string,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  await db.run(sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}, max_attempts => ${options.maxAttempts ?? null}::int)`)
}

export interface Worker {
  /** Waits for the jobs under way, up to 30 s. */
  stop(): Promise<void>
}

export async function startWorker(options: {
  pool: Pool
  jobs: Jobs
  /** Each runs at the given minutes of the hour, enqueued once among all instances. */
  schedule: { job: string; cron: string }[]
  concurrency: number
  log: Log
}): Promise<Worker> {
  const taskList: TaskList = {}
  for (const [name, handler] of Object.entries(options.jobs)) taskList[name] = (payload) => handler(payload as never)
  const runner: Runner = await run({
    pgPool: options.pool,
    taskList,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(
      options.schedule.map(({ job, cron }) => ({
        task: job,
        match: cron,
        options: { maxAttempts: 1, backfillPeriod: 0 },
      })),
    ),
    logger: new WorkerLogger((scope) => (level, message) => {
      // The library logs each finished job at info; failures matter, the rest is noise.
      if (level === 'error') options.log.error({ job: scope.taskIdentifier, jobId: scope.jobId }, firstLine(message))
      else if (level === 'warning') options.log.warn(firstLine(message))
    }),
    preset: {
      worker: {
        concurrentJobs: options.concurrency,
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: 30_000,
      },
    },
  })
  return { stop: () => runner.stop() }
}

const firstLine = (message: string) => message.split('\n', 1)[0]!
