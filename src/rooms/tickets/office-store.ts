// What the back office reads of tickets.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Topic } from './limits.ts'

interface TicketEntry {
  id: string
  title: string
  name: string
  email: string
  locale: string
  topic: Topic
  orderNo: string | null
  createdAt: Date
}

/** The tickets of these ids, in no order: each with whose it is. */
export function ticketEntries(db: Queryable, ids: string[]): Promise<TicketEntry[]> {
  return db.query<TicketEntry & Record<string, unknown>>(sql`
    select t.id, t.subject as title, m.username as name, m.email, t.locale, t.topic, t.order_no as "orderNo", t.created_at as "createdAt"
    from tickets t join members m on m.id = t.member_id where t.id = any(${ids}::uuid[])`)
}

/** Ids of a member's tickets, the last one written to first. */
export async function ticketIdsOf(db: Queryable, memberId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from tickets where member_id = ${memberId} order by updated_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Ids of the tickets about an order, the last one written to first. */
export async function ticketIdsOfOrder(db: Queryable, orderNo: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from tickets where order_no = ${orderNo} order by updated_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** A file that is part of a message, whoever sent it. */
export function sentFile(
  db: Queryable,
  id: string,
): Promise<{ name: string; mediaType: string; content: Buffer } | undefined> {
  return db.maybe<{ name: string; mediaType: string; content: Buffer }>(sql`
    select name, media_type as "mediaType", content from ticket_files where id = ${id} and message_id is not null`)
}
