// What comes by the clock. The job library remembers when each such job was last enqueued, by the clock of whichever
// process did it, and enqueues it for later moments only.
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Forgets runs in the future, by the database's clock: a process whose clock was ahead left them, and until then nothing
 * would be enqueued. Answers of how many jobs.
 */
export function forgetRunsAhead(db: Queryable): Promise<number> {
  return db.run(sql`
    update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > now() + interval '2 minutes'`)
}
