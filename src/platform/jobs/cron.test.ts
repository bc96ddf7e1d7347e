// Jobs that come by the clock go on whatever the clocks of other processes said.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { type Listener, listen } from '../database/listen.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, until } from '../testing.ts'
import { cronItems } from './cron.ts'
import { defineJob, PRIORITIES } from './define.ts'
import { startWorker } from './jobs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const log = createLog('silent')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let listener: Listener
let done: number
let daily: number
beforeEach(async () => {
  done = 0
  daily = 0
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
const EACH_DAY = defineJob('each.day')
// Never while the test runs.
const cron = `7 ${(new Date(performance.timeOrigin + performance.now()).getUTCHours() + 12) % 24} * * *`
const failsAtFirst = async () => {
  if (++daily === 1) throw new Error('not yet')
}
const start = () =>
  startWorker({
    db,
    directUrl: database.url,
    listener,
    jobs: [EACH_MINUTE.does(async () => void done++, { cron: '* * * * *' }), EACH_DAY.does(failsAtFirst, { cron })],
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

test('what comes once a day and came in no process is done at the next start, once among all, and again when it failed', async () => {
  const before = beforeTheMinute(-MINUTE)
  const first = await start()
  await known('known')
  before.turn()
  await until(() => done === 1, 'the job of each minute is done')
  await first.stop()
  // A new shop has missed nothing.
  expect(daily).toBe(0)
  await db.run(sql`
    update graphile_worker._private_known_crontabs set last_execution = now() - interval '2 days' where identifier = 'each.day'`)
  const { turn } = beforeTheMinute()
  const both = await Promise.all([start(), start()])
  await until(() => daily === 2, 'it was done after it had failed')
  turn()
  await until(() => done === 2, 'the job of each minute is done')
  await Promise.all(both.map((worker) => worker.stop()))
  expect([daily, done]).toEqual([2, 2])
})

test('what was missed of a night, which comes all at once, goes after whatever else waits', () => {
  const night = Array.from({ length: 3 }, (_, minute) =>
    defineJob(`night.${minute}`).does(async () => {}, { cron: `${minute} 3 * * *` }),
  )
  const each = EACH_MINUTE.does(async () => {}, { cron: '* * * * *' })
  const { low } = PRIORITIES
  expect(cronItems([...night, each]).map(({ options }) => options.priority)).toEqual([low, low, low, undefined])
})
