// Work of a job that is done for one after the other.
import { isDatabaseAway } from '../database/connection.ts'

const MOST_FAILURES = 20

/** The error itself, for whoever judges it by what it is. The log says by it what it was about: nobody asked, so nobody else knows. */
export function failedAbout(id: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { about: id }) : error
}

/**
 * One that fails keeps nobody behind it waiting: the others are done, and then it is thrown, so that the job is tried again and
 * somebody is told in the end; an id goes along with it. A database that is away ends it at once, and so does what fails for one after another.
 */
export async function eachOf<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const one of all) {
    try {
      await work(one)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      failures.push(typeof one === 'string' ? failedAbout(one, error) : error)
      if (failures.length >= MOST_FAILURES) break
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed, the first: ${failures[0]}`)
}

/** What `next` answers, some at a time and each once, until it answers nothing new: what is done with one keeps it from coming again. */
export async function* untilNone<T>(next: () => Promise<readonly T[]>): AsyncGenerator<T> {
  const seen = new Set<T>()
  for (;;) {
    const fresh = (await next()).filter((one) => !seen.has(one))
    if (fresh.length === 0) return
    for (const one of fresh) {
      seen.add(one)
      yield one
    }
  }
}
