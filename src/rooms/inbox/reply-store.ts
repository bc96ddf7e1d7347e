// Every SQL statement of the saved replies.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByUuid } from '#platform/database/names.ts'
import { sql } from '#platform/database/sql.ts'
import type { SavedReply } from './schemas.ts'

export function savedReplies(db: Queryable, limit: number): Promise<SavedReply[]> {
  return db.query<SavedReply & Record<string, unknown>>(sql`
    select id, name, locale, body as text, version as seen from inbox_replies order by name, locale, id limit ${limit}`)
}

export function savedReply(db: Queryable, id: string): Promise<SavedReply | undefined> {
  return db.maybe<SavedReply & Record<string, unknown>>(
    sql`select id, name, locale, body as text, version as seen from inbox_replies where id = ${id}`,
  )
}

/** What those of these ids that are saved replies are called, by id. */
export const replyNames = namesByUuid(
  (ids) => sql`
    select id, name from inbox_replies where id = any(${ids}::uuid[])
    order by id`,
)

/** Undefined: somebody saved or forgot it since `seen`, or (0) there is one of this id. */
export function saveReply(
  tx: Transaction,
  r: { id: string; name: string; locale: string; text: string; seen: number },
): Promise<SavedReply | undefined> {
  if (r.seen === 0)
    return tx.maybe<SavedReply & Record<string, unknown>>(sql`
      insert into inbox_replies (id, name, locale, body) values (${r.id}, ${r.name}, ${r.locale}, ${r.text})
      on conflict (id) do nothing returning id, name, locale, body as text, version as seen`)
  return tx.maybe<SavedReply & Record<string, unknown>>(sql`
    update inbox_replies set name = ${r.name}, locale = ${r.locale}, body = ${r.text}, version = version + 1
    where id = ${r.id} and version = ${r.seen} returning id, name, locale, body as text, version as seen`)
}

/** Until the transaction's end nobody else saves a new one. */
export async function countReplies(tx: Transaction): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('inbox replies', 0))`)
  return (await tx.one<{ count: number }>(sql`select count(*)::int as count from inbox_replies`)).count
}

/** 0: somebody saved or forgot it since `seen`. */
export function forgetReply(tx: Transaction, id: string, seen: number): Promise<number> {
  return tx.run(sql`delete from inbox_replies where id = ${id} and version = ${seen}`)
}
