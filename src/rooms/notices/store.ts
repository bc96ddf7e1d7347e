// Every SQL statement about what members are told. What a member names is looked for among his own alone.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface NoticeRow {
  id: string
  kind: string
  data: Record<string, string>
  createdAt: Date
  readAt: Date | null
}

export interface NewNotice {
  id: string
  memberId: string
  kind: string
  data: Record<string, string>
}

export function addNotice(tx: Queryable, { id, memberId, kind, data }: NewNotice): Promise<number> {
  return tx.run(sql`
    insert into member_notices (id, member_id, kind, data) values (${id}, ${memberId}, ${kind}, ${JSON.stringify(data)}::jsonb)`)
}

/** The newest first. */
export function noticePage(
  db: Queryable,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(sql`
    select id, kind, data, created_at as "createdAt", read_at as "readAt" from member_notices
    where member_id = ${memberId} order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`)
}

export async function noticeCount(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from member_notices where member_id = ${memberId}`,
  )
  return count
}

/** `most` at most: nobody reads an exact large number. */
export function unreadCount(db: Queryable, memberId: string, most: number): Promise<{ count: number }> {
  return db.one<{ count: number }>(sql`
    select count(*)::int as count
    from (select from member_notices where member_id = ${memberId} and read_at is null limit ${most}) unread`)
}

/** 0: there is no such notice. */
export function markRead(db: Queryable, memberId: string, id: string): Promise<number> {
  return db.run(sql`
    update member_notices set read_at = coalesce(read_at, now()) where id = ${id} and member_id = ${memberId}`)
}

/** Those that there were at this moment: what came since is unread. */
export function markAllRead(db: Queryable, memberId: string): Promise<number> {
  return db.run(sql`update member_notices set read_at = now() where member_id = ${memberId} and read_at is null`)
}

export function noticesOf(db: Queryable, memberId: string): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(sql`
    select id, kind, data, created_at as "createdAt", read_at as "readAt" from member_notices
    where member_id = ${memberId} order by created_at, id`)
}

export function eraseNotices(tx: Queryable, memberId: string): Promise<number> {
  return tx.run(sql`delete from member_notices where member_id = ${memberId}`)
}

export function forgetNotices(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from member_notices where id = any(array(
      select id from member_notices where created_at < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}
