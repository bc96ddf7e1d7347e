// Jobs that are tried no more, found by several processes, and by people, at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createEvents } from '#platform/events/events.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { JOB_DEAD } from './events.ts'
import { createTelling, DEAD_JOB_TOLD } from './tell.ts'

const log = createLog('silent')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log, size: 4, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

function telling() {
  const events = createEvents([JOB_DEAD])
  events.subscribe('alerts', [DEAD_JOB_TOLD])
  const nobody = { sending: { promise: async () => {} }, to: () => 'operator@shop.example' }
  return createTelling({ db, events, log, ...nobody, mailDomain: () => 'shop.example' })
}

test.each([
  ['that somebody lets run again', {}, 'update graphile_worker._private_jobs set attempts = 0 where id = $1'],
  [
    'by the clock that another process tells of',
    { _cron: {} },
    'select graphile_worker.complete_jobs(array[$1::bigint])',
  ],
])('a job %s at that moment is not told', async (_, payload, meanwhile) => {
  const { id } = await db.one<{ id: number }>(
    sql`select id from graphile_worker.add_job('limits.forget', ${JSON.stringify(payload)}::json)`,
  )
  await db.run(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`)
  const rival = await db.pool.connect()
  let found: Promise<void> | undefined
  try {
    await rival.query('begin')
    await rival.query(meanwhile, [id])
    found = telling().findDeadJobs()
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(() => db.query(waiting), 'the job is waited for')
    await rival.query('commit')
  } finally {
    rival.release(true)
  }
  await found
  expect(await db.query(sql`select subject from alerts where kind = 'job.dead'`)).toEqual([])
})

test('one of which nobody can be told keeps no other from being told', async () => {
  await db.run(sql`delete from graphile_worker._private_jobs`)
  const dead = async () => {
    const { id } = await db.one<{ id: number }>(sql`select id from graphile_worker.add_job('limits.forget')`)
    await db.run(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`)
    return `limits.forget ${id}`
  }
  const [first, second] = [await dead(), await dead()]
  await db.run(sql`create table untold (subject text)`)
  await db.run(sql`insert into untold values (${first})`)
  await db.run(sql`
    create function break_alert() returns trigger language plpgsql as 'begin
      if new.subject in (select subject from untold) then raise exception ''broken on purpose''; end if; return new;
    end'`)
  await db.run(sql`create trigger break_alert before insert on alerts for each row execute function break_alert()`)
  const told = () => db.query(sql`select subject from alerts where kind = 'job.dead' order by subject`)
  await expect(telling().findDeadJobs()).rejects.toThrow('broken on purpose')
  expect(await told()).toEqual([{ subject: second }])
  await db.run(sql`delete from untold`)
  await telling().findDeadJobs()
  expect(await told()).toEqual([first, second].sort().map((subject) => ({ subject })))
})
