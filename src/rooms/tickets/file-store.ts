// Every SQL statement about the files of tickets. They belong to their member, sent or not.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface NewFile {
  id: string
  memberId: string
  name: string
  mediaType: string
  content: Buffer
}

/** Until the transaction's end this member adds no other file. */
export function queueUp(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`ticket files ${memberId}`}, 0))`)
}

/** How many he has uploaded within a day, how many are in no message yet, and how large all of his are. */
export function countFiles(tx: Queryable, memberId: string): Promise<{ today: number; unsent: number; bytes: number }> {
  return tx.one<{ today: number; unsent: number; bytes: number }>(sql`
    select count(*) filter (where created_at > now() - interval '1 day')::int as today,
      count(*) filter (where message_id is null)::int as unsent, coalesce(sum(size), 0)::int8 as bytes
    from ticket_files where member_id = ${memberId}`)
}

export function addFile(tx: Transaction, f: NewFile): Promise<number> {
  return tx.run(sql`
    insert into ticket_files (id, member_id, name, media_type, size, content)
    values (${f.id}, ${f.memberId}, ${f.name}, ${f.mediaType}, ${f.content.length}, ${f.content})`)
}

/** They go with this message, in this order; how many of them could: his own alone, and each once. */
export function attachFiles(tx: Transaction, memberId: string, messageId: string, ids: string[]): Promise<number> {
  return tx.run(sql`
    update ticket_files f set message_id = ${messageId}, position = u.n
    from unnest(${ids}::uuid[]) with ordinality as u(id, n)
    where f.id = u.id and f.member_id = ${memberId} and f.message_id is null`)
}

export function fileOf(
  db: Queryable,
  memberId: string,
  id: string,
): Promise<{ name: string; mediaType: string; content: Buffer } | undefined> {
  return db.maybe<{ name: string; mediaType: string; content: Buffer }>(sql`
    select name, media_type as "mediaType", content from ticket_files where id = ${id} and member_id = ${memberId}`)
}

/** All of his, the oldest first. */
export function filesOfMember(db: Queryable, memberId: string): Promise<{ id: string; name: string; size: number }[]> {
  return db.query<{ id: string; name: string; size: number }>(sql`
    select id, name, size from ticket_files where member_id = ${memberId} order by created_at, id`)
}

/** What was not sent; 0: there is no such file. */
export function dropFile(db: Queryable, memberId: string, id: string): Promise<number> {
  return db.run(sql`delete from ticket_files where id = ${id} and member_id = ${memberId} and message_id is null`)
}

/** Files that were in no message after so many days. */
export function forgetUnsent(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from ticket_files where id = any(array(
      select id from ticket_files where message_id is null and created_at < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}

export function eraseFiles(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`delete from ticket_files where member_id = ${memberId}`)
}
