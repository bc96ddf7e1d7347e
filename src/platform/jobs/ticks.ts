// What every instance looks for by the clock. The work itself finds out what is due in the database, under its locks, so
// several instances that tick at once do no harm, and one that dies leaves nothing behind.
import type { Log } from '../log.ts'

export interface Tick {
  name: string
  everyMs: number
  run(): Promise<void>
}

/** One run of a tick at a time; the next begins `everyMs` after the last one ended. `stop` waits for those under way. */
export function startTicks(ticks: Tick[], log: Log): { stop(): Promise<void> } {
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
        .catch((err) => log.warn({ err, job: tick.name }, 'a tick failed; the next one tries again'))
        .then(next)
    }
    next()
    return () => {
      stopped = true
      clearTimeout(timer)
      return underWay
    }
  })
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}
