// Jobs whose connections break while they run: nothing that the job library still waits for keeps them from running again.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type Listener, listen } from '#platform/database/listen.ts'
import { sql } from '#platform/database/sql.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { enqueue, startWorker, type Worker } from '#platform/jobs/jobs.ts'
import { livingPools } from '#platform/jobs/pools.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { openProxy, type VanishingHost } from './proxy.testing.ts'

const JOBS = ['first', 'second', 'third', 'fourth', 'fifth']

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: VanishingHost
let db: Database
let listener: Listener
let said: string[]
const log = createLog('error', { write: (line) => void said.push(line) })
beforeEach(async () => {
  said = []
  database = await createTestDatabase()
  proxy = await openProxy(database.url)
  db = openDatabase(database.url, { log, size: 2, name: 'test' })
  listener = await listen(database.url, [], { log })
})
afterEach(async () => {
  await listener.close()
  await db.close()
  await proxy.close()
  await database.drop()
})

/** Jobs that wait until they are told how to end, the first time; later they end by themselves. */
function gatedJobs() {
  const begun: string[] = []
  const gates = new Map(JOBS.map((name) => [name, Promise.withResolvers<void>()]))
  return {
    begun,
    /** Whether the job library has given up to write how the jobs ended, so often. */
    lost: (times: number) => said.filter((line) => /Failed to (fail|complete) jobs/.test(line)).length === times,
    end: (name: string) => gates.get(name)!.resolve(),
    fail: (name: string) => gates.get(name)!.reject(new Error('the database is away')),
    handlers: {
      gated: async ({ name }: { name: string }) => {
        begun.push(name)
        if (begun.filter((each) => each === name).length === 1) await gates.get(name)!.promise
      },
    },
  }
}

const GATED = defineJob<{ name: string }>('gated')

const start = (handlers: ReturnType<typeof gatedJobs>['handlers'], concurrency: number): Promise<Worker> =>
  startWorker({ db, directUrl: proxy.url, listener, jobs: [GATED.does(handlers.gated)], concurrency, log })

const left = () => db.query(sql`select locked_by from graphile_worker.jobs`)

// As many workers as jobs: nobody looks for a job, so only what cannot be written tells that the connections broke. More
// workers: one that looks notices first.
test.each([
  ['every worker has one', JOBS.length],
  ['workers are idle', JOBS.length + 2],
])(
  'jobs that end one after another while the database is away run again at once; %s',
  async (_, workers) => {
    const jobs = gatedJobs()
    const worker = await start(jobs.handlers, workers)
    try {
      for (const name of JOBS) await enqueue(db, GATED, { name })
      await until(() => jobs.begun.length === JOBS.length, 'all run')
      proxy.shut()
      for (const [i, name] of JOBS.entries()) {
        if (i === 1) jobs.end(name)
        else jobs.fail(name)
        await until(() => jobs.lost(i + 1), 'it cannot be written how it ended')
      }
      proxy.comeBack()
      await until(async () => (await left()).length === 0, 'all have run again', 12_000)
      expect(jobs.begun.toSorted()).toEqual([...JOBS, ...JOBS].toSorted())
    } finally {
      proxy.comeBack()
      await worker.stop()
    }
  },
  40_000,
)

test('a worker whose jobs could not be written stops all the same', async () => {
  const jobs = gatedJobs()
  const worker = await start(jobs.handlers, JOBS.length)
  for (const name of JOBS) await enqueue(db, GATED, { name })
  await until(() => jobs.begun.length === JOBS.length, 'all run')
  proxy.shut()
  for (const [i, name] of JOBS.entries()) {
    jobs.fail(name)
    await until(() => jobs.lost(i + 1), 'it cannot be written how it ended')
  }
  await worker.stop()
  expect((await left()).length).toBe(JOBS.length)
})

test('a process whose lock went with its session frees jobs of the dead, and not what it does itself', async () => {
  await listener.close()
  listener = await listen(proxy.url, [], { log })
  const jobs = gatedJobs()
  const worker = await startWorker({
    ...{ db, directUrl: database.url, listener, log, concurrency: 2 },
    jobs: [GATED.does(jobs.handlers.gated)],
  })
  try {
    await enqueue(db, GATED, { name: 'first' })
    await until(() => jobs.begun.length === 1, 'it runs')
    proxy.shut()
    await until(async () => (await livingPools(db)) === 0, 'the lock is gone')
    await enqueue(db, GATED, { name: 'second' }, { afterMs: 3_600_000, key: 'of the dead' })
    const dead = sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${`pool-${'0'.repeat(18)}`}, run_at = now() where key = 'of the dead'`
    await db.run(dead)
    jobs.end('second')
    await until(() => jobs.begun.includes('second'), 'a sweep has freed the job of the dead', 12_000)
    expect(jobs.begun).toEqual(['first', 'second'])
  } finally {
    jobs.end('first')
    proxy.comeBack()
    await worker.stop()
  }
}, 40_000)

test('a lock that is taken while its connection is made anew is given back whole', async () => {
  await listener.close()
  const KEY = 4_711
  const taken = Promise.withResolvers<boolean>()
  listener = await listen(proxy.url, ['catalog'], {
    log,
    // Just after it began to connect.
    beforeReconnect: async () => void setImmediate(() => listener.tryLock(KEY).then(taken.resolve, taken.reject)),
  })
  const back = new Promise<void>((resolve) => listener.onReconnect(resolve))
  proxy.shut()
  proxy.comeBack()
  expect(await taken.promise).toBe(true)
  await back
  await listener.unlock(KEY)
  expect(await db.query(sql`select objid from pg_locks where locktype = 'advisory' and objid = ${KEY}`)).toEqual([])
})
