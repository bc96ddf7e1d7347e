// Jobs that are tried no more: how many there are hides no others, and those of which nothing more can become go.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing.ts'
import { deadJobs, dropDeadJob, forgetDeadJobs } from './dead.ts'
import { defineJob } from './define.ts'
import { enqueue } from './jobs.ts'
import { oldestDueSeconds, queuedTasks } from './queue.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 2, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const [LETTER, REFUND] = [defineJob('a.letter'), defineJob('b.refund')]

async function letterDied() {
  await enqueue(db, LETTER, {})
  await db.run(sql`
    update graphile_worker._private_jobs set attempts = max_attempts where task_id = (select id from graphile_worker._private_tasks where identifier = ${LETTER.name})`)
}

test('however many are dead, those that wait are counted, and since when the oldest does', async () => {
  for (let n = 0; n < 3; n++) await letterDied()
  expect(await oldestDueSeconds(db)).toBe(0)
  await enqueue(db, REFUND, {})
  await db.run(sql`
    update graphile_worker._private_jobs set run_at = now() - interval '2 hours' where attempts < max_attempts`)
  expect(await queuedTasks(db, 2)).toMatchObject([
    { task: 'a.letter', dead: 2, waiting: 0 },
    { task: 'b.refund', dead: 0, waiting: 1 },
  ])
  expect(await oldestDueSeconds(db)).toBeGreaterThan(7_000)
})

test('those that somebody was told of go after so many days, and no others', async () => {
  const [told] = await deadJobs(db)
  await dropDeadJob(db, told!)
  expect(await forgetDeadJobs(db, LETTER.name, 7, 10)).toBe(0)
  // A trigger of the library says when a job was touched last.
  await db.run(sql`alter table graphile_worker._private_jobs disable trigger all`)
  await db.run(sql`update graphile_worker._private_jobs set updated_at = now() - interval '8 days'`)
  await db.run(sql`alter table graphile_worker._private_jobs enable trigger all`)
  expect(await forgetDeadJobs(db, REFUND.name, 7, 10)).toBe(0)
  expect(await forgetDeadJobs(db, LETTER.name, 7, 10)).toBe(1)
  expect((await deadJobs(db)).map(({ id }) => id)).not.toContain(told!.id)
  expect(await queuedTasks(db, 10)).toMatchObject([{ dead: 2 }, { waiting: 1 }])
})
