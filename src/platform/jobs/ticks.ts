// What every instance looks for by the clock. The work itself finds out what is due in the database, under its locks, so
// several instances that tick at once do no harm, and one that dies leaves nothing behind.
import type { Log } from '../log.ts'

export interface Tick {
  name: string
  everyMs: number
  run(): Promise<void>
}

/** One whose last run failed. */
export interface FailingTick {
  name: string
  /** No run has gone well since. */
  since: Date
  lastAt: Date
}

export interface Ticks {
  failing(): FailingTick[]
  /** Waits for those under way. */
  stop(): Promise<void>
}

/** One run of a tick at a time; the next begins `everyMs` after the last one ended. */
export function startTicks(ticks: Tick[], log: Log): Ticks {
  const failing = new Map<string, FailingTick>()
  function failed(name: string, err: unknown) {
    const lastAt = new Date()
    failing.set(name, { name, since: failing.get(name)?.since ?? lastAt, lastAt })
    log.warn({ err, job: name }, 'a tick failed; the next one tries again')
  }
  const stops = ticks.map((tick) => {
    let stopped = false
    let timer: NodeJS.Timeout | undefined
    let underWay = Promise.resolve()
    const next = () => {
      if (!stopped) timer = setTimeout(go, tick.everyMs)
    }
    const go = () => {
      underWay = tick
        .run()
        .then(
          () => void failing.delete(tick.name),
          (err) => failed(tick.name, err),
        )
        .then(next)
    }
    next()
    return () => {
      stopped = true
      clearTimeout(timer)
      return underWay
    }
  })
  return {
    failing: () => [...failing.values()],
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}
