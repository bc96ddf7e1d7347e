// Jobs that were tried as often as they may be. Found in the queue itself: the process that tried last may have died of it.
import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { KEYED } from './define.ts'

export interface DeadJob {
  id: number
  task: string
  attempts: number
  payload: Record<string, unknown>
  /** It comes again by the clock. */
  scheduled: boolean
}

/** Flag of a job that is tried no more: somebody was told of it. */
export const TOLD = 'told'

/** Those that nobody was told of yet, the oldest first. One that somebody let run again is told anew when it dies again. */
export async function deadJobs(db: Queryable): Promise<DeadJob[]> {
  await db.run(sql`
    update graphile_worker._private_jobs set flags = flags - ${TOLD}::text where flags ? ${TOLD} and attempts < max_attempts`)
  // Replaced while it ran: it lost its key and every further attempt then, and its successor does what it could not.
  await db.run(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where flags ? ${KEYED} and key is null and attempts >= max_attempts and locked_at is null order by id limit 1000))`)
  return db.query<DeadJob>(sql`
    select j.id::int8 as id, t.identifier as task, j.attempts::int as attempts, j.payload, j.payload::jsonb ? '_cron' as scheduled
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null and (j.flags ? ${TOLD}) is not true
    order by j.id limit 100`)
}

/**
 * One that comes again by itself goes; the others stay, marked, until somebody has mended what kept them from it. False: it is dead no
 * more, or another process has found it.
 */
export async function dropDeadJob(tx: Transaction, { id, scheduled }: DeadJob): Promise<boolean> {
  const dropped = scheduled
    ? await tx.run(sql`
        select graphile_worker.complete_jobs(array(
          select id from graphile_worker._private_jobs
          where id = ${id} and attempts >= max_attempts and locked_at is null for update))`)
    : await tx.run(sql`
        update graphile_worker._private_jobs set flags = coalesce(flags, '{}') || jsonb_build_object(${TOLD}::text, true)
        where id = ${id} and attempts >= max_attempts and locked_at is null and (flags ? ${TOLD}) is not true`)
  return dropped === 1
}

/** Those of this task that have been dead for so many hours, for what they were asked to do is of no use any more. Answers how many went. */
export async function forgetDead(db: Queryable, task: string, hours: number): Promise<number> {
  const { jobs } = await db.one<{ jobs: number }>(sql`
    select count(*)::int as jobs from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${task} and j.attempts >= j.max_attempts and j.locked_at is null
        and j.updated_at < now() - make_interval(hours => ${hours}::int)
      order by j.id limit 10000))`)
  return jobs
}
