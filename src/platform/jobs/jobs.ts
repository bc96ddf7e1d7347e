// Things that happen later. A job is enqueued in the transaction of the business change, so it exists exactly when the
// change does; it runs at least once, so every handler is idempotent.
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { run, type TaskList, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { CONNECTION, clientsOf, endPool, isDatabaseAway, limitStatements } from '../database/connection.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Listener } from '../database/listen.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log.ts'
import { cronItems, forgetRunsAhead, watchClock } from './cron.ts'
import { type Job, type JobWork, KEYED } from './define.ts'
import { untilAdded } from './keyed.ts'
import { limitOutside, outsideFlags } from './outside.ts'
import { lockOfPool, releaseJobsOfTheDead } from './pools.ts'

interface EnqueueOptions {
  /** Not before so long from now. */
  afterMs?: number
  /** A job with the same key replaces the one that waits; of one that runs it is the successor. */
  key?: string
  /** Default 25, some four days with graphile-worker's growing delays. */
  maxAttempts?: number
  /** The other machine that the job asks: one that hangs holds up no job of another. */
  outside?: string
}

/** In the transaction of the change that gives reason for it. */
export async function enqueue<Payload extends object>(
  db: Queryable,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  const flags = [
    ...(options.outside === undefined ? [] : outsideFlags(options.outside)),
    ...(options.key ? [KEYED] : []),
  ]
  await untilAdded(async () => {
    const { id } = await db.one<{ id: string | null }>(sql`
      select (graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json,
        run_at => now() + ${options.afterMs ?? 0} * interval '1 millisecond', job_key => ${options.key ?? null}, max_attempts => ${options.maxAttempts ?? null}::int,
        flags => ${flags.length > 0 ? flags : null}::text[])).id`)
    return id !== null
  })
}

export interface Worker {
  /** Waits for the jobs under way, up to 20 s. */
  stop(): Promise<void>
  /** How long ago it last asked the database for a job and had an answer; 0 while all its hands are full. */
  silentMs(): number
}

interface WorkerOptions {
  db: Database
  /** A session of its own, for jobs are announced by NOTIFY: never through a pooler in transaction mode. */
  directUrl: string
  /** Holds the lock that says that this worker is alive. */
  listener: Listener
  /** Each name once. */
  jobs: readonly JobWork[]
  concurrency: number
  log: Log
}

/** How often each instance looks for jobs of others that died. */
const SWEEP_MS = 5_000
/** It asks every two seconds when it has nothing to do; silent for so long, it gets new connections. */
const SILENT_MS = 15_000
const WATCH_MS = 2_000
/** What the library asks for is found by an index. */
const QUERY_MS = 10_000
/** For the jobs under way when a worker stops or gets new connections. */
export const END_MS = 20_000
/** Then for writing how they ended. */
export const WRITTEN_MS = 2_000

/** Runs jobs until it is stopped; comes back by itself after the database was away. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, listener, log } = options
  let pool = await startPool(options)
  // Ids of the pools of this process. A pool whose lock went with its session goes on with its jobs until it is stopped.
  const working = new Set([pool.id])
  let stopped = false
  let renewing: Promise<void> | undefined
  let leaving: Promise<unknown> = Promise.resolve()
  const clock = watchClock()

  async function sweep() {
    if (!stopped && !renewing && clock.wasSetBack()) {
      log.warn('the clock was set back; the jobs that come by it begin anew')
      renew()
    }
    const released = await releaseJobsOfTheDead(db, [...working])
    if (released > 0) log.warn({ jobs: released }, 'jobs of a worker that died run again')
    const ahead = await forgetRunsAhead(db)
    if (ahead > 0) log.warn({ jobs: ahead }, 'a process whose clock is ahead ran jobs that come by the clock')
  }

  // A connection that broke may have swallowed the end of a job: under a new name every job of the old one is known to
  // be over once the old pool has stopped, whatever its rows say.
  function renew() {
    renewing ??= (async () => {
      const old = pool
      const next = await startAgain()
      if (next) {
        pool = next
        working.add(next.id)
      }
      leaving = Promise.all([leaving, leave(old)])
    })().then(() => {
      renewing = undefined
      // Not before: one that is of no use already is renewed at once.
      watch(pool)
    })
  }

  async function leave(old: JobPool) {
    await old.stop()
    working.delete(old.id)
    if (!stopped) await sweep().catch(() => {})
  }

  async function startAgain() {
    while (!stopped) {
      try {
        return await startPool(options)
      } catch (err) {
        log.warn({ err }, 'the jobs cannot go on yet; trying again')
        await pause(1_000)
      }
    }
  }

  const watch = (watched: JobPool) =>
    void Promise.race([watched.ended, watched.broken]).then(() => {
      if (!stopped && pool === watched) renew()
    })

  watch(pool)
  listener.onReconnect(renew)
  await sweep()
  const timer = setInterval(
    () => void sweep().catch((err) => log.warn({ err }, 'no look at the jobs of others')),
    SWEEP_MS,
  )
  // Connections that were opened while the database was read-only, or to a host that vanished, never become good again.
  const watchdog = setInterval(() => {
    if (stopped || renewing || pool.silentMs() < SILENT_MS) return
    log.error(
      { silentMs: Math.round(pool.silentMs()) },
      'the jobs have stood still; they begin anew with new connections',
    )
    renew()
  }, WATCH_MS)
  return {
    silentMs: () => pool.silentMs(),
    stop: async () => {
      stopped = true
      clearInterval(timer)
      clearInterval(watchdog)
      await renewing
      await Promise.all([leaving, pool.stop()])
    },
  }
}

interface JobPool {
  /** Its name on the jobs that it has. */
  id: string
  /** Resolves when it takes no more jobs, for whatever reason. */
  ended: Promise<void>
  /** Resolves when one of its connections turns out to be of no use. */
  broken: Promise<void>
  silentMs(): number
  stop(): Promise<void>
}

