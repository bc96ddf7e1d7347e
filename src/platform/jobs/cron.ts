// What comes by the clock. The job library remembers when each such job was last enqueued, by the clock of whichever
// process did it, and enqueues it for later moments only.
import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type JobWork, PRIORITIES } from './define.ts'

const ONCE_A_DAY = /^\d+ \d+ \* \* \*$/
const DAY_MS = 86_400_000

/**
 * What comes once a day is made up for by whoever starts within a day, where nobody ran in its minute, and is tried three
 * times; what comes more often comes again anyway. Of a missed night all come at once: whatever else waits goes first.
 */
export function cronItems(jobs: readonly JobWork[]): ParsedCronItem[] {
  return parseCronItems(
    jobs.flatMap(({ name, cron }) => {
      if (!cron) return []
      const options = ONCE_A_DAY.test(cron)
        ? { maxAttempts: 3, backfillPeriod: DAY_MS, priority: PRIORITIES.low }
        : { maxAttempts: 1, backfillPeriod: 0 }
      return [{ task: name, match: cron, options }]
    }),
  )
}

/**
 * Forgets runs in the future, by the database's clock: a process whose clock was ahead left them, and until then nothing
 * would be enqueued. Answers of how many jobs.
 */
export function forgetRunsAhead(db: Queryable): Promise<number> {
  return db.run(sql`
    update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > now() + interval '2 minutes'`)
}

/** As far as the clock may be set back without a word: what comes each minute comes a minute late. */
const SET_BACK_MS = 60_000

/**
 * The library waits for the next minute that it has not seen yet: after the clock was set back by hours, for hours. It begins
 * with the minute that is when it is started anew.
 */
export function watchClock(): { wasSetBack(): boolean } {
  // `performance.now()` is set by nobody.
  const now = () => Date.now() - performance.now()
  let latest = now()
  return {
    /** Once for each time. */
    wasSetBack() {
      const is = now()
      const back = latest - is > SET_BACK_MS
      latest = back ? is : Math.max(latest, is)
      return back
    },
  }
}
