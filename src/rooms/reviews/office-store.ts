// What the back office reads of reviews.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

interface ReviewEntry {
  id: number
  title: string
  name: string
  email: string
  locale: string
  score: number
  createdAt: Date
}

/** The reviews of these ids, in no order. */
export function reviewEntries(db: Queryable, ids: number[]): Promise<ReviewEntry[]> {
  return db.query<ReviewEntry & Record<string, unknown>>(sql`
    select id, content as title, fill_name as name, email, locale, score, created_at as "createdAt"
    from reviews where id = any(${ids}::int[])`)
}

/** Ids of what was written from an address in lower case, the newest first. */
export async function reviewIdsOf(db: Queryable, email: string, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from reviews where email = ${email} order by id desc limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Ids of what somebody wrote to whom the order of this number was delivered, and who is counted as its buyer by it, the newest first. */
export async function reviewIdsOfOrder(db: Queryable, orderNo: string, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select r.id from orders o join reviews r on r.order_id = o.id where o.order_no = ${orderNo} order by r.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface JudgedReview {
  state: 'pending' | 'published' | 'rejected'
  verified: boolean
  /** A member wrote it, under the address of his account. */
  byMember: boolean
  /** Null: the shop. */
  product: { id: number; name: string } | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
}

export function judgedReview(db: Queryable, id: number): Promise<JudgedReview | undefined> {
  return db.maybe<JudgedReview & Record<string, unknown>>(sql`
    select r.state, r.verified, r.member_id is not null as "byMember",
      r.decided_at as "decidedAt", r.decided_by as "decidedBy", r.decision_reason as reason,
      case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name ->> 'en-US') end as product
    from reviews r left join products p on p.id = r.product_id where r.id = ${id}`)
}