async function startPool(options: WorkerOptions): Promise<JobPool> {
  const { directUrl, listener, jobs, concurrency, log } = options
  // One to listen, one for each worker: a worker never waits for a connection that a page has.
  const pgPool = new pg.Pool({
    ...CONNECTION,
    connectionString: directUrl,
    application_name: 'latchkey jobs',
    max: concurrency + 1,
    query_timeout: QUERY_MS,
    onConnect: limitStatements(QUERY_MS),
  })
  pgPool.on('error', () => {})
  const clients = clientsOf(pgPool)
  const endConnections = () => endPool(pgPool, clients).catch(() => {})
  const underWay = new Set<Promise<void>>()
  const taskList: TaskList = {}
  for (const { name, run } of jobs) {
    if (taskList[name]) throw new Error(`two rooms do the job ${name}`)
    taskList[name] = (payload) => {
      const done = run(payload as never)
      underWay.add(done)
      return done.finally(() => underWay.delete(done))
    }
  }
  const events = new EventEmitter() as WorkerEvents
  let id = ''
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  // No job is taken before the lock is: who has jobs and no lock is dead.
  const locked = Promise.withResolvers<void>()
  const broken = Promise.withResolvers<void>()
  const life = watchLife(events, concurrency, broken.resolve)
  const runner = await run({
    pgPool,
    taskList,
    noHandleSignals: true,
    events,
    forbiddenFlags: limitOutside(events, concurrency),
    parsedCronItems: cronItems(jobs),
    logger: new WorkerLogger((scope) => (level, message) => {
      // The library logs each finished job at info; failures matter, the rest is noise.
      if (level === 'error') log.error({ job: scope.taskIdentifier, jobId: scope.jobId }, firstLine(message))
      else if (level === 'warning') log.warn(firstLine(message))
    }),
    preset: {
      plugins: [{ name: 'JobsWaitForTheLock', version: '1', worker: { hooks: { startWorker: () => locked.promise } } }],
      worker: {
        concurrentJobs: concurrency,
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: END_MS,
        // Without a batch the library neither waits for the end of a job to be written nor hears that it could not be.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  }).catch(async (error) => {
    await endConnections()
    throw error
  })
  const ended = runner.promise.then(
    () => {},
    (err) => log.warn({ err }, 'the jobs stopped'),
  )
  // The library is not waited for without end: after several failures to write how a job ended it counts wrongly what it
  // still has to write and waits for ever, and while the database starts it tries to take a job again and again. What it
  // did not write by then runs again.
  const stop = async () => {
    // It may be stopping already, by itself.
    void runner.stop().catch(() => {})
    await Promise.race([ended, atMost(END_MS, Promise.allSettled(underWay)).then(() => pauseUnheld(WRITTEN_MS))])
    await endConnections()
    await listener.unlock(lockOfPool(id)).catch(() => {})
  }
  try {
    if (!(await listener.tryLock(lockOfPool(id)))) throw new Error('another pool of jobs has the same name')
    locked.resolve()
  } catch (error) {
    const stopping = stop()
    locked.resolve()
    await stopping
    throw error
  }
  return { id, ended, broken: broken.promise, silentMs: life.silentMs, stop }
}

const pauseUnheld = (ms: number) => pause(ms, undefined, { ref: false })

const atMost = (ms: number, work: Promise<unknown>) => Promise.race([work, pauseUnheld(ms)])

/**
 * When the workers last had an answer to the question for a job, and whether a connection failed them: in asking for one,
 * or in writing how one ended, after which the library stops.
 */
function watchLife(events: WorkerEvents, concurrency: number, onBroken: () => void) {
  let heardAt = performance.now()
  let running = 0
  const hear = () => {
    heardAt = performance.now()
  }
  events.on('worker:getJob:empty', hear)
  events.on('job:start', () => {
    running++
    hear()
  })
  events.on('job:complete', () => {
    running--
    hear()
  })
  events.on('worker:getJob:error', ({ error }) => {
    if (isDatabaseAway(error)) onBroken()
  })
  events.on('pool:gracefulShutdown', onBroken)
  return { silentMs: () => (running >= concurrency ? 0 : performance.now() - heardAt) }
}

const firstLine = (message: string) => message.split('\n', 1)[0]!
