// What need not be remembered any more goes once a day, in the quiet of the night (docs/operate.md, "What is forgotten when").
import type { Database, Queryable } from '../database/database.ts'
import { defineJob, type JobWork } from './define.ts'

/** Deletes what is older than `days`, `limit` rows at most, and answers how many. */
export type Forget = (db: Queryable, days: number, limit: number) => Promise<number>

const BATCH = 500

/**
 * The job `<kind>.forget`, at so many minutes past three: in small batches, so that it never holds many rows at once and a
 * run that was cut off is gone on with by the next.
 */
export function forgetDaily(db: Database, kind: string, of: { days: number; minute: number; forget: Forget }): JobWork {
  const run = async () => {
    while ((await of.forget(db, of.days, BATCH)) === BATCH);
  }
  return defineJob(`${kind}.forget`).does(run, { cron: `${of.minute} 3 * * *` })
}
