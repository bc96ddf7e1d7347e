// Every SQL statement of the captcha.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** False: it was used before. A rival with the same one waits until this transaction ends. */
export async function spend(db: Queryable, challenge: Buffer): Promise<boolean> {
  return (await db.run(sql`insert into used_solutions (challenge) values (${challenge}) on conflict do nothing`)) === 1
}

/** Long after every challenge has ended by itself, whatever the clocks of the instances say. */
export function forgetSolutions(db: Queryable): Promise<number> {
  return db.run(sql`delete from used_solutions where used_at < now() - interval '1 day'`)
}
