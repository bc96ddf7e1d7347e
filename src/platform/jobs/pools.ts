// Which pools of jobs are alive. A pool writes its name on every job that it takes; a job whose pool was killed would
// stay taken for four hours (graphile-worker's own sweep). So each pool holds an advisory lock made from its name, in a
// session that ends with the process, and whoever finds jobs of a pool without a lock sets them free.
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

// The upper half of the lock's key; the lower is the first 32 bits of the name (`pool-` and 18 hexadecimal digits).
const POOLS = 1_281_455

export function lockOfPool(id: string): number {
  const name = /^pool-([0-9a-f]{8})[0-9a-f]{10}$/.exec(id)?.[1]
  if (!name) throw new Error('the job library names its pools in another way')
  return POOLS * 2 ** 32 + Number.parseInt(name, 16)
}

/** How many pools hold their lock. */
export async function livingPools(db: Queryable): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1 and classid::bigint = ${POOLS}
      and database = (select oid from pg_database where datname = current_database())`)
  return n
}

/**
 * Frees the jobs of pools that are no more and wakes whoever has nothing to do; those in `working` are alive, with or without
 * their locks. Answers how many.
 */
export async function releaseJobsOfTheDead(db: Queryable, working: readonly string[]): Promise<number> {
  const dead = await db.query<{ pool: string; jobs: number }>(sql`
    select locked_by as pool, count(*) as jobs from graphile_worker.jobs
    where locked_by ~ '^pool-[0-9a-f]{18}$' and locked_by <> all(${working}::text[]) and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1 and classid::bigint = ${POOLS}
        and database = (select oid from pg_database where datname = current_database())
        and objid::bigint = ('x' || substr(locked_by, 6, 8))::bit(32)::bigint)
    group by locked_by`)
  if (dead.length === 0) return 0
  const count = dead.reduce((sum, { jobs }) => sum + jobs, 0)
  await db.run(sql`
    select graphile_worker.force_unlock_workers(${dead.map(({ pool }) => pool)}::text[]),
      pg_notify('jobs:insert', ${JSON.stringify({ count })})`)
  return count
}
