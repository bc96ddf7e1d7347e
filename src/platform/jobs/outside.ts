// Jobs that ask another machine (a payment provider, the mail server) wait for it, up to its time limit. A machine that
// hangs holds some of the workers, so that while two hang there are still one for jobs of a third and one for jobs that
// need none.
import type { Worker, WorkerEvents } from 'graphile-worker'

const ANY = 'outside'
const flagOf = (machine: string) => `${ANY}:${machine}`

/** The flags of a job that asks this machine, as graphile-worker's `add_job` takes them. */
export function outsideFlags(machine: string): string[] {
  return [ANY, flagOf(machine)]
}

/**
 * Which flags a worker that looks for a job must pass over, asked anew each time. Counted as busy: the jobs that run,
 * and the workers that are looking at this moment, each of which may find a job of any machine.
 */
export function limitOutside(events: WorkerEvents, concurrency: number): () => string[] {
  const [each, all] = [Math.max(1, Math.floor((concurrency - 2) / 2)), Math.max(1, concurrency - 1)]
  const running = new Map<string, number>()
  let looking = 0
  /** Whether the latest look must pass over every machine because of the others that are looking; undefined: its worker is known. */
  let passedOver: boolean | undefined
  /** Workers whose look under way passes over every machine because of the others. */
  const passedOverWorkers = new Set<Worker>()
  /** Those of them that found nothing: they look again when the others have ended. */
  const toNudge = new Set<Worker>()

  const count = (flags: Record<string, true> | null, by: number) => {
    for (const flag of Object.keys(flags ?? {}))
      if (flag === ANY || flag.startsWith(`${ANY}:`)) running.set(flag, (running.get(flag) ?? 0) + by)
  }
  const hasLooked = () => {
    looking--
    const [next] = toNudge
    if (!next || looking >= each) return
    toNudge.delete(next)
    next.nudge()
  }

  events.on('worker:getJob:start', ({ worker }) => {
    toNudge.delete(worker)
    // The first look of all begins before this event comes: whose it was cannot be told.
    if (passedOver ?? true) passedOverWorkers.add(worker)
    else passedOverWorkers.delete(worker)
    passedOver = undefined
  })
  events.on('job:start', ({ job }) => {
    count(job.flags, 1)
    hasLooked()
  })
  events.on('worker:getJob:error', hasLooked)
  events.on('worker:getJob:empty', ({ worker }) => {
    if (passedOverWorkers.delete(worker)) toNudge.add(worker)
    hasLooked()
  })
  events.on('worker:stop', ({ worker }) => void toNudge.delete(worker))
  events.on('worker:release', ({ worker }) => void toNudge.delete(worker))
  events.on('job:complete', ({ job }) => count(job.flags, -1))
  return () => {
    passedOver = looking >= each
    const isFree = (running.get(ANY) ?? 0) + looking < all
    const passOver =
      passedOver || !isFree
        ? [ANY]
        : [...running].filter(([flag, n]) => flag !== ANY && n + looking >= each).map(([flag]) => flag)
    looking++
    return passOver
  }
}
