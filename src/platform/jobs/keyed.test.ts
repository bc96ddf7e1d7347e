// A job with a key that is asked for again while a worker takes the one that waits.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, until } from '../testing.ts'
import { defineJob } from './define.ts'
import { enqueue } from './jobs.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 3, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('a job that a worker takes in the very moment in which it is asked for again has a successor', async () => {
  const JOB = defineJob<{ n: number }>('look.again')
  await enqueue(db, JOB, { n: 1 }, { key: 'look' })
  let again: Promise<void> | undefined
  await db.transaction(async (tx) => {
    // As a worker takes it.
    await tx.run(
      sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = 'look'`,
    )
    again = enqueue(db, JOB, { n: 2 }, { key: 'look' })
    await until(
      () =>
        db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      'whoever asks again waits for the worker',
    )
  })
  await again
  const jobs = await db.query(sql`
    select key, payload, locked_by as worker from graphile_worker._private_jobs order by id`)
  expect(jobs).toEqual([
    { key: null, payload: { n: 1 }, worker: 'worker' },
    { key: 'look', payload: { n: 2 }, worker: null },
  ])
})
