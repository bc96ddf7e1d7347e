// Every SQL statement about what is written of an enquiry after it came, and what the back office reads of it.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

interface EnquiryEntry {
  id: string
  title: string
  name: string
  email: string
  locale: string
  topic: 'sell' | 'wholesale'
  createdAt: Date
}

const ENTRY = fragment`id, message as title, fill_name as name, email, locale,
  case type when 1 then 'sell' else 'wholesale' end as topic, created_at as "createdAt"`

/** The enquiries of these ids, in no order. */
export function enquiryEntries(db: Queryable, ids: string[]): Promise<EnquiryEntry[]> {
  return db.query<EnquiryEntry & Record<string, unknown>>(
    sql`select ${ENTRY} from enquiries where id = any(${ids}::uuid[])`,
  )
}

/** Ids of what was written from an address in lower case, the newest first. */
export async function enquiryIdsOf(db: Queryable, email: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from enquiries where lower(email) = ${email} order by created_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** How else to be reached, as it was written. */
export function contactOf(db: Queryable, id: string): Promise<{ contact: string; region: string } | undefined> {
  return db.maybe<{ contact: string; region: string }>(sql`select contact, region from enquiries where id = ${id}`)
}

/** Until the transaction's end nobody else writes about it; undefined: there is no such enquiry. */
export function lockEnquiry(
  tx: Transaction,
  id: string,
): Promise<{ id: string; email: string; locale: string } | undefined> {
  return tx.maybe<{ id: string; email: string; locale: string }>(sql`
    select id, email, locale from enquiries where id = ${id} for update`)
}

export interface EnquiryMessage {
  id: string
  /** Null: who enquired. */
  answeredBy: string | null
  text: string
  createdAt: Date
}

/** The oldest first. */
export function enquiryMessages(db: Queryable, enquiryId: string, limit: number): Promise<EnquiryMessage[]> {
  return db.query<EnquiryMessage & Record<string, unknown>>(sql`
    select id, answered_by as "answeredBy", text, created_at as "createdAt" from enquiry_messages
    where enquiry_id = ${enquiryId} order by created_at, id limit ${limit}`)
}

/** Undefined: nothing of this id was written about this enquiry. */
export async function textOfMessage(db: Queryable, enquiryId: string, id: string): Promise<string | undefined> {
  const message = await db.maybe<{ text: string }>(
    sql`select text from enquiry_messages where id = ${id} and enquiry_id = ${enquiryId}`,
  )
  return message?.text
}

/** 0: there is one of this id already. After its enquiry was locked. */
export function addEnquiryMessage(
  tx: Transaction,
  m: { id: string; enquiryId: string; answeredBy: string | null; text: string },
): Promise<number> {
  return tx.run(sql`
    insert into enquiry_messages (id, enquiry_id, answered_by, text, created_at)
    values (${m.id}, ${m.enquiryId}, ${m.answeredBy}, ${m.text}, clock_timestamp()) on conflict (id) do nothing`)
}

export async function enquiryMessageText(db: Queryable, id: string): Promise<string | undefined> {
  return (await db.maybe<{ text: string }>(sql`select text from enquiry_messages where id = ${id}`))?.text
}

/** Messages about it, and those of whoever enquired within a day. */
export function countReplies(db: Queryable, enquiryId: string): Promise<{ all: number; today: number }> {
  return db.one<{ all: number; today: number }>(sql`
    select count(*)::int as all,
      count(*) filter (where answered_by is null and created_at > now() - interval '1 day')::int as today
    from enquiry_messages where enquiry_id = ${enquiryId}`)
}

/** For whom it waits now; `handled_at` of what is done stays. */
export function moveEnquiry(tx: Transaction, id: string, to: 'open' | 'answered' | 'done'): Promise<number> {
  return tx.run(sql`
    update enquiries set
      answered_at = case ${to}::text when 'open' then null when 'answered' then clock_timestamp() else answered_at end,
      handled_at = case when ${to}::text = 'done' then coalesce(handled_at, clock_timestamp()) end
    where id = ${id}`)
}
