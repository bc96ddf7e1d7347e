// A job's name and what is handed to it, declared once: who enqueues and who does it cannot mean two things.

/** One job, by its name in the database. `Payload` holds ids, never secrets: it lies there in the clear. */
export interface Job<Payload extends object> {
  readonly name: string
  /** What is done for it. `cron`: it is also enqueued at these minutes, once among all instances, without a payload. */
  does(run: (payload: Payload) => Promise<void>, when?: { cron: string }): JobWork
}

/** A job with what is done for it, as a room hands it to the worker. */
export interface JobWork {
  readonly name: string
  readonly cron: string | undefined
  run(payload: never): Promise<void>
}

/** A job that anybody may enqueue who knows it. */
export function defineJob<Payload extends object = Record<never, never>>(name: string): Job<Payload> {
  return { name, does: (run, when) => ({ name, cron: when?.cron, run }) }
}

/** Flag of a job that is enqueued with a key: one that is replaced while it runs loses its key, and is known by this then. */
export const KEYED = 'keyed'

/** How soon a job is done where many are due: all of one urgency before those of the next, and of one the longest due first. */
export type Urgency = 'high' | 'normal' | 'low'

/** As graphile-worker's `add_job` takes them. Jobs that say nothing are as urgent as any. */
export const PRIORITIES: Record<Urgency, number> = { high: 0, normal: 10, low: 20 }
