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

export function addImage(db: Queryable, id: string, answer: Buffer): Promise<number> {
  return db.run(sql`insert into captcha_images (id, answer) values (${id}, ${answer})`)
}

/** What the picture says, once: it is gone with this, right or wrong. */
export async function takeAnswer(db: Queryable, id: string): Promise<Buffer | undefined> {
  const taken = await db.maybe<{ answer: Buffer; isOpen: boolean }>(sql`
    delete from captcha_images where id = ${id}
    returning answer, created_at > now() - interval '5 minutes' as "isOpen"`)
  return taken?.isOpen ? taken.answer : undefined
}

/** Nobody reads them any more. */
export function forgetImages(db: Queryable): Promise<number> {
  return db.run(sql`delete from captcha_images where created_at < now() - interval '10 minutes'`)
}
