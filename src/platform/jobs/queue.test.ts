// What is said of the queue, however many jobs in it are tried no more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing.ts'
import { defineJob } from './define.ts'
import { enqueue } from './jobs.ts'
import { oldestDue, queuedTasks } from './queue.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const GIVEN_UP = defineJob('given.up')
const LIVING = defineJob('living')

test('jobs that are tried no more hide none of the others, though they came before; the oldest that is due is one of the others', async () => {
  for (let n = 0; n < 4; n++) await enqueue(db, GIVEN_UP, {})
  await db.run(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '30 days'`)
  expect(await oldestDue(db)).toBeUndefined()
  await enqueue(db, LIVING, {}, { afterMs: 60_000 })
  expect(await oldestDue(db)).toBeUndefined()
  await enqueue(db, LIVING, {})
  await db.run(sql`
    update graphile_worker._private_jobs set run_at = '2026-01-02T03:04:05Z' where attempts = 0 and run_at <= now()`)
  const at = new Date('2026-01-02T03:04:05Z')
  expect(await oldestDue(db)).toEqual(at)
  expect(await queuedTasks(db, 3)).toEqual([
    { task: 'given.up', waiting: 0, later: 0, running: 0, dead: 3, oldest: null },
    { task: 'living', waiting: 1, later: 1, running: 0, dead: 0, oldest: at },
  ])
})
