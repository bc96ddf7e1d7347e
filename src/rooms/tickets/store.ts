// Every SQL statement about tickets and what is written in them. What a member names is looked for among his own alone.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Topic } from './limits.ts'
import type { TicketFile } from './schemas.ts'

export interface TicketRow {
  id: string
  memberId: string
  subject: string
  topic: Topic
  orderNo: string | null
  state: 'open' | 'answered' | 'closed'
  locale: string
  createdAt: Date
  updatedAt: Date
}

export interface MessageRow {
  id: string
  answeredBy: string | null
  text: string
  createdAt: Date
  files: TicketFile[]
}

export function ticketPage(
  db: Queryable,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<TicketRow[]> {
  return db.query<TicketRow>(sql`
    select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where member_id = ${memberId}
    order by updated_at desc, id desc limit ${page.limit} offset ${page.offset}`)
}

export async function ticketCount(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from tickets where member_id = ${memberId}`,
  )
  return count
}

export function ownTicket(db: Queryable, memberId: string, id: string): Promise<TicketRow | undefined> {
  return db.maybe<TicketRow>(sql`select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where id = ${id} and member_id = ${memberId}`)
}

/** Until the transaction's end nobody else writes into it. */
export function lockOwnTicket(tx: Transaction, memberId: string, id: string): Promise<TicketRow | undefined> {
  return tx.maybe<TicketRow>(sql`
    select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where id = ${id} and member_id = ${memberId} for update`)
}

/** As `lockOwnTicket`, for whoever answers. */
export function lockTicket(tx: Transaction, id: string): Promise<TicketRow | undefined> {
  return tx.maybe<TicketRow>(sql`select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where id = ${id} for update`)
}

/** Oldest first; as many as a ticket can have. */
export function messagesOf(db: Queryable, ticketId: string, limit: number): Promise<MessageRow[]> {
  return db.query<MessageRow>(sql`
    select m.id, m.answered_by as "answeredBy", m.text, m.created_at as "createdAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size) order by f.position, f.id)
        from ticket_files f where f.message_id = m.id), '[]') as files
    from ticket_messages m where m.ticket_id = ${ticketId}
    order by m.created_at, m.id limit ${limit}`)
}

export type NewTicket = Omit<TicketRow, 'state' | 'createdAt' | 'updatedAt'>

/** 0: there is one of this id already. */
export function addTicket(tx: Transaction, t: NewTicket): Promise<number> {
  return tx.run(sql`
    insert into tickets (id, member_id, subject, topic, order_no, state, locale)
    values (${t.id}, ${t.memberId}, ${t.subject}, ${t.topic}, ${t.orderNo}, 'open', ${t.locale})
    on conflict (id) do nothing`)
}

/** 0: there is one of this id already. After its ticket was locked, so that messages stand in the order of their moments. */
export function addMessage(
  tx: Transaction,
  m: { id: string; ticketId: string; answeredBy: string | null; text: string },
): Promise<number> {
  return tx.run(sql`
    insert into ticket_messages (id, ticket_id, answered_by, text, created_at)
    values (${m.id}, ${m.ticketId}, ${m.answeredBy}, ${m.text}, clock_timestamp())
    on conflict (id) do nothing`)
}

/** Undefined: the ticket has no such message. */
export async function messageText(db: Queryable, ticketId: string, id: string): Promise<string | undefined> {
  const message = await db.maybe<{ text: string }>(
    sql`select text from ticket_messages where id = ${id} and ticket_id = ${ticketId}`,
  )
  return message?.text
}

export async function hasFiles(db: Queryable, messageId: string, files: string[]): Promise<boolean> {
  const { has } = await db.one<{ has: boolean }>(sql`
    select not exists (
      select from unnest(${files}::uuid[]) f where f not in (select id from ticket_files where message_id = ${messageId})
    ) as has`)
  return has
}

export async function countMessages(db: Queryable, ticketId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from ticket_messages where ticket_id = ${ticketId}`,
  )
  return count
}

export function moveTicket(tx: Transaction, id: string, state: TicketRow['state']): Promise<number> {
  return tx.run(sql`update tickets set state = ${state}, updated_at = clock_timestamp() where id = ${id}`)
}

/** Tickets that a member opened, and messages that he wrote, within a day. */
export function writtenToday(db: Queryable, memberId: string): Promise<{ tickets: number; messages: number }> {
  return db.one<{ tickets: number; messages: number }>(sql`
    select
      (select count(*)::int from tickets where member_id = ${memberId} and created_at > now() - interval '1 day') as tickets,
      (select count(*)::int from tickets t join ticket_messages m on m.ticket_id = t.id
        where t.member_id = ${memberId} and t.updated_at > now() - interval '1 day' and m.answered_by is null
          and m.created_at > now() - interval '1 day') as messages`)
}

/** What waits for the shop, the longest first. */
export function openTickets(db: Queryable, limit: number): Promise<TicketRow[]> {
  return db.query<TicketRow>(sql`
    select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where state = 'open' order by updated_at, id limit ${limit}`)
}

/** By ids from one to another: what a reference may mean. */
export function ticketsBetween(db: Queryable, of: { first: string; last: string }): Promise<TicketRow[]> {
  return db.query<TicketRow>(sql`
    select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where id between ${of.first} and ${of.last} order by id limit 2`)
}

export function ticketById(db: Queryable, id: string): Promise<TicketRow | undefined> {
  return db.maybe<TicketRow>(sql`select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where id = ${id}`)
}

export function messageById(db: Queryable, id: string): Promise<{ text: string } | undefined> {
  return db.maybe<{ text: string }>(sql`select text from ticket_messages where id = ${id}`)
}

/** Nobody has written for so many days, and the shop owes no answer. */
export function forgetTickets(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from tickets where id = any(array(
      select id from tickets where state <> 'open' and updated_at < now() - make_interval(days => ${days})
      order by updated_at, id limit ${limit} for update skip locked))`)
}

/** All that a member wrote, and what was answered. */
export function allOfMember(db: Queryable, memberId: string): Promise<TicketRow[]> {
  return db.query<TicketRow>(sql`
    select 
      id, member_id as "memberId", subject, topic, order_no as "orderNo", state, locale, created_at as "createdAt", updated_at as "updatedAt"
    from tickets where member_id = ${memberId} order by created_at, id`)
}

/** Answers which they were. */
export async function eraseTickets(tx: Transaction, memberId: string): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(sql`delete from tickets where member_id = ${memberId} returning id`)
  return gone.map(({ id }) => id)
}
