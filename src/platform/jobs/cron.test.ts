// Jobs that come by the clock go on whatever the clocks of other processes said.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { type Listener, listen } from '../database/listen.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, until } from '../testing.ts'
import { defineJob } from './define.ts'
import { startWorker } from './jobs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const log = createLog('silent')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let listener: Listener
let done: number
beforeEach(async () => {
  done = 0
  database = await createTestDatabase()
  db = openDatabase(database.url, { log, size: 2, name: 'test' })
  listener = await listen(database.url, [], { log })
})
afterEach(async () => {
  vi.useRealTimers()
  await listener.close()
  await db.close()
  await database.drop()
})

const EACH_MINUTE = defineJob('each.minute')
const start = () =>
  startWorker({
    db,
    directUrl: database.url,
    listener,
    jobs: [EACH_MINUTE.does(async () => void done++, { cron: '* * * * *' })],
    concurrency: 2,
    log,
  })

/** This process's clock stands just before the minute that has begun, so that a job of that minute is due at once. */
function beforeTheMinute(aheadMs = 0): { turn(): void } {
  const minute = Math.floor((performance.timeOrigin + performance.now()) / MINUTE) * MINUTE + aheadMs
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 100 })
  return { turn: () => vi.setSystemTime(minute + 1) }
}

const known = (where: 'known' | 'ahead') =>
  until(
    () =>
      db.query(sql`
        select 1 from graphile_worker._private_known_crontabs
        where ${where} = 'known' or last_execution > now() + interval '1 hour'`),
    `the job is ${where}`,
  )

test('a process that started once with a clock that was ahead keeps nobody else’s jobs from coming', async () => {
  const ahead = beforeTheMinute(DAY)
  const wrong = await start()
  await known('known')
  ahead.turn()
  await known('ahead')
  await wrong.stop()
  const right = beforeTheMinute()
  const worker = await start()
  right.turn()
  await until(() => done === 1, 'the job is done')
  await worker.stop()
})

test('a clock that is ahead beside running processes keeps their jobs from coming for seconds only', async () => {
  const { turn } = beforeTheMinute()
  const worker = await start()
  await known('known')
  await db.run(sql`update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day'`)
  const none = sql`select 1 from graphile_worker._private_known_crontabs where last_execution is null`
  await until(() => db.query(none), 'the run in the future is forgotten')
  turn()
  await until(() => done === 1, 'the job is done')
  await worker.stop()
  expect(done).toBe(1)
})

test('a clock that is set back by hours under a running process keeps its jobs from coming for seconds only', async () => {
  beforeTheMinute(DAY)
  const worker = await start()
  await known('known')
  const { turn } = beforeTheMinute()
  await db.run(sql`delete from graphile_worker._private_known_crontabs`)
  await known('known')
  turn()
  await until(() => done === 1, 'the job is done')
  await worker.stop()
  expect(done).toBe(1)
})
