// What happens later: the jobs and ticks of all rooms, in this process.
import type { Listener } from '#platform/database/listen.ts'
import { startWorker, type Worker } from '#platform/jobs/jobs.ts'
import { startTicks, type Ticks } from '#platform/jobs/ticks.ts'
import type { Ground } from '#platform/platform.ts'
import type { Composed } from './compose.ts'
import { failingLines, failingTold } from './failing-ticks.ts'

export type Work = ReturnType<typeof createWork>

export function createWork({ config, db, directUrl, log }: Ground, listener: Listener, rooms: Composed) {
  let worker: Worker | undefined
  let ticks: Ticks | undefined
  const failing = () => ticks?.failing() ?? []
  return {
    /** How long the worker has not asked for a job; undefined: it was not started. */
    silentMs: () => worker?.silentMs(),

    /** What `readyz` says of ticks. */
    notes: () => failingLines(failing()),

    /** Answers what ends it again, having finished what is under way. */
    async start(): Promise<(() => Promise<unknown>)[]> {
      worker = await startWorker({
        db,
        directUrl,
        listener,
        jobs: rooms.parts.flatMap(({ jobs }) => jobs ?? []),
        concurrency: config.workerConcurrency,
        log,
      })
      const told = { name: 'ticks.tellFailing', everyMs: 5_000, run: failingTold(db, failing) }
      ticks = startTicks([...rooms.parts.flatMap((part) => part.ticks ?? []), told], log)
      return [worker.stop, ticks.stop]
    },
  }
}
