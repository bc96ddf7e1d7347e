// The queue as a person looks at it: what waits, what failed, and what he may do about one job. Done by the library's own
// functions; a job that runs at this moment is left alone.
import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { TOLD } from './dead.ts'

export interface QueuedTask extends Record<string, unknown> {
  task: string
  /** Due, or tried again later. */
  waiting: number
  /** Not due yet, and never tried. */
  later: number
  running: number
  /** Tried as often as they may be. */
  dead: number
  /** Since when the oldest of those that are due has been. */
  oldest: Date | null
}

/** By name; `most` jobs are counted at most, the first of them, and as many of those that are tried no more, which hide no other. */
export function queuedTasks(db: Queryable, most: number): Promise<QueuedTask[]> {
  return db.query<QueuedTask>(sql`
    select t.identifier as task,
      count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and (j.attempts > 0 or j.run_at <= now()))::int as waiting,
      count(*) filter (where j.locked_at is null and j.attempts = 0 and j.run_at > now())::int as later,
      count(*) filter (where j.locked_at is not null)::int as running,
      count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts)::int as dead,
      min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()) as oldest
    from (
      (select task_id, locked_at, attempts, max_attempts, run_at from graphile_worker._private_jobs
        where locked_at is not null or attempts < max_attempts order by id limit ${most})
      union all
      (select task_id, locked_at, attempts, max_attempts, run_at from graphile_worker._private_jobs
        where locked_at is null and attempts >= max_attempts order by id limit ${most})
    ) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier order by t.identifier limit 300`)
}

/** Since when the job has been due that waits longest for a worker; undefined: none waits. */
export async function oldestDue(db: Queryable): Promise<Date | undefined> {
  const { since } = await db.one<{ since: Date | null }>(sql`
    select min(run_at) as since from graphile_worker._private_jobs where is_available and run_at <= now()`)
  return since ?? undefined
}

export interface FailedJob extends Record<string, unknown> {
  id: number
  task: string
  attempts: number
  maxAttempts: number
  /** Since when there is such a job. */
  since: Date
  /** When it is tried again; of one that is tried no more, when it would have been. */
  runAt: Date
  isDead: boolean
  isRunning: boolean
  /** Another one after anything that happened to it. */
  seen: string
  /** As it was thrown: nothing that people may see as it is. */
  error: string | null
  payload: unknown
}

export interface FailedWanted {
  /** Those that are tried no more, or those that are tried again; undefined: both. */
  isDead?: boolean | undefined
  task?: string | undefined
  /** The last of the page before. */
  beforeId?: number | undefined
  limit: number
}

/** That failed at least once, the latest first. */
export function failedJobs(db: Queryable, { isDead, task, beforeId, limit }: FailedWanted): Promise<FailedJob[]> {
  return db.query<FailedJob>(sql`
    select j.id::int8 as id, t.identifier as task, j.attempts::int as attempts, j.max_attempts::int as "maxAttempts", j.created_at as since,
      j.run_at as "runAt", j.attempts >= j.max_attempts as "isDead", j.locked_at is not null as "isRunning",
      md5(concat_ws(' ', j.attempts, j.max_attempts, j.run_at, j.updated_at, j.locked_at)) as seen, j.last_error as error, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts > 0 and (j.last_error is not null or j.attempts >= j.max_attempts) and j.id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
      and (${isDead ?? null}::boolean is null or (j.attempts >= j.max_attempts) = ${isDead ?? null})
      and (${task ?? null}::text is null or t.identifier = ${task ?? null})
    order by j.id desc limit ${limit}`)
}

/** As it is now, and stays until the transaction ends: no worker takes it meanwhile. */
export async function lockFailedJob(tx: Transaction, id: number): Promise<FailedJob | undefined> {
  await tx.run(sql`select 1 from graphile_worker._private_jobs where id = ${id} for update`)
  const [job] = await failedJobs(tx, { beforeId: id + 1, limit: 1 })
  return job?.id === id ? job : undefined
}

/** At once, and as often as a new one. */
export function tryAgain(tx: Transaction, id: number): Promise<number> {
  return tx.run(sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], now(), null, 0)`)
}

/**
 * Jobs of this task whose last try failed with such an error, a regular expression of PostgreSQL's, are tried at once, so many at
 * the most: what kept them is over. How often they may be tried stays. Answers how many.
 */
export async function bringForward(db: Queryable, task: string, error: string, limit: number): Promise<number> {
  const { jobs } = await db.one<{ jobs: number }>(sql`
    select count(*)::int as jobs from graphile_worker.reschedule_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${task} and j.attempts between 1 and j.max_attempts - 1 and j.locked_at is null
        and j.run_at > now() and j.last_error ~ ${error} order by j.priority, j.id limit ${limit}), now())`)
  return jobs
}

/** It is tried no more, and stays where it is; who gave it up need not be told so. */
export async function giveUp(tx: Transaction, id: number, error: string | null): Promise<void> {
  await tx.run(sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${error}::text)`)
  await tx.run(sql`
    update graphile_worker._private_jobs set flags = coalesce(flags, '{}') || jsonb_build_object(${TOLD}::text, true) where id = ${id}`)
}

/** There is no such job any more. */
export function removeJob(tx: Transaction, id: number): Promise<number> {
  return tx.run(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`)
}
