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
  // Who was refused machines only because others were looking, and found nothing, looks again when those have ended.
  let crowded: boolean | undefined
  const lookCrowded = new Set<Worker>()
  const lookAgain = new Set<Worker>()

  const count = (flags: Record<string, true> | null, by: number) => {
    for (const flag of Object.keys(flags ?? {}))
      if (flag === ANY || flag.startsWith(`${ANY}:`)) running.set(flag, (running.get(flag) ?? 0) + by)
  }
  const hasLooked = () => {
    looking--
    const [next] = lookAgain
    if (!next || looking >= each) return
    lookAgain.delete(next)
    next.nudge()
  }

  events.on('worker:getJob:start', ({ worker }) => {
    lookAgain.delete(worker)
    // The first look of all begins before this event comes: whose it was cannot be told.
    if (crowded ?? true) lookCrowded.add(worker)
    else lookCrowded.delete(worker)
    crowded = undefined
  })
  events.on('job:start', ({ job }) => {
    count(job.flags, 1)
    hasLooked()
  })
  events.on('worker:getJob:error', hasLooked)
  events.on('worker:getJob:empty', ({ worker }) => {
    if (lookCrowded.delete(worker)) lookAgain.add(worker)
    hasLooked()
  })
  events.on('worker:stop', ({ worker }) => void lookAgain.delete(worker))
  events.on('worker:release', ({ worker }) => void lookAgain.delete(worker))
  events.on('job:complete', ({ job }) => count(job.flags, -1))
  return () => {
    crowded = looking >= each
    const isFree = (running.get(ANY) ?? 0) + looking < all
    const passOver =
      crowded || !isFree
        ? [ANY]
        : [...running].filter(([flag, n]) => flag !== ANY && n + looking >= each).map(([flag]) => flag)
    looking++
    return passOver
  }
}
